import Database
import Foundation
import PodcastAPI

/// Where a user is in an entry.
struct StoredPosition: Sendable, Equatable {
    /// Seconds from the beginning.
    var seconds: Double
    /// The whole length in seconds as a player found it.
    var duration: Double?
    /// When the player was there, by its own clock.
    var at: Date
    /// Whether the entry is read.
    var isRead = false
}

extension PodcastStore {
    /// How far a player's clock may be ahead: a later time counts as this.
    ///
    /// A wrong clock could otherwise keep every other device from writing, for years.
    static let clockTolerance: TimeInterval = 60

    /// Keeps a position unless a newer one is stored, and tells which is.
    ///
    /// The newer `at` wins, whatever the order of arrival; of two with the same `at` the one further on. So a queue of writes
    /// that is sent twice, or late, changes nothing that came after. A position that crosses the user's threshold finishes
    /// the entry; what was heard goes into the statistics.
    ///
    /// - Throws: ``StoreError/noSuchEntry``, ``StoreError/invalidPosition``.
    func setPosition(
        of entry: Int64,
        user: Int64,
        _ position: StoredPosition,
        now: Date
    ) async throws -> StoredPosition {
        var wanted = position
        wanted.seconds = try Self.seconds(position)
        wanted.duration = position.duration.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        wanted.at = min(position.at, now + Self.clockTolerance)
        let sent = wanted
        return try await changing { try Self.setPosition(of: entry, user: user, sent, now: now, $0) }
    }

    private static func setPosition(
        of entry: Int64,
        user: Int64,
        _ wanted: StoredPosition,
        now: Date,
        _ writer: any DatabaseWriting
    ) throws -> StoredPosition {
        guard let before = try PositionBefore(entry, user, writer) else { throw StoreError.noSuchEntry }
        let changed = try writer.execute(
            """
            UPDATE entry_states SET position = ?, duration = coalesce(?, duration), position_at = ?
            WHERE user_id = ? AND entry_id = ?
                AND (position_at IS NULL OR position_at < ? OR (position_at = ? AND position < ?))
            """,
            [wanted.seconds, wanted.duration, wanted.at, user, entry, wanted.at, wanted.at, wanted.seconds]
        )
        if changed == 1 { try take(wanted, before, entry, user, now, writer) }
        guard let stored = try Self.position(of: entry, user, writer) else {
            // Cleared later than the player was there.
            return StoredPosition(seconds: 0, at: before.position?.at ?? wanted.at, isRead: before.isRead)
        }
        return stored
    }

    /// What follows from a position that won.
    static func take(
        _ position: StoredPosition,
        _ before: PositionBefore,
        _ entry: Int64,
        _ user: Int64,
        _ now: Date,
        _ writer: any DatabaseWriting
    ) throws {
        if let duration = position.duration, duration != before.length {
            try writer.execute(
                "UPDATE entry_states SET length = ? WHERE user_id = ? AND entry_id = ?",
                [duration, user, entry]
            )
        }
        let settings = UserSettings(try Self.settings(of: user, writer))
        let line = FinishLine(settings, duration: position.duration ?? before.length, skipOutro: before.skipOutro)
        let old = before.position.map { (seconds: $0.seconds, at: $0.at) }
        let finishes =
            !before.isRead && line?.isCrossed(from: before.position?.seconds, to: position.seconds) == true
        if finishes {
            try writer.execute(
                """
                UPDATE entry_states SET read = 1, finished_at = coalesce(finished_at, ?)
                WHERE user_id = ? AND entry_id = ?
                """,
                [position.at, user, entry]
            )
            try removeFromQueue([entry], of: user, writer)
            try applyKeeping(afterReading: entry, user, now, writer)
            try noteRead(true, entry, user, writer)
        }
        try addListening(
            Listening(from: old, to: (position.seconds, position.at)),
            finished: finishes,
            feed: before.feed,
            user,
            at: position.at,
            writer
        )
        var event = ServerEvent(.position)
        event.entry = "\(entry)"
        event.position = PlayPosition(
            seconds: position.seconds,
            duration: position.duration ?? before.length,
            at: position.at
        )
        try note(event, for: user, writer)
    }

    /// Forgets where a user is in an entry; whether it is read or finished stays.
    ///
    /// A device that was offline and sends an older position does not bring it back.
    ///
    /// - Throws: ``StoreError/noSuchEntry``.
    func clearPosition(of entry: Int64, user: Int64, now: Date) async throws {
        try await changing { writer in
            let changed = try writer.execute(
                "UPDATE entry_states SET position = NULL, position_at = ? WHERE user_id = ? AND entry_id = ?",
                [now, user, entry]
            )
            guard changed == 1 else { throw StoreError.noSuchEntry }
            var event = ServerEvent(.position)
            event.entry = "\(entry)"
            try Self.note(event, for: user, writer)
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
            "SELECT position, duration, position_at, read FROM entry_states WHERE user_id = ? AND entry_id = ?",
            [user, entry]
        )
        guard let row, let at: Date = try row["position_at"], let seconds: Double = try row["position"] else {
            return nil
        }
        return StoredPosition(seconds: seconds, duration: try row["duration"], at: at, isRead: try row["read"])
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

/// What was known of an entry before a position came.
struct PositionBefore {
    var feed: Int64
    var position: (seconds: Double, at: Date)?
    /// Seconds: as a player found them, else as the feed says.
    var length: Double?
    var isRead: Bool
    var skipOutro: Double?

    /// `nil` where the entry is not the user's.
    init?(_ entry: Int64, _ user: Int64, _ reader: any DatabaseReading) throws {
        let row = try reader.row(
            """
            SELECT s.feed_id, s.position, s.position_at, s.length, s.read, b.skip_outro FROM entry_states s
            JOIN subscriptions b ON b.user_id = s.user_id AND b.feed_id = s.feed_id
            WHERE s.user_id = ? AND s.entry_id = ?
            """,
            [user, entry]
        )
        guard let row else { return nil }
        feed = try row["feed_id"]
        if let at: Date = try row["position_at"] { position = (try row["position"] ?? 0, at) }
        length = try row["length"]
        isRead = try row["read"]
        skipOutro = try row["skip_outro"]
    }
}
