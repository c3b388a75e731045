import Database
import Foundation

extension PodcastStore {
    /// Devices a user may have; a program that makes up a new name each time must not fill the disk.
    static let maximumDevices = 500

    /// A user's devices, by name, and how many subscriptions each has: all of them.
    func devices(of user: Int64) async throws -> (devices: [SyncDevice], subscriptions: Int) {
        try await database.read { reader in
            let devices = try reader.rows(
                "SELECT \(SyncDevice.columns) FROM sync_devices WHERE user_id = ? ORDER BY device",
                [user],
                as: SyncDevice.init
            )
            let count: Int = try reader.value("SELECT count(*) FROM subscriptions WHERE user_id = ?", [user]) ?? 0
            return (devices, count)
        }
    }

    /// Adds or changes a device; what is `nil` stays.
    ///
    /// - Throws: ``StoreError/tooManyDevices``.
    func setDevice(_ device: String, of user: Int64, caption: String?, kind: String?) async throws {
        try await database.write { writer in
            try Self.needDevice(device, user, writer)
            func set(_ column: String, _ value: String?) throws {
                guard let value else { return }
                try writer.execute(
                    "UPDATE sync_devices SET \(column) = ? WHERE user_id = ? AND device = ?",
                    [value, user, device]
                )
            }
            try set("caption", caption)
            try set("kind", kind)
        }
    }

    func hasDevice(_ device: String, of user: Int64) async throws -> Bool {
        try await database.read { try Self.device(device, user, $0) != nil }
    }

    static func device(_ device: String, _ user: Int64, _ reader: any DatabaseReading) throws -> SyncDevice? {
        let sql = "SELECT \(SyncDevice.columns) FROM sync_devices WHERE user_id = ? AND device = ?"
        return try reader.row(sql, [user, device]).map(SyncDevice.init)
    }

    /// Adds a device where there is none of that name.
    static func needDevice(_ device: String, _ user: Int64, _ writer: any DatabaseWriting) throws {
        guard try Self.device(device, user, writer) == nil else { return }
        let count: Int = try writer.value("SELECT count(*) FROM sync_devices WHERE user_id = ?", [user]) ?? 0
        guard count < maximumDevices else { throw StoreError.tooManyDevices }
        try writer.execute(
            """
            INSERT INTO sync_devices(user_id, device, caption, kind) VALUES (?, ?, ?, 'other')
            ON CONFLICT (user_id, device) DO NOTHING
            """,
            [user, device, device]
        )
    }

    /// Notes that a device has seen every subscription with an earlier tick.
    static func setListSeen(_ device: String, _ user: Int64, _ tick: Int64, _ writer: any DatabaseWriting) throws {
        try writer.execute(
            "UPDATE sync_devices SET list_seen = ? WHERE user_id = ? AND device = ?",
            [tick, user, device]
        )
    }

    /// Puts devices into common groups, and takes some out of theirs.
    ///
    /// - Throws: ``StoreError/noSuchDevice``.
    func changeGroups(of user: Int64, join: [[String]], leave: [String]) async throws {
        try await database.write { writer in
            func group(_ device: String) throws -> Int64? {
                guard let known = try Self.device(device, user, writer) else { throw StoreError.noSuchDevice }
                return known.group
            }
            for devices in join {
                let groups = try devices.map(group)
                let next: Int64 =
                    try writer.value("SELECT max(sync_group) FROM sync_devices WHERE user_id = ?", [user]) ?? 0
                let target = groups.compactMap { $0 }.first ?? next + 1
                for other in groups.compactMap({ $0 }) where other != target {
                    try writer.execute(
                        "UPDATE sync_devices SET sync_group = ? WHERE user_id = ? AND sync_group = ?",
                        [target, user, other]
                    )
                }
                for device in devices { try Self.setGroup(device, user, target, writer) }
            }
            for device in leave {
                _ = try group(device)
                try Self.setGroup(device, user, nil, writer)
            }
        }
    }

    private static func setGroup(
        _ device: String,
        _ user: Int64,
        _ group: Int64?,
        _ writer: any DatabaseWriting
    ) throws {
        try writer.execute(
            "UPDATE sync_devices SET sync_group = ? WHERE user_id = ? AND device = ?",
            [group, user, device]
        )
    }
}
