import Database

extension PodcastStore {
    /// The administrator that was there first; `nil` on a new server.
    func administrator() async throws -> UserRecord? {
        try await database.read { reader in
            let sql = "SELECT \(UserRecord.columns) FROM users WHERE is_administrator = 1 ORDER BY id LIMIT 1"
            return try reader.row(sql).map(UserRecord.init)
        }
    }
}
