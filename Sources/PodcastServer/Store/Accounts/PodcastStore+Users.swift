import Database
import Foundation

extension PodcastStore {
    /// Whether nobody can sign in yet, so that the setup link is to be shown.
    func needsSetup() async throws -> Bool {
        try await database.read { try $0.row("SELECT 1 FROM users WHERE is_administrator = 1 LIMIT 1") == nil }
    }

    func user(id: Int64) async throws -> UserRecord? {
        try await database.read { reader in
            try reader.row("SELECT \(UserRecord.columns) FROM users WHERE id = ?", [id]).map(UserRecord.init)
        }
    }

    /// The user called `name`, in whatever case.
    func user(named name: String) async throws -> UserRecord? {
        try await database.read { reader in
            let sql = "SELECT \(UserRecord.columns) FROM users WHERE name_key = ?"
            return try reader.row(sql, [UserRecord.key(of: name)]).map(UserRecord.init)
        }
    }

    /// Adds a user.
    ///
    /// - Throws: ``StoreError/nameTaken``.
    func addUser(name: String, passwordHash: String?, isAdministrator: Bool, now: Date) async throws -> UserRecord {
        try await database.write { writer in
            try Self.addUser(name, passwordHash, isAdministrator, now, writer)
        }
    }

    static func addUser(
        _ name: String,
        _ passwordHash: String?,
        _ isAdministrator: Bool,
        _ now: Date,
        _ writer: any DatabaseWriting
    ) throws -> UserRecord {
        let row = try writer.row(
            """
            INSERT INTO users(name, name_key, password_hash, is_administrator, created) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (name_key) DO NOTHING RETURNING \(UserRecord.columns)
            """,
            [name, UserRecord.key(of: name), passwordHash, isAdministrator, now]
        )
        guard let row else { throw StoreError.nameTaken }
        let user = try UserRecord(row)
        try writer.execute(
            "INSERT INTO sync_clocks(user_id, tick) VALUES (?, ?)",
            [user.id, Int64(now.timeIntervalSince1970)]
        )
        return user
    }

    /// Replaces a password, ends every session of the user but `kept`, and voids the user's links, in one step.
    ///
    /// - Throws: ``StoreError/noSuchUser``.
    func setPassword(of user: Int64, hash: String, keeping kept: [UInt8]? = nil) async throws {
        try await database.write { writer in try Self.setPassword(user, hash, kept, writer) }
    }

    static func setPassword(
        _ user: Int64,
        _ hash: String,
        _ kept: [UInt8]?,
        _ writer: any DatabaseWriting
    ) throws {
        guard try writer.execute("UPDATE users SET password_hash = ? WHERE id = ?", [hash, user]) == 1 else {
            throw StoreError.noSuchUser
        }
        try writer.execute("DELETE FROM sessions WHERE user_id = ? AND token_hash <> ?", [user, kept ?? []])
        try writer.execute("DELETE FROM one_time_links WHERE user_id = ?", [user])
    }

    /// Replaces the hash of the same password by a stronger one, unless the password has changed meanwhile.
    func strengthenPassword(of user: Int64, from old: String, to new: String) async throws {
        try await database.write { writer in
            _ = try writer.execute(
                "UPDATE users SET password_hash = ? WHERE id = ? AND password_hash = ?",
                [new, user, old]
            )
        }
    }

    /// Notes that a user is here.
    func touchUser(_ user: Int64, now: Date) async throws {
        try await database.write { writer in
            _ = try writer.execute("UPDATE users SET last_seen = ? WHERE id = ?", [now, user])
        }
    }
}
