import Database
import Foundation

/// Where a user is in an entry.
struct StoredPosition: Sendable, Equatable {
    /// Seconds from the beginning.
    var seconds: Double
    /// The whole length in seconds as a player found it.
    var duration: Double?
    /// When the player was there, by its own clock.
    var at: Date
}

extension PodcastStore {
    /// How far a player's clock may be ahead: a later time counts as this.
    ///
    /// A wrong clock could otherwise keep every other device from writing, for years.
    static let clockTolerance: TimeInterval = 60

    /// Keeps a position unless a newer one is stored, and tells which is.
    ///
    /// The newer `at` wins, whatever the order of arrival; of two with the same `at` the one further on. So a queue of writes
    /// that is sent twice, or late, changes nothing that came after.
    ///
    /// - Throws: ``StoreError/noSuchEntry``, ``StoreError/invalidPosition``.
    func setPosition(
        of entry: Int64,
        user: Int64,
        _ position: StoredPosition,
        now: Date
    ) async throws -> StoredPosition {
        let seconds = try Self.seconds(position)
        let duration = position.duration.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        let at = min(position.at, now + Self.clockTolerance)
        return try await database.write { writer in
            try writer.execute(
                """
                UPDATE entry_states SET position = ?, duration = coalesce(?, duration), position_at = ?
                WHERE user_id = ? AND entry_id = ?
                    AND (position_at IS NULL OR position_at < ? OR (position_at = ? AND position < ?))
                """,
                [seconds, duration, at, user, entry, at, at, seconds]
            )
            guard let stored = try Self.position(of: entry, user, writer) else { throw StoreError.noSuchEntry }
            return stored
        }
    }

    /// The stored position; `nil` before the first.
    ///
    /// - Throws: ``StoreError/noSuchEntry``.
    func position(of entry: Int64, user: Int64) async throws -> StoredPosition? {
        try await database.read { reader in
            guard try Self.hasState(entry, user, reader) else { throw StoreError.noSuchEntry }
            return try Self.position(of: entry, user, reader)
        }
    }

    private static func position(
        of entry: Int64,
        _ user: Int64,
        _ reader: any DatabaseReading
    ) throws -> StoredPosition? {
        let row = try reader.row(
            "SELECT position, duration, position_at FROM entry_states WHERE user_id = ? AND entry_id = ?",
            [user, entry]
        )
        guard let row, let at: Date = try row["position_at"] else { return nil }
        return StoredPosition(seconds: try row["position"], duration: try row["duration"], at: at)
    }

    static func hasState(_ entry: Int64, _ user: Int64, _ reader: any DatabaseReading) throws -> Bool {
        try reader.row("SELECT 1 FROM entry_states WHERE user_id = ? AND entry_id = ?", [user, entry]) != nil
    }

    /// A position is held within the episode; players report a little beyond the end, and a little before zero.
    private static func seconds(_ position: StoredPosition) throws -> Double {
        guard position.seconds.isFinite else { throw StoreError.invalidPosition }
        let seconds = max(0, position.seconds)
        guard let duration = position.duration, duration.isFinite, duration > 0 else { return seconds }
        return min(seconds, duration)
    }
}
