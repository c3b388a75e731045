import Database
import Foundation

/// What an administrator sees of a user.
struct UserOverview: Sendable, Equatable {
    var user: UserRecord
    var feeds: Int
    var sessions: Int
    var tokens: Int

    init(_ row: Row) throws {
        user = try UserRecord(row)
        feeds = try row["feeds"]
        sessions = try row["sessions"]
        tokens = try row["tokens"]
    }
}

extension PodcastStore {
    /// Every user, by name.
    func users(now: Date) async throws -> [UserOverview] {
        try await database.read { reader in
            try reader.rows(Self.overviewQuery() + " ORDER BY u.name_key", [now], as: UserOverview.init)
        }
    }

    /// - Throws: ``StoreError/noSuchUser``.
    func overview(of user: Int64, now: Date) async throws -> UserOverview {
        try await database.read { reader in
            let row = try reader.row(Self.overviewQuery() + " WHERE u.id = ?", [now, user])
            guard let row else { throw StoreError.noSuchUser }
            return try UserOverview(row)
        }
    }

    private static func overviewQuery() -> String {
        """
        SELECT \(UserRecord.columns(of: "u")),
            (SELECT count(*) FROM subscriptions b WHERE b.user_id = u.id) AS feeds,
            (SELECT count(*) FROM sessions s WHERE s.user_id = u.id AND s.kind = 'page' AND s.expires > ?) AS sessions,
            (SELECT count(*) FROM api_tokens t WHERE t.user_id = u.id) AS tokens
        FROM users u
        """
    }

    /// Changes what is given; disabling ends the user's sessions and voids their links.
    ///
    /// - Throws: ``StoreError/noSuchUser``, ``StoreError/nameTaken``, ``StoreError/lastAdministrator``.
    func changeUser(_ user: Int64, name: String?, isAdministrator: Bool?, isDisabled: Bool?) async throws {
        try await database.write { writer in
            guard try writer.row("SELECT 1 FROM users WHERE id = ?", [user]) != nil else {
                throw StoreError.noSuchUser
            }
            if let name { try Self.rename(user, name, writer) }
            if isAdministrator == false || isDisabled == true { try Self.keepAnAdministrator(but: user, writer) }
            if let isAdministrator {
                try writer.execute("UPDATE users SET is_administrator = ? WHERE id = ?", [isAdministrator, user])
            }
            if let isDisabled {
                try writer.execute("UPDATE users SET is_disabled = ? WHERE id = ?", [isDisabled, user])
            }
            if isDisabled == true {
                try writer.execute("DELETE FROM sessions WHERE user_id = ?", [user])
                try writer.execute("DELETE FROM one_time_links WHERE user_id = ?", [user])
            }
        }
    }

    /// Removes a user with everything of theirs, and the feeds that nobody else is subscribed to.
    ///
    /// - Returns: the entries that are gone, whose kept media is of no use any more.
    /// - Throws: ``StoreError/noSuchUser``, ``StoreError/lastAdministrator``.
    func removeUser(_ user: Int64) async throws -> [Int64] {
        try await database.write { writer in
            guard try writer.row("SELECT 1 FROM users WHERE id = ?", [user]) != nil else {
                throw StoreError.noSuchUser
            }
            try Self.keepAnAdministrator(but: user, writer)
            let alone = """
                SELECT b.feed_id FROM subscriptions b WHERE b.user_id = ?
                    AND NOT EXISTS (SELECT 1 FROM subscriptions o WHERE o.feed_id = b.feed_id AND o.user_id <> ?)
                """
            let feeds: [Int64] = try writer.rows(alone, [user, user]) { try $0["feed_id"] }
            var gone: [Int64] = []
            for feed in feeds {
                gone += try writer.rows("SELECT id FROM entries WHERE feed_id = ?", [feed]) { try $0["id"] }
            }
            try writer.execute("DELETE FROM users WHERE id = ?", [user])
            for feed in feeds {
                try SearchIndex.remove(feed: feed, writer)
                try writer.execute("DELETE FROM feeds WHERE id = ?", [feed])
            }
            try Self.forgetDownloads(writer)
            return gone
        }
    }

    private static func rename(_ user: Int64, _ name: String, _ writer: any DatabaseWriting) throws {
        let key = UserRecord.key(of: name)
        let other = try writer.row("SELECT 1 FROM users WHERE name_key = ? AND id <> ?", [key, user])
        guard other == nil else { throw StoreError.nameTaken }
        try writer.execute("UPDATE users SET name = ?, name_key = ? WHERE id = ?", [name, key, user])
    }

    /// Makes sure that somebody else can administer when `user` no longer can.
    private static func keepAnAdministrator(but user: Int64, _ writer: any DatabaseWriting) throws {
        // Writing the rows holds them: two administrators who demote one another at once must not both succeed.
        try writer.execute("UPDATE users SET is_administrator = 1 WHERE is_administrator = 1")
        let isOne = try writer.row(
            "SELECT 1 FROM users WHERE id = ? AND is_administrator = 1 AND is_disabled = 0",
            [user]
        )
        guard isOne != nil else { return }
        let other = try writer.row(
            "SELECT 1 FROM users WHERE is_administrator = 1 AND is_disabled = 0 AND id <> ? ORDER BY id LIMIT 1",
            [user]
        )
        guard other != nil else { throw StoreError.lastAdministrator }
    }
}
