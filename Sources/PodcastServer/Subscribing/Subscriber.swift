import Essentials
import Foundation
import HTTP
import Podcasts

/// Subscribes users to what they give: a feed's address, a page that links to one, a list of feeds.
struct Subscriber: Sendable {
    let store: PodcastStore
    let refresher: FeedRefresher
    let configuration: RefreshConfiguration
    let now: @Sendable () -> Date
    /// Tells the scheduler that feeds were added.
    let wake: @Sendable () async -> Void

    /// Subscribes a user to what is at an address.
    ///
    /// A feed is stored with its entries before this returns, without a second request. A feed that is here already, under
    /// this address or one it had, is not fetched. A page is searched for the feed it links to, a list is imported.
    /// - Throws: ``FeedURLError``, ``SubscribeError``, the store's error, or `CancellationError`.
    @concurrent
    func subscribe(user: Int64, address text: String, folder: String? = nil) async throws -> SubscriptionResult {
        let address = try FeedURL(text)
        for url in address.candidates.map(\.absoluteString) {
            if let known = try await subscribeToKnown(url, user, folder) { return known }
        }
        var firstFailure: SubscribeError?
        for url in address.candidates.map(\.absoluteString) {
            do {
                return try await subscribe(to: url, user, folder, followsPages: true)
            } catch let error as SubscribeError {
                // Only where nobody answered securely is the plain address worth a try; of two failures the first counts.
                guard case .fetchFailed(let failure) = error, failure.isOfConnection else {
                    throw firstFailure ?? error
                }
                firstFailure = firstFailure ?? error
            }
        }
        throw firstFailure ?? SubscribeError.fetchFailed(.badAddress)
    }

    /// Subscribes to a feed that the store has; `nil` when it has none of that address.
    private func subscribeToKnown(_ url: String, _ user: Int64, _ folder: String?) async throws -> SubscriptionResult? {
        guard let canonical = FeedURL.canonical(url), let feed = try await store.feed(url: canonical) else {
            return nil
        }
        var result = SubscriptionResult()
        result.count(try await store.subscribe(user: user, url: feed.url, folder: folder, now: now()))
        return result
    }

    func subscribe(
        to url: String,
        _ user: Int64,
        _ folder: String?,
        followsPages: Bool
    ) async throws -> SubscriptionResult {
        guard let canonical = FeedURL.canonical(url) else { throw SubscribeError.fetchFailed(.badAddress) }
        let request = FetchRequest(url: canonical)
        var lastPage: FeedAnswer?
        for accept in [FeedFetcher.feedTypes, FeedFetcher.anyType] {
            let answer: FeedAnswer
            switch try await refresher.fetcher.open(request, accept: accept) {
            case .answer(let opened): answer = opened
            case .unchanged:
                throw SubscribeError.fetchFailed(.unexpectedStatus(host: FeedURL.host(of: url), status: 304))
            case .failed(let failure) where failure.mayBeAboutTypes && accept != FeedFetcher.anyType: continue
            case .failed(let failure): throw SubscribeError.fetchFailed(failure)
            }
            switch ContentSniffer.kind(of: answer.beginning, contentType: answer.contentType) {
            case .xmlFeed, .json:
                if let result = try await subscribe(toFeed: answer, request, user, folder) { return result }
            case .opml: return try await importOPML(try await whole(answer), user: user)
            case .html:
                if followsPages, let result = try await follow(answer, user, folder) { return result }
                lastPage = answer
            case .empty: throw SubscribeError.fetchFailed(.empty(host: answer.host))
            case .otherXML, .other: break
            }
        }
        let host = FeedURL.host(of: url)
        throw lastPage == nil ? SubscribeError.notAFeed(host: host) : SubscribeError.noFeedOnPage(host: host)
    }

    /// The whole body of a list.
    private func whole(_ answer: FeedAnswer) async throws -> [UInt8] {
        var answer = answer
        var bytes = answer.beginning
        do {
            while let chunk = try await answer.next() {
                bytes += chunk
                guard bytes.count <= Self.maximumList else { throw SubscribeError.listTooLarge }
            }
        } catch let error as HTTPError {
            throw SubscribeError.fetchFailed(FetchFailure(error, host: answer.host))
        }
        return bytes
    }

    /// A list of ten thousand feeds has about 3 MB.
    static let maximumList = 16 << 20
}

extension FetchFailure {
    /// Whether no answer came over the connection.
    fileprivate var isOfConnection: Bool {
        switch self {
        case .network, .insecure, .timedOut, .cut: true
        default: false
        }
    }
}
