import Database
import Foundation

/// What a one-time link is for.
enum LinkPurpose: String, Sendable, DatabaseValueConvertible {
    /// Sets the first administrator's name and password.
    case setup
    /// Signs a user in.
    case signIn = "sign-in"
    /// Sets a user's password.
    case password
}

extension PodcastStore {
    /// Stores a link's hash; links for the same purpose and user that were given out before no longer work.
    func addLink(tokenHash: [UInt8], purpose: LinkPurpose, user: Int64?, now: Date, expires: Date) async throws {
        try await database.write { writer in
            try writer.execute(
                "DELETE FROM one_time_links WHERE purpose = ? AND user_id IS NOT DISTINCT FROM ?",
                [purpose, user]
            )
            try writer.execute(
                "INSERT INTO one_time_links(token_hash, purpose, user_id, created, expires) VALUES (?, ?, ?, ?, ?)",
                [tokenHash, purpose, user, now, expires]
            )
        }
    }

    /// Uses a sign-in link up.
    ///
    /// - Throws: ``StoreError/linkInvalid``, also for a disabled user.
    func useSignInLink(tokenHash: [UInt8], now: Date) async throws -> UserRecord {
        try await database.write { writer in try Self.useLink(tokenHash, .signIn, now, writer) }
    }

    /// Uses a link up that sets a password, and sets it; every session of the user ends.
    ///
    /// - Throws: ``StoreError/linkInvalid``, also for a disabled user.
    func usePasswordLink(tokenHash: [UInt8], passwordHash: String, now: Date) async throws -> UserRecord {
        try await database.write { writer in
            var user = try Self.useLink(tokenHash, .password, now, writer)
            try Self.setPassword(user.id, passwordHash, nil, writer)
            user.passwordHash = passwordHash
            return user
        }
    }

    private static func useLink(
        _ tokenHash: [UInt8],
        _ purpose: LinkPurpose,
        _ now: Date,
        _ writer: any DatabaseWriting
    ) throws -> UserRecord {
        guard let user = try use(tokenHash, purpose, now, writer) else { throw StoreError.linkInvalid }
        let row = try writer.row("SELECT \(UserRecord.columns) FROM users WHERE id = ? AND is_disabled = 0", [user])
        guard let row else { throw StoreError.linkInvalid }
        return try UserRecord(row)
    }

    /// Uses the setup link up and adds the first administrator, both or neither.
    ///
    /// - Throws: ``StoreError/linkInvalid``, also when there is an administrator already; ``StoreError/nameTaken``.
    func setUp(tokenHash: [UInt8], name: String, passwordHash: String, now: Date) async throws -> UserRecord {
        try await database.write { writer in
            _ = try Self.use(tokenHash, .setup, now, writer)
            guard try writer.row("SELECT 1 FROM users WHERE is_administrator = 1 LIMIT 1") == nil else {
                throw StoreError.linkInvalid
            }
            return try Self.addUser(name, passwordHash, true, now, writer)
        }
    }

    /// Whether a link would work now, without using it up.
    func isValidLink(tokenHash: [UInt8], purpose: LinkPurpose, now: Date) async throws -> Bool {
        try await database.read { reader in
            try reader.row(
                "SELECT 1 FROM one_time_links WHERE token_hash = ? AND purpose = ? AND used IS NULL AND expires > ?",
                [tokenHash, purpose, now]
            ) != nil
        }
    }

    private static func use(
        _ tokenHash: [UInt8],
        _ purpose: LinkPurpose,
        _ now: Date,
        _ writer: any DatabaseWriting
    ) throws -> Int64? {
        let row = try writer.row(
            """
            UPDATE one_time_links SET used = ?
            WHERE token_hash = ? AND purpose = ? AND used IS NULL AND expires > ? RETURNING user_id
            """,
            [now, tokenHash, purpose, now]
        )
        guard let row else { throw StoreError.linkInvalid }
        return try row["user_id"]
    }
}
