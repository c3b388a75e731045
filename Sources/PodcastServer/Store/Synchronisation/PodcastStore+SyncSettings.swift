import Database

extension PodcastStore {
    /// Settings that a program keeps: JSON texts by name.
    struct SyncSettingsScope: Sendable, Equatable {
        /// `account`, `device`, `podcast` or `episode`.
        var name: String
        /// The device, the podcast's address, or that and the episode's; empty for the account.
        var subject: String
    }

    /// Settings that a user's programs may keep: a few for each podcast.
    static let maximumSettings = 20_000

    /// A scope's settings.
    func syncSettings(of user: Int64, _ scope: SyncSettingsScope) async throws -> [String: String] {
        try await database.read { try Self.syncSettings(user, scope, $0) }
    }

    /// Changes a scope's settings.
    ///
    /// - Returns: all of them afterwards.
    /// - Throws: ``StoreError/tooManySettings``.
    func changeSyncSettings(
        of user: Int64,
        _ scope: SyncSettingsScope,
        set: [String: String],
        remove: [String]
    ) async throws -> [String: String] {
        try await database.write { writer in
            for name in remove {
                try writer.execute(
                    "DELETE FROM sync_settings WHERE user_id = ? AND scope = ? AND subject = ? AND name = ?",
                    [user, scope.name, scope.subject, name]
                )
            }
            for (name, value) in set.sorted(by: { $0.key < $1.key }) {
                try writer.execute(
                    """
                    INSERT INTO sync_settings(user_id, scope, subject, name, value) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (user_id, scope, subject, name) DO UPDATE SET value = excluded.value
                    """,
                    [user, scope.name, scope.subject, name, value]
                )
            }
            let count: Int = try writer.value("SELECT count(*) FROM sync_settings WHERE user_id = ?", [user]) ?? 0
            guard count <= Self.maximumSettings else { throw StoreError.tooManySettings }
            return try Self.syncSettings(user, scope, writer)
        }
    }

    private static func syncSettings(
        _ user: Int64,
        _ scope: SyncSettingsScope,
        _ reader: any DatabaseReading
    ) throws -> [String: String] {
        var settings: [String: String] = [:]
        try reader.forEach(
            "SELECT name, value FROM sync_settings WHERE user_id = ? AND scope = ? AND subject = ? ORDER BY name",
            [user, scope.name, scope.subject]
        ) { settings[try $0["name"]] = try $0["value"] }
        return settings
    }
}
