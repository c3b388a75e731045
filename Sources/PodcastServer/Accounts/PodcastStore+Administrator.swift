import Database

extension PodcastStore {
    /// The administrator that was there first and is not disabled; `nil` on a new server.
    func administrator() async throws -> UserRecord? {
        try await database.read { reader in
            let sql =
                "SELECT \(UserRecord.columns) FROM users WHERE is_administrator = 1 AND is_disabled = 0 ORDER BY id LIMIT 1"
            return try reader.row(sql).map(UserRecord.init)
        }
    }
}
