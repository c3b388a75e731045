import Database
import Foundation
import PodcastAPI

/// What a user may change about a subscription; an outer `nil` leaves it as it is, an inner one takes it away.
struct SubscriptionChange: Sendable, Equatable {
    var title: String??
    var folder: String??
    var speed: Double??
    /// Seconds.
    var skipIntro: Double??
    /// Seconds.
    var skipOutro: Double??
    var keepNewest: Int??
    var queueRule: QueuePlace??
    var queueLimit: Int??
    var order: EntryOrder??

    init(title: String?? = nil, folder: String?? = nil, speed: Double?? = nil) {
        self.title = title
        self.folder = folder
        self.speed = speed
    }
}

/// What subscribing did.
struct Subscribed: Sendable, Equatable {
    var feed: Int64
    /// The feed is new to the store, so it has to be fetched.
    var isNewFeed: Bool
    /// The user was not subscribed before.
    var isNewSubscription: Bool
}

extension PodcastStore {
    /// Subscribes a user to the feed at `url`, which is added when it is new and is then due at once.
    ///
    /// An address that the feed once had finds it too. The entries that are there already are unread for the user.
    func subscribe(user: Int64, url: String, folder: String? = nil, now: Date) async throws -> Subscribed {
        try await changing { writer in
            let known = try Self.feedID(url, writer)
            let feed = try known ?? Self.addFeed(url, now, writer)
            let added = try Self.addSubscription(user, feed, folder, now, writer)
            return Subscribed(feed: feed, isNewFeed: known == nil, isNewSubscription: added)
        }
    }

    static func addFeed(_ url: String, _ now: Date, _ writer: any DatabaseWriting) throws -> Int64 {
        let row = try writer.row("INSERT INTO feeds(url, created) VALUES (?, ?) RETURNING id", [url, now])
        guard let row else { throw StoreError.noSuchFeed }
        let feed: Int64 = try row["id"]
        try writer.execute("INSERT INTO fetch_states(feed_id, next_refresh) VALUES (?, ?)", [feed, now])
        return feed
    }

    /// Adds a subscription with a state for each entry; false when it is there.
    static func addSubscription(
        _ user: Int64,
        _ feed: Int64,
        _ folder: String?,
        _ now: Date,
        _ writer: any DatabaseWriting
    ) throws -> Bool {
        let added = try writer.execute(
            "INSERT INTO subscriptions(user_id, feed_id, folder, added) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            [user, feed, folder, now]
        )
        guard added == 1 else { return false }
        if let folder { _ = try addFolder(folder, of: user, writer) }
        try note(ServerEvent(.feeds), for: user, writer)
        try writer.execute(
            """
            INSERT INTO entry_states(user_id, entry_id, feed_id, sort_date, media_kind, length)
            SELECT ?, id, feed_id, sort_date, media_kind, duration FROM entries WHERE feed_id = ?
            """,
            [user, feed]
        )
        try noteSubscribed(user, feed, writer)
        try WaitingActions(feed: feed, now: now).apply(to: user, writer)
        try setDefaults(user, feed, now, writer)
        return true
    }

    /// Changes a subscription.
    ///
    /// - Throws: ``StoreError/noSuchFeed``.
    func changeSubscription(user: Int64, feed: Int64, _ change: SubscriptionChange) async throws {
        try await changing { writer in
            guard
                try writer.row("SELECT 1 FROM subscriptions WHERE user_id = ? AND feed_id = ?", [user, feed]) != nil
            else { throw StoreError.noSuchFeed }
            func set(_ column: String, _ value: (some DatabaseValueConvertible)?) throws {
                guard let value else { return }
                try writer.execute(
                    "UPDATE subscriptions SET \(column) = ? WHERE user_id = ? AND feed_id = ?",
                    [value, user, feed]
                )
            }
            try set("title", change.title)
            try set("folder", change.folder)
            try set("speed", change.speed)
            try set("skip_intro", change.skipIntro)
            try set("skip_outro", change.skipOutro)
            try set("keep_newest", change.keepNewest)
            try set("queue_rule", change.queueRule?.map(\.rawValue))
            try set("queue_limit", change.queueLimit)
            try set("entry_order", change.order?.map(\.rawValue))
            if let folder = change.folder, let folder { _ = try Self.addFolder(folder, of: user, writer) }
            try Self.note(ServerEvent(.feeds), for: user, writer)
        }
    }

    /// Ends a subscription, with the user's states; the last subscriber takes the feed and its entries along.
    ///
    /// Nothing that another user has changes.
    ///
    /// - Returns: the entries that are gone, whose kept media is of no use any more.
    /// - Throws: ``StoreError/noSuchFeed``.
    @discardableResult
    func unsubscribe(user: Int64, feed: Int64) async throws -> [Int64] {
        try await changing { writer in
            guard let gone = try Self.unsubscribe(user, feed, writer) else { throw StoreError.noSuchFeed }
            return gone
        }
    }

    /// Ends a subscription; `nil` when there is none.
    static func unsubscribe(
        _ user: Int64,
        _ feed: Int64,
        client: String = "",
        _ writer: any DatabaseWriting
    ) throws -> [Int64]? {
        let removed = try writer.execute("DELETE FROM subscriptions WHERE user_id = ? AND feed_id = ?", [user, feed])
        guard removed == 1 else { return nil }
        try noteUnsubscribed(user, feed, client: client, writer)
        try note(ServerEvent(.feeds), for: user, writer)
        try forgetDownloads(writer)
        guard try writer.row("SELECT 1 FROM subscriptions WHERE feed_id = ? LIMIT 1", [feed]) == nil else {
            return []
        }
        let gone: [Int64] = try writer.rows("SELECT id FROM entries WHERE feed_id = ?", [feed]) { try $0["id"] }
        try SearchIndex.remove(feed: feed, writer)
        try writer.execute("DELETE FROM feeds WHERE id = ?", [feed])
        return gone
    }
}
