import Database
import Foundation

/// Subscriptions as programs that synchronise see them: addresses that come and go.
///
/// A program goes on with the address it knows a feed by, also after the feed has moved.
extension PodcastStore {
    /// What changed since a tick.
    struct SubscriptionChanges: Sendable, Equatable {
        var added: [String] = []
        var removed: [String] = []
        /// From when to ask next.
        var tick: Int64
    }

    /// What came of a program's changes.
    struct SubscriptionUpdate: Sendable, Equatable {
        /// From when to ask next.
        var tick: Int64
        /// Addresses under which the server has the feed already, by the ones that were sent.
        var known: [String: String] = [:]
        /// Whether feeds were added that are to be fetched.
        var hasNewFeeds = false
        /// The entries that are gone with feeds.
        var gone: [Int64] = []
    }

    /// Notes that a user is subscribed to a feed, unless programs have it already.
    static func noteSubscribed(
        _ user: Int64,
        _ feed: Int64,
        client: String = "",
        _ writer: any DatabaseWriting
    ) throws {
        guard try syncURL(of: feed, user, writer) == nil else { return }
        let tick = try tick(of: user, writer)
        try writer.execute(
            """
            INSERT INTO sync_subscriptions(user_id, url, feed_id, is_subscribed, tick, client)
            SELECT ?, url, id, 1, ?, ? FROM feeds WHERE id = ?
            ON CONFLICT (user_id, url) DO UPDATE SET feed_id = excluded.feed_id, is_subscribed = 1,
                tick = excluded.tick, client = excluded.client
            """,
            [user, tick, client, feed]
        )
    }

    /// Notes that a user is no longer subscribed to a feed, under whichever address.
    static func noteUnsubscribed(
        _ user: Int64,
        _ feed: Int64,
        client: String = "",
        _ writer: any DatabaseWriting
    ) throws {
        let tick = try tick(of: user, writer)
        try writer.execute(
            """
            UPDATE sync_subscriptions SET is_subscribed = 0, tick = ?, client = ?
            WHERE user_id = ? AND feed_id = ? AND is_subscribed = 1
            """,
            [tick, client, user, feed]
        )
    }

    /// The address under which a user's programs know a feed.
    static func syncURL(of feed: Int64, _ user: Int64, _ reader: any DatabaseReading) throws -> String? {
        try reader.value(
            """
            SELECT url FROM sync_subscriptions WHERE user_id = ? AND feed_id = ? AND is_subscribed = 1
            ORDER BY tick, url LIMIT 1
            """,
            [user, feed]
        )
    }

    /// The addresses a user is subscribed to; a device that is named has then seen them.
    ///
    /// - Throws: ``StoreError/noSuchDevice``.
    func syncList(of user: Int64, device: String?, now: Date) async throws -> [String] {
        try await changing { writer in
            if let device {
                guard try Self.device(device, user, writer) != nil else { throw StoreError.noSuchDevice }
                try Self.setListSeen(device, user, try Self.nextTick(of: user, now: now, writer), writer)
            }
            return try writer.rows(
                "SELECT url FROM sync_subscriptions WHERE user_id = ? AND is_subscribed = 1 ORDER BY url",
                [user]
            ) { try $0["url"] }
        }
    }

    /// What changed since a tick.
    ///
    /// - Parameter device: is noted as having seen it; `nil` where programs have no names.
    /// - Throws: ``StoreError/noSuchDevice``.
    func subscriptionChanges(
        of user: Int64,
        since: Int64,
        device: String?,
        now: Date
    ) async throws -> SubscriptionChanges {
        try await changing { writer in
            let next = try Self.nextTick(of: user, now: now, writer)
            var changes = SubscriptionChanges(tick: next)
            if let device {
                guard try Self.device(device, user, writer) != nil else { throw StoreError.noSuchDevice }
                try Self.setListSeen(device, user, next, writer)
            }
            try writer.forEach(
                "SELECT url, is_subscribed FROM sync_subscriptions WHERE user_id = ? AND tick >= ? ORDER BY tick, url",
                [user, since]
            ) { row in
                if try row["is_subscribed"] {
                    changes.added.append(try row["url"])
                } else if since > 0 {
                    // One who asks for everything has nothing to remove.
                    changes.removed.append(try row["url"])
                }
            }
            return changes
        }
    }

    /// Takes a program's changes.
    func changeSubscriptions(
        of user: Int64,
        add: [String],
        remove: [String],
        device: String?,
        client: String,
        now: Date
    ) async throws -> SubscriptionUpdate {
        try await changing { writer in
            if let device { try Self.needDevice(device, user, writer) }
            let tick = try Self.tick(of: user, writer)
            var change = SubscriptionSync(user: user, client: client, now: now)
            try change.apply(add: add, remove: remove, writer)
            let foreign = try Self.oldestForeignSubscription(user, client, now, writer)
            if let device { try Self.noteOwnChanges(device, user, client, now, writer) }
            change.update.tick = Self.since(tick, oldestForeign: [foreign])
            return change.update
        }
    }

    /// Replaces the list that a device has by another: what it has never seen stays.
    func replaceSubscriptions(
        of user: Int64,
        by list: [String],
        device: String,
        client: String,
        now: Date
    ) async throws -> SubscriptionUpdate {
        try await changing { writer in
            try Self.needDevice(device, user, writer)
            let seen = try Self.device(device, user, writer)?.listSeen ?? 0
            let wanted = Set(list)
            let had: [String] = try writer.rows(
                "SELECT url FROM sync_subscriptions WHERE user_id = ? AND is_subscribed = 1 AND tick < ? ORDER BY url",
                [user, seen]
            ) { try $0["url"] }
            var change = SubscriptionSync(user: user, client: client, now: now)
            try change.apply(add: list, remove: had.filter { !wanted.contains($0) }, writer)
            let next = try Self.nextTick(of: user, now: now, writer)
            try Self.setListSeen(device, user, next, writer)
            change.update.tick = next
            return change.update
        }
    }

    private static func oldestForeignSubscription(
        _ user: Int64,
        _ client: String,
        _ now: Date,
        _ reader: any DatabaseReading
    ) throws -> Int64? {
        try reader.value(
            "SELECT min(tick) FROM sync_subscriptions WHERE user_id = ? AND tick >= ? AND client <> ?",
            [user, windowStart(now: now), client]
        )
    }

    /// A device that knew the list knows it with its own changes too, unless others changed it meanwhile.
    private static func noteOwnChanges(
        _ device: String,
        _ user: Int64,
        _ client: String,
        _ now: Date,
        _ writer: any DatabaseWriting
    ) throws {
        guard let seen = try Self.device(device, user, writer)?.listSeen else { return }
        let other = try writer.row(
            "SELECT 1 FROM sync_subscriptions WHERE user_id = ? AND tick >= ? AND client <> ? LIMIT 1",
            [user, seen, client]
        )
        guard other == nil else { return }
        try setListSeen(device, user, try nextTick(of: user, now: now, writer), writer)
    }
}

extension PodcastStore {
    /// The addresses under which a user's programs know their feeds.
    func syncURLs(of user: Int64) async throws -> [Int64: String] {
        try await database.read { reader in
            var urls: [Int64: String] = [:]
            try reader.forEach(
                """
                SELECT feed_id, url FROM sync_subscriptions
                WHERE user_id = ? AND is_subscribed = 1 AND feed_id IS NOT NULL ORDER BY tick DESC, url DESC
                """,
                [user]
            ) { urls[try $0["feed_id"]] = try $0["url"] }
            return urls
        }
    }
}
