import Database
import Foundation

extension PodcastStore {
    /// How many programs' sessions a user has at most: some open a new one for each synchronisation.
    static let maximumSyncSessions = 50

    /// Adds a session, and removes those whose time is over.
    func addSession(
        tokenHash: [UInt8],
        user: Int64,
        kind: SessionKind = .page,
        apiToken: String? = nil,
        userAgent: String,
        now: Date,
        expires: Date
    ) async throws {
        try await database.write { writer in
            try Self.removeExpired(now, writer)
            try writer.execute(
                """
                INSERT INTO sessions(token_hash, user_id, kind, token_id, user_agent, created, last_seen, expires)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [tokenHash, user, kind, apiToken, String(userAgent.prefix(300)), now, now, expires]
            )
            guard kind == .sync else { return }
            try writer.execute(
                """
                DELETE FROM sessions WHERE user_id = ? AND kind = ? AND token_hash NOT IN
                    (SELECT token_hash FROM sessions WHERE user_id = ? AND kind = ?
                        ORDER BY created DESC, token_hash LIMIT ?)
                """,
                [user, kind, user, kind, Self.maximumSyncSessions]
            )
        }
    }

    /// The session of a token with its user; `nil` when there is none, it has expired, or the user is disabled.
    func session(tokenHash: [UInt8], kind: SessionKind = .page, now: Date) async throws -> SessionRecord? {
        try await database.read { reader in
            try reader.row(
                """
                SELECT s.token_hash, s.user_agent, s.created, s.last_seen, s.expires, \(UserRecord.columns(of: "u"))
                FROM sessions s JOIN users u ON u.id = s.user_id
                WHERE s.token_hash = ? AND s.kind = ? AND s.expires > ? AND u.is_disabled = 0
                """,
                [tokenHash, kind, now]
            ).map(SessionRecord.init)
        }
    }

    /// A user's sessions on the page, the last used first.
    func sessions(of user: Int64, now: Date) async throws -> [SessionRecord] {
        try await database.read { reader in
            try reader.rows(
                """
                SELECT s.token_hash, s.user_agent, s.created, s.last_seen, s.expires, \(UserRecord.columns(of: "u"))
                FROM sessions s JOIN users u ON u.id = s.user_id
                WHERE s.user_id = ? AND s.kind = 'page' AND s.expires > ?
                ORDER BY s.last_seen DESC, s.created DESC, s.token_hash
                """,
                [user, now],
                as: SessionRecord.init
            )
        }
    }

    /// Notes that a session is in use and moves its end.
    ///
    /// Callers do so now and then, not at every request.
    func touchSession(tokenHash: [UInt8], now: Date, expires: Date) async throws {
        try await database.write { writer in
            _ = try writer.execute(
                "UPDATE sessions SET last_seen = ?, expires = ? WHERE token_hash = ?",
                [now, expires, tokenHash]
            )
        }
    }

    func removeSession(tokenHash: [UInt8]) async throws {
        try await database.write { writer in
            _ = try writer.execute("DELETE FROM sessions WHERE token_hash = ?", [tokenHash])
        }
    }

    /// Ends every session of a user but `kept`, those of programs too.
    func removeSessions(of user: Int64, keeping kept: [UInt8]?) async throws {
        try await database.write { writer in
            _ = try writer.execute(
                "DELETE FROM sessions WHERE user_id = ? AND token_hash <> ?",
                [user, kept ?? []]
            )
        }
    }

    /// Removes sessions and links whose time is over.
    func removeExpiredSessions(now: Date) async throws {
        try await database.write { writer in try Self.removeExpired(now, writer) }
    }

    private static func removeExpired(_ now: Date, _ writer: any DatabaseWriting) throws {
        try writer.execute("DELETE FROM sessions WHERE expires <= ?", [now])
        try writer.execute("DELETE FROM one_time_links WHERE expires <= ?", [now])
    }
}
