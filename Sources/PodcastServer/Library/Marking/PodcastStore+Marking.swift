import Database
import Essentials
import Foundation
import PodcastAPI

/// Which entries are marked read at once.
struct Marking: Sendable, Equatable {
    var scope = EntryList.Scope.all
    /// Only those published then or earlier.
    var until: Date?
    /// Only this entry and older ones.
    var entry: Int64?
}

/// What a marking did.
struct Marked: Sendable, Equatable {
    var count: Int
    /// Takes it back; `nil` when nothing was marked.
    var undo: String?
}

extension PodcastStore {
    /// How long a marking can be taken back.
    static let undoLifetime: TimeInterval = 86_400

    /// Marks entries read, and remembers which, so that it can be taken back.
    ///
    /// - Parameter token: what takes it back, hard to guess; `nil` for nothing.
    /// - Throws: ``StoreError/noSuchFeed``, ``StoreError/noSuchEntry``.
    func mark(_ marking: Marking, user: Int64, token: String?, now: Date) async throws -> Marked {
        try await changing { writer in
            let statement = try Self.markStatement(marking, user, now, writer)
            let entries = try writer.rows(statement.sql, statement.values) { try $0["entry_id"] as Int64 }
            guard !entries.isEmpty else { return Marked(count: 0, undo: nil) }
            var event = ServerEvent(.read)
            event.read = true
            if case .feed(let feed) = marking.scope { event.feed = "\(feed)" }
            try Self.note(event, for: user, writer)
            try Self.applyAllKeeping(user, now, writer)
            if let token {
                try writer.execute(
                    "DELETE FROM undo_marks WHERE user_id = ? AND created <= ?",
                    [user, now - Self.undoLifetime]
                )
                try writer.execute(
                    "INSERT INTO undo_marks(token_hash, user_id, created, entries) VALUES (?, ?, ?, ?)",
                    [SHA256Digest.of(Array(token.utf8)), user, now, EntryNumbers.bytes(entries)]
                )
            }
            return Marked(count: entries.count, undo: token)
        }
    }

    private static func markStatement(
        _ marking: Marking,
        _ user: Int64,
        _ now: Date,
        _ reader: any DatabaseReading
    ) throws -> (sql: String, values: [any DatabaseValueConvertible]) {
        var sql = "UPDATE entry_states SET read = 1, finished_at = coalesce(finished_at, ?) WHERE user_id = ?"
        var values: [any DatabaseValueConvertible] = [now, user]
        switch marking.scope {
        case .all: break
        case .feed(let feed):
            let known = "SELECT 1 FROM subscriptions WHERE user_id = ? AND feed_id = ?"
            guard try reader.row(known, [user, feed]) != nil else { throw StoreError.noSuchFeed }
            sql += " AND feed_id = ?"
            values.append(feed)
        case .feeds([]): sql += " AND 1 = 0"
        case .feeds(let feeds): sql += " AND feed_id IN (\(feeds.map(String.init).joined(separator: ", ")))"
        case .folder(let name):
            sql += " AND feed_id IN (SELECT feed_id FROM subscriptions WHERE user_id = ? AND folder = ?)"
            values += [user, name]
        }
        sql += " AND read = 0"
        if let until = marking.until {
            sql += " AND sort_date <= ?"
            values.append(until)
        }
        if let entry = marking.entry {
            let place: Int64? = try reader.value(
                "SELECT sort_date FROM entry_states WHERE user_id = ? AND entry_id = ?",
                [user, entry]
            )
            guard let place else { throw StoreError.noSuchEntry }
            sql += " AND (sort_date, entry_id) <= (?, ?)"
            values += [place, entry]
        }
        return (sql + " RETURNING entry_id", values)
    }

    /// Takes a marking back: what was marked is unread again, except what was touched since.
    ///
    /// - Returns: how many are unread again.
    /// - Throws: ``StoreError/noSuchUndo``.
    @discardableResult
    func undo(_ token: String, user: Int64, now: Date) async throws -> Int {
        let hash = SHA256Digest.of(Array(token.utf8))
        return try await changing { writer in
            let row = try writer.row(
                "SELECT created, entries FROM undo_marks WHERE token_hash = ? AND user_id = ?",
                [hash, user]
            )
            guard let row, let created: Date = try row["created"], created > now - Self.undoLifetime else {
                throw StoreError.noSuchUndo
            }
            var count = 0
            for entry in EntryNumbers.numbers(try row["entries"]) {
                count += try writer.execute(
                    """
                    UPDATE entry_states SET read = 0,
                        finished_at = CASE WHEN finished_at < ? THEN finished_at END
                    WHERE user_id = ? AND entry_id = ? AND read = 1 AND finished_at <= ?
                    """,
                    [created, user, entry, created]
                )
            }
            try writer.execute("DELETE FROM undo_marks WHERE token_hash = ?", [hash])
            var event = ServerEvent(.read)
            event.read = false
            try Self.note(event, for: user, writer)
            try Self.applyAllKeeping(user, now, writer)
            return count
        }
    }
}

/// Ids of entries as bytes: eight each, the lowest first.
enum EntryNumbers {
    static func bytes(_ entries: [Int64]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(entries.count * 8)
        for entry in entries { withUnsafeBytes(of: entry.littleEndian) { bytes.append(contentsOf: $0) } }
        return bytes
    }

    static func numbers(_ bytes: [UInt8]) -> [Int64] {
        stride(from: 0, to: bytes.count - bytes.count % 8, by: 8).map { start in
            Int64(bitPattern: (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[start + $1]) << (8 * UInt64($1)) })
        }
    }
}
