import Database
import Foundation
import PodcastAPI

/// A user's queue.
struct QueueRows: Sendable, Equatable {
    var version: Int
    var entries: [EntryRow]
}

extension PodcastStore {
    /// More than anybody listens to in a year.
    static let maximumQueue = 1_000

    /// A user's queue.
    func queue(of user: Int64) async throws -> QueueRows {
        try await database.read { try Self.queue(of: user, $0) }
    }

    static func queue(of user: Int64, _ reader: any DatabaseReading) throws -> QueueRows {
        let ids = try queueItems(of: user, reader).map(\.entry)
        return QueueRows(version: try queueVersion(of: user, reader), entries: try rows(ids, of: user, reader))
    }

    static let queueQuery = """
        SELECT entry_id, added_version FROM queue_entries WHERE user_id = ? ORDER BY place, entry_id
        """

    static func queueItems(of user: Int64, _ reader: any DatabaseReading) throws -> [QueueMerge.Item] {
        try reader.rows(queueQuery, [user]) { row in
            QueueMerge.Item(entry: try row["entry_id"], added: try row["added_version"])
        }
    }

    static func queueVersion(of user: Int64, _ reader: any DatabaseReading) throws -> Int {
        try reader.value("SELECT version FROM queues WHERE user_id = ?", [user]) ?? 0
    }

    /// Adds entries, or moves those that are in it, before what stands at `index`; at the end when `nil`.
    ///
    /// - Throws: ``StoreError/noSuchEntry``, ``StoreError/tooMany(_:)``.
    @discardableResult
    func addToQueue(_ entries: [Int64], at index: Int?, of user: Int64) async throws -> QueueRows {
        try await changingQueue(of: user) { queue, writer in
            for entry in entries where try !Self.hasState(entry, user, writer) { throw StoreError.noSuchEntry }
            let moved = Set(entries)
            let rest = queue.filter { !moved.contains($0) }
            var seen: Set<Int64> = []
            var result = rest
            let place = min(max(0, index ?? rest.count), rest.count)
            result.insert(contentsOf: entries.filter { seen.insert($0).inserted }, at: place)
            return result
        }
    }

    /// Moves an entry so that `index` others stand before it.
    ///
    /// - Throws: ``StoreError/noSuchEntry`` when it is not in the queue.
    func moveInQueue(_ entry: Int64, to index: Int, of user: Int64) async throws -> QueueRows {
        try await changingQueue(of: user) { queue, _ in
            guard let old = queue.firstIndex(of: entry) else { throw StoreError.noSuchEntry }
            var result = queue
            result.remove(at: old)
            result.insert(entry, at: min(max(0, index), result.count))
            return result
        }
    }

    /// Takes an entry out; nothing happens when it is not in the queue.
    func removeFromQueue(_ entry: Int64, of user: Int64) async throws -> QueueRows {
        try await changingQueue(of: user) { queue, _ in queue.filter { $0 != entry } }
    }

    /// Empties the queue.
    func clearQueue(of user: Int64) async throws -> QueueRows {
        try await changingQueue(of: user) { _, _ in [] }
    }

    /// Takes the queue of a device that changed version `base` of it; what others did meanwhile is kept.
    ///
    /// Entries that are no longer the user's are left out.
    func replaceQueue(_ entries: [Int64], base: Int, of user: Int64) async throws -> QueueRows {
        try await changingQueue(of: user) { _, writer in
            let removals = try writer.rows(
                "SELECT entry_id, added_version, removed_version FROM queue_removals WHERE user_id = ?",
                [user]
            ) { row in
                QueueMerge.Removal(
                    entry: try row["entry_id"],
                    added: try row["added_version"],
                    removed: try row["removed_version"]
                )
            }
            let known = try entries.filter { try Self.hasState($0, user, writer) }
            return QueueMerge(
                stored: try Self.queueItems(of: user, writer),
                removals: removals,
                device: known,
                // A version from the future was never given out.
                base: min(base, try Self.queueVersion(of: user, writer))
            ).merged
        }
    }

    private func changingQueue(
        of user: Int64,
        _ change: @Sendable ([Int64], any DatabaseWriting) throws -> [Int64]
    ) async throws -> QueueRows {
        try await changing { writer in
            let old = try Self.queueItems(of: user, writer).map(\.entry)
            try Self.writeQueue(try change(old, writer), old, byRule: false, of: user, writer)
            return try Self.queue(of: user, writer)
        }
    }

    /// Stores a queue that was `old` before, as its next version; nothing when both are the same.
    ///
    /// - Throws: ``StoreError/tooMany(_:)``.
    static func writeQueue(
        _ queue: [Int64],
        _ old: [Int64],
        byRule: Bool,
        of user: Int64,
        _ writer: any DatabaseWriting
    ) throws {
        guard queue != old else { return }
        guard queue.count <= maximumQueue else { throw StoreError.tooMany("entries in the queue") }
        let version = try queueVersion(of: user, writer) + 1
        try writer.execute(
            """
            INSERT INTO queues(user_id, version) VALUES (?, ?)
            ON CONFLICT (user_id) DO UPDATE SET version = excluded.version
            """,
            [user, version]
        )
        let kept = Set(queue)
        for entry in old where !kept.contains(entry) { try remove(entry, of: user, version, writer) }
        for (place, entry) in queue.enumerated() {
            try writer.execute(
                """
                INSERT INTO queue_entries(user_id, entry_id, place, added_version, by_rule) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (user_id, entry_id) DO UPDATE SET place = excluded.place
                    WHERE queue_entries.place <> excluded.place
                """,
                [user, entry, place, version, byRule]
            )
        }
        var event = ServerEvent(.queue)
        event.version = version
        try note(event, for: user, writer)
    }

    private static func remove(
        _ entry: Int64,
        of user: Int64,
        _ version: Int,
        _ writer: any DatabaseWriting
    ) throws {
        try writer.execute(
            """
            INSERT INTO queue_removals(user_id, entry_id, added_version, removed_version)
            SELECT user_id, entry_id, added_version, ? FROM queue_entries WHERE user_id = ? AND entry_id = ?
            ON CONFLICT (user_id, entry_id) DO UPDATE
            SET added_version = excluded.added_version, removed_version = excluded.removed_version
            """,
            [version, user, entry]
        )
        try writer.execute("DELETE FROM queue_entries WHERE user_id = ? AND entry_id = ?", [user, entry])
        // Removals older than any device's absence that matters.
        try writer.execute(
            "DELETE FROM queue_removals WHERE user_id = ? AND removed_version < ?",
            [user, version - 10_000]
        )
    }

    /// Takes entries out in the transaction of what finished them.
    static func removeFromQueue(_ entries: Set<Int64>, of user: Int64, _ writer: any DatabaseWriting) throws {
        for entry in entries {
            let isQueued = "SELECT 1 FROM queue_entries WHERE user_id = ? AND entry_id = ?"
            guard try writer.row(isQueued, [user, entry]) != nil else { continue }
            let old = try queueItems(of: user, writer).map(\.entry)
            try writeQueue(old.filter { !entries.contains($0) }, old, byRule: false, of: user, writer)
            return
        }
    }
}
