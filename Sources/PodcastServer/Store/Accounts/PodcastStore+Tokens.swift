import Database
import Foundation

extension PodcastStore {
    /// API tokens a user may have: each program has its own, so hundreds are a program's mistake.
    static let maximumTokens = 200

    /// - Throws: ``StoreError/tooManyTokens``.
    func addToken(
        id: String,
        hash: [UInt8],
        user: Int64,
        name: String,
        now: Date
    ) async throws -> APITokenRecord {
        try await database.write { writer in
            let count: Int = try writer.value("SELECT count(*) FROM api_tokens WHERE user_id = ?", [user]) ?? 0
            guard count < Self.maximumTokens else { throw StoreError.tooManyTokens }
            let row = try writer.row(
                """
                INSERT INTO api_tokens(id, user_id, token_hash, name, created) VALUES (?, ?, ?, ?, ?)
                RETURNING id, name, created, last_used
                """,
                [id, user, hash, name, now]
            )
            guard let row else { throw StoreError.noSuchUser }
            return try APITokenRecord(row)
        }
    }

    /// The user of a token; `nil` when there is none such or the user is disabled.
    func token(hash: [UInt8]) async throws -> (user: UserRecord, token: APITokenRecord)? {
        try await database.read { reader in
            let row = try reader.row(
                """
                SELECT \(APITokenRecord.columns), \(UserRecord.columns(of: "u"))
                FROM api_tokens t JOIN users u ON u.id = t.user_id
                WHERE t.token_hash = ? AND u.is_disabled = 0
                """,
                [hash]
            )
            return try row.map { (try UserRecord($0), try APITokenRecord($0)) }
        }
    }

    /// A user's tokens, the newest first.
    func tokens(of user: Int64) async throws -> [APITokenRecord] {
        try await database.read { reader in
            try reader.rows(
                "SELECT \(APITokenRecord.columns) FROM api_tokens t WHERE t.user_id = ? ORDER BY t.created DESC, t.id",
                [user],
                as: APITokenRecord.init
            )
        }
    }

    func touchToken(_ id: String, now: Date) async throws {
        try await database.write { writer in
            _ = try writer.execute("UPDATE api_tokens SET last_used = ? WHERE id = ?", [now, id])
        }
    }

    /// Removes a token and the sessions opened with it.
    ///
    /// - Throws: ``StoreError/noSuchToken``.
    func removeToken(_ id: String, of user: Int64) async throws {
        try await database.write { writer in
            let removed = try writer.execute("DELETE FROM api_tokens WHERE id = ? AND user_id = ?", [id, user])
            guard removed == 1 else { throw StoreError.noSuchToken }
        }
    }
}
