import Foundation
import HTTP
import PodcastAPI
import Podcasts

extension Subscriber {
    /// Goes where a page's links lead; `nil` when neither they nor the usual places lead to a feed.
    ///
    /// - Throws: ``SubscribeError/chooseFeed(_:)`` when several feeds are as likely to be meant.
    func follow(_ page: FeedAnswer, _ user: Int64, _ folder: String?) async throws -> SubscriptionResult? {
        let address = page.response.url.absoluteString
        let found = FeedDiscovery.feeds(inPage: page.beginning, url: address, contentType: page.contentType)
        let candidates = Self.distinct(found)
        guard let best = candidates.first else { return try await guess(from: address, user, folder) }
        guard candidates.count == 1 || candidates[1].score + Self.clearLead <= best.score else {
            throw SubscribeError.chooseFeed(candidates.map(Self.choice))
        }
        return try await subscribe(to: best.url, user, folder, followsPages: false)
    }

    /// How far ahead the likeliest must be: as RSS is of Atom, and any feed of one of comments; a title with "MP3" is less.
    private static let clearLead = 5

    /// Candidates with one spelling each; what a page declares leaves out what its text only mentions.
    private static func distinct(_ found: [FeedDiscovery.Candidate]) -> [FeedDiscovery.Candidate] {
        let declared = found.filter { $0.source == .alternate }
        var seen: Set<String> = []
        return (declared.isEmpty ? found : declared).filter { candidate in
            FeedURL.canonical(candidate.url).map { seen.insert($0).inserted } ?? false
        }
    }

    private static func choice(_ candidate: FeedDiscovery.Candidate) -> FeedChoice {
        let name = URL(string: candidate.url)?.lastPathComponent ?? ""
        let fallback = name.isEmpty || name == "/" ? FeedURL.host(of: candidate.url) : name
        let format: String? =
            switch candidate.type?.lowercased() {
            case .some(let type) where type.contains("rss"): "rss"
            case .some(let type) where type.contains("atom"): "atom"
            case .some(let type) where type.contains("json"): "json"
            default: nil
            }
        return FeedChoice(url: candidate.url, title: candidate.title ?? fallback, format: format)
    }

    /// Looks where common publishing systems put their feed.
    private func guess(from page: String, _ user: Int64, _ folder: String?) async throws -> SubscriptionResult? {
        for url in FeedDiscovery.guesses(for: page) {
            guard let canonical = FeedURL.canonical(url) else { continue }
            let request = FetchRequest(url: canonical)
            let opened = try await refresher.fetcher.open(request, accept: FeedFetcher.feedTypes)
            switch opened {
            case .answer(let answer):
                guard ContentSniffer.kind(of: answer.beginning, contentType: answer.contentType) == .xmlFeed else {
                    continue
                }
                if let result = try await subscribe(toFeed: answer, request, user, folder) { return result }
            case .failed(.busy), .failed(.timedOut): return nil
            case .failed, .unchanged: continue
            }
        }
        return nil
    }
}
