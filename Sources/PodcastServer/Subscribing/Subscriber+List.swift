import Foundation
import Podcasts

extension Subscriber {
    /// Subscribes a user to every feed of an OPML list, without waiting for any of them.
    ///
    /// The feeds are due at once, have the list's titles until they are fetched, and are filed in their innermost folder.
    /// - Throws: ``SubscribeError``, the store's error, or `CancellationError`: what was added until then stays.
    @concurrent
    func importOPML(_ bytes: [UInt8], contentType: String? = nil, user: Int64) async throws -> SubscriptionResult {
        guard bytes.count <= Self.maximumList else { throw SubscribeError.listTooLarge }
        let list: OPML
        do {
            list = try OPML.parse(bytes, contentType: contentType)
        } catch OPMLError.tooLarge {
            throw SubscribeError.listTooLarge
        } catch is OPMLError {
            throw SubscribeError.notAList
        }
        guard !list.feeds.isEmpty || !list.problems.isEmpty else { throw SubscribeError.emptyList }
        var result = SubscriptionResult()
        for feed in list.feeds {
            try Task.checkCancellation()
            try await take(feed, user, &result)
        }
        for problem in list.problems where problem.reason != .duplicate {
            result.failed.append(.init(url: "", title: problem.title, message: problem.sentence))
        }
        await wake()
        return result
    }

    private func take(_ feed: OPML.Feed, _ user: Int64, _ result: inout SubscriptionResult) async throws {
        do {
            let candidates = try FeedURL(feed.url).candidates.compactMap { FeedURL.canonical($0.absoluteString) }
            guard let first = candidates.first else { throw FeedURLError.noAddress }
            // A list that says `feed://` means the one that is here, whichever of the two it is.
            var url = first
            for candidate in candidates {
                guard let known = try await store.feed(url: candidate) else { continue }
                url = known.url
                break
            }
            let subscribed = try await store.subscribe(
                user: user,
                url: url,
                folder: feed.folders.last,
                now: now()
            )
            if subscribed.isNewFeed, let title = feed.title, !title.isEmpty {
                try await store.setContent(FeedContent(title: title), of: subscribed.feed)
            }
            result.count(subscribed)
        } catch let error as FeedURLError {
            result.failed.append(.init(url: Self.withoutUser(feed.url), title: feed.title, message: error.sentence))
        }
    }

    /// An address as a report may repeat it.
    static func withoutUser(_ url: String) -> String {
        guard let start = url.range(of: "://")?.upperBound,
            let at = url[start...].prefix(while: { $0 != "/" && $0 != "?" && $0 != "#" }).lastIndex(of: "@")
        else { return url }
        return String(url[..<start] + url[url.index(after: at)...])
    }
}
