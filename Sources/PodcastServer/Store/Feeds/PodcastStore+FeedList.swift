import Database
import Foundation

extension PodcastStore {
    /// A user's subscriptions, in no order: the titles are compared by the caller's rules.
    func subscriptions(of user: Int64) async throws -> [SubscriptionRow] {
        try await database.read { reader in
            try reader.rows(Self.subscriptionQuery(ofOne: false), [user], as: SubscriptionRow.init)
        }
    }

    /// One subscription of a user.
    ///
    /// - Throws: ``StoreError/noSuchFeed``.
    func subscription(of user: Int64, feed: Int64) async throws -> SubscriptionRow {
        try await database.read { reader in
            let row = try reader.row(Self.subscriptionQuery(ofOne: true), [user, feed])
            guard let row else { throw StoreError.noSuchFeed }
            return try SubscriptionRow(row)
        }
    }

    static func subscriptionQuery(ofOne: Bool) -> String {
        """
        SELECT s.feed_id, s.title AS custom_title, s.folder, s.speed, s.skip_intro, s.skip_outro, s.keep_newest,
            s.queue_rule, s.queue_limit, s.entry_order, s.added, s.unread, s.total,
            f.url, f.title, f.author, f.description, f.link, f.image_url, f.kind,
            t.last_fetch, t.last_success, t.next_refresh, t.failing_since, t.failures, t.error_code, t.error_message,
            t.is_gone,
            (SELECT n.sort_date FROM entry_states n WHERE n.user_id = s.user_id AND n.feed_id = s.feed_id
                ORDER BY n.sort_date DESC, n.entry_id DESC LIMIT 1) AS newest
        FROM subscriptions s
        JOIN feeds f ON f.id = s.feed_id
        JOIN fetch_states t ON t.feed_id = s.feed_id
        WHERE s.user_id = ?\(ofOne ? " AND s.feed_id = ?" : "")
        """
    }

    /// The unread entries of a user over all subscriptions.
    func unreadCount(of user: Int64) async throws -> Int {
        try await database.read { try $0.value(Self.unreadQuery, [user]) ?? 0 }
    }

    static let unreadQuery = "SELECT sum(unread) FROM subscriptions WHERE user_id = ?"

    /// The entries and the unread ones of a user over all subscriptions, and when the newest was published.
    func totals(of user: Int64) async throws -> (entries: Int, unread: Int, newest: Date?) {
        try await database.read { reader in
            let row = try reader.row(
                """
                SELECT coalesce(sum(total), 0) AS total, coalesce(sum(unread), 0) AS unread,
                    (SELECT sort_date FROM entry_states WHERE user_id = ?
                        ORDER BY sort_date DESC, entry_id DESC LIMIT 1) AS newest
                FROM subscriptions WHERE user_id = ?
                """,
                [user, user]
            )
            guard let row else { return (0, 0, nil) }
            return (try row["total"], try row["unread"], try row["newest"])
        }
    }
}
