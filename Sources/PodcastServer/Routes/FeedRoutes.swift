import Foundation
import HTTP
import PodcastAPI

/// The subscriptions: listing, subscribing, changing, refreshing.
struct FeedRoutes: Sendable {
    let store: PodcastStore
    let refreshing: FeedRefreshing
    let media: MediaLibrary
    let now: @Sendable () -> Date

    func add(to routes: inout APIRoutes) {
        routes.signedIn(.get, "/api/feeds") { user, _, _ in .json(try await list(user)) }
        routes.signedIn(.post, "/api/feeds") { user, request, _ in try await subscribe(user, request) }
        routes.signedIn(.patch, "/api/feeds/{id}") { user, request, parameters in
            let feed = try Self.feed(parameters)
            let change = try SubscriptionChange(try await request.json(FeedChange.self))
            try await store.changeSubscription(user: user.id, feed: feed, change)
            if change.keepNewest != nil { try await store.applyKeeping(user: user.id, feed: feed, now: now()) }
            return .json(try await row(feed, user))
        }
        routes.signedIn(.delete, "/api/feeds/{id}") { user, _, parameters in
            let gone = try await store.unsubscribe(user: user.id, feed: try Self.feed(parameters))
            await media.remove(gone)
            return HTTPServerResponse(.noContent)
        }
        routes.signedIn(.post, "/api/feeds/{id}/refresh") { user, _, parameters in
            if parameters["id"] == PodcastAPI.allFeeds {
                _ = try await refreshing.request(.user(user.id))
            } else {
                let feed = try Self.feed(parameters)
                _ = try await store.subscription(of: user.id, feed: feed)
                _ = try await refreshing.request(.feed(feed))
            }
            return HTTPServerResponse(.accepted)
        }
    }

    /// The number of a feed in the path.
    static func feed(_ parameters: Router.Parameters) throws -> Int64 {
        guard let feed = Int64(parameters["id"]) else { throw APIFailure.notFound("feed") }
        return feed
    }

    private func list(_ user: UserRecord) async throws -> FeedList {
        let active = await refreshing.feeds
        let rows = try await store.subscriptions(of: user.id)
        let totals = try await store.totals(of: user.id)
        var all = Feed(
            id: PodcastAPI.allFeeds,
            title: "All Subscriptions",
            art: "/api/art/all",
            unread: totals.unread,
            entries: totals.entries
        )
        all.newest = totals.newest
        all.refreshing = !active.isEmpty
        let feeds = rows.map { Feed($0, isRefreshing: active.contains($0.feed)) }
        return FeedList(
            feeds: [all] + feeds.sorted { $0.title.localizedStandardCompare($1.title) == .orderedAscending }
        )
    }

    private func row(_ feed: Int64, _ user: UserRecord) async throws -> Feed {
        let isActive = await refreshing.feeds.contains(feed)
        return Feed(try await store.subscription(of: user.id, feed: feed), isRefreshing: isActive)
    }

    private func subscribe(_ user: UserRecord, _ request: HTTPServerRequest) async throws -> HTTPServerResponse {
        let wish = try await request.json(SubscribeRequest.self)
        let outcome = try await refreshing.subscriber.subscribe(
            user: user.id,
            address: wish.url,
            folder: wish.folder
        )
        return .json(try await report(outcome, user), status: .created)
    }

    /// What a subscription or an import came to, with the feeds as they are now.
    func report(_ outcome: SubscriptionResult, _ user: UserRecord) async throws -> SubscribeReport {
        var report = SubscribeReport()
        let rows = try await store.subscriptions(of: user.id)
        let active = await refreshing.feeds
        let byID = Dictionary(rows.map { ($0.feed, $0) }) { first, _ in first }
        func feeds(_ ids: [Int64]) -> [Feed] {
            ids.compactMap { id in byID[id].map { Feed($0, isRefreshing: active.contains(id)) } }
        }
        report.added = feeds(outcome.added)
        report.existing = feeds(outcome.existing)
        report.failed = outcome.failed.map { .init(url: $0.url, title: $0.title, message: $0.message) }
        return report
    }
}
