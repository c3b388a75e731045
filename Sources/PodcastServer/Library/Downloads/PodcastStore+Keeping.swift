import Database
import Foundation
import PodcastAPI

/// The rule of a subscription that its newest unread episodes are downloaded and kept.
extension PodcastStore {
    /// Brings a subscription's downloads in step with its rule.
    func applyKeeping(user: Int64, feed: Int64, now: Date) async throws {
        try await changing { try Self.applyKeeping(user, feed, now, $0) }
    }

    /// The same in the transaction of what changed: new entries, something read, another rule.
    ///
    /// What the rule fetched and no longer holds goes, except what is starred or in the queue; what a person asked for
    /// stays.
    static func applyKeeping(_ user: Int64, _ feed: Int64, _ now: Date, _ writer: any DatabaseWriting) throws {
        let rule = try writer.row(
            "SELECT keep_newest FROM subscriptions WHERE user_id = ? AND feed_id = ?",
            [user, feed]
        )
        guard let rule else { return }
        let count: Int = try rule["keep_newest"] ?? 0
        let wanted = try writer.rows(keepingQuery, [user, feed, count]) { try $0["entry_id"] as Int64 }
        let automatic = try writer.rows(
            """
            SELECT w.entry_id FROM download_wishes w
            JOIN entry_states s ON s.user_id = w.user_id AND s.entry_id = w.entry_id
            WHERE w.user_id = ? AND w.automatic = 1 AND s.feed_id = ? AND s.starred = 0
                AND NOT EXISTS (SELECT 1 FROM queue_entries q WHERE q.user_id = w.user_id AND q.entry_id = w.entry_id)
            ORDER BY w.entry_id
            """,
            [user, feed]
        ) { try $0["entry_id"] as Int64 }
        for entry in automatic where !wanted.contains(entry) { try release(entry, of: user, writer) }
        for entry in wanted {
            let known = "SELECT 1 FROM download_wishes WHERE user_id = ? AND entry_id = ?"
            guard try writer.row(known, [user, entry]) == nil else { continue }
            try wish(entry, of: user, isAutomatic: true, now, writer)
        }
    }

    static let keepingQuery = """
        SELECT s.entry_id FROM entry_states s
        WHERE s.user_id = ? AND s.feed_id = ? AND s.read = 0 AND s.media_kind > 0
        ORDER BY s.sort_date DESC, s.entry_id DESC LIMIT ?
        """

    /// Applies the rules of everybody who has one for a feed.
    static func applyKeeping(toSubscribersOf feed: Int64, _ now: Date, _ writer: any DatabaseWriting) throws {
        let users = try writer.rows(
            "SELECT user_id FROM subscriptions WHERE feed_id = ? AND keep_newest > 0 ORDER BY user_id",
            [feed]
        ) { try $0["user_id"] as Int64 }
        for user in users { try applyKeeping(user, feed, now, writer) }
    }

    /// Applies all rules of a user, after many entries changed at once.
    static func applyAllKeeping(_ user: Int64, _ now: Date, _ writer: any DatabaseWriting) throws {
        let feeds = try writer.rows(
            "SELECT feed_id FROM subscriptions WHERE user_id = ? AND keep_newest > 0 ORDER BY feed_id",
            [user]
        ) { try $0["feed_id"] as Int64 }
        for feed in feeds { try applyKeeping(user, feed, now, writer) }
    }

    /// Applies the rule of the feed that an entry is of, where there is one.
    static func applyKeeping(
        afterReading entry: Int64,
        _ user: Int64,
        _ now: Date,
        _ writer: any DatabaseWriting
    ) throws {
        let feed: Int64? = try writer.value(
            """
            SELECT s.feed_id FROM entry_states s
            JOIN subscriptions b ON b.user_id = s.user_id AND b.feed_id = s.feed_id
            WHERE s.user_id = ? AND s.entry_id = ? AND b.keep_newest > 0
            """,
            [user, entry]
        )
        if let feed { try applyKeeping(user, feed, now, writer) }
    }

    /// Gives a new subscription what the user wants for all new ones.
    static func setDefaults(_ user: Int64, _ feed: Int64, _ now: Date, _ writer: any DatabaseWriting) throws {
        let settings = UserSettings(try settings(of: user, writer))
        guard settings.keepNewest > 0 else { return }
        try writer.execute(
            "UPDATE subscriptions SET keep_newest = ? WHERE user_id = ? AND feed_id = ?",
            [settings.keepNewest, user, feed]
        )
        try applyKeeping(user, feed, now, writer)
    }
}
