import Database
import Foundation

extension PodcastStore {
    func addSession(tokenHash: [UInt8], user: Int64, userAgent: String, now: Date, expires: Date) async throws {
        try await database.write { writer in
            _ = try writer.execute(
                """
                INSERT INTO sessions(token_hash, user_id, user_agent, created, last_seen, expires)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                [tokenHash, user, String(userAgent.prefix(300)), now, now, expires]
            )
        }
    }

    /// The session of a token with its user; `nil` when there is none or it has expired.
    func session(tokenHash: [UInt8], now: Date) async throws -> SessionRecord? {
        try await database.read { reader in
            try reader.row(
                """
                SELECT s.token_hash, s.user_agent, s.created AS session_created, s.last_seen, s.expires,
                    u.id, u.name, u.password_hash, u.is_administrator, u.created
                FROM sessions s JOIN users u ON u.id = s.user_id
                WHERE s.token_hash = ? AND s.expires > ?
                """,
                [tokenHash, now]
            ).map(SessionRecord.init)
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

    /// Removes sessions and links whose time is over.
    func removeExpiredSessions(now: Date) async throws {
        try await database.write { writer in
            try writer.execute("DELETE FROM sessions WHERE expires <= ?", [now])
            try writer.execute("DELETE FROM one_time_links WHERE expires <= ?", [now])
        }
    }
}
