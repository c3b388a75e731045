import Database
import Foundation
import PodcastAPI

extension PodcastStore {
    /// Marks an entry read or unread; the position stays.
    ///
    /// What is read leaves the queue.
    ///
    /// - Throws: ``StoreError/noSuchEntry``.
    func setRead(_ read: Bool, entry: Int64, user: Int64, now: Date) async throws {
        try await changing { writer in
            let changed = try writer.execute(
                // The first time it was finished counts, until it is unread again.
                """
                UPDATE entry_states SET read = ?, finished_at = CASE WHEN ? = 1 THEN coalesce(finished_at, ?) END
                WHERE user_id = ? AND entry_id = ?
                """,
                [read, read, now, user, entry]
            )
            guard changed == 1 else { throw StoreError.noSuchEntry }
            if !read { try Self.noteUnread(entry, user, now, writer) }
            if read { try Self.removeFromQueue([entry], of: user, writer) }
            try Self.applyKeeping(afterReading: entry, user, now, writer)
            try Self.noteRead(read, entry, user, writer)
        }
    }

    static func noteRead(_ read: Bool, _ entry: Int64, _ user: Int64, _ writer: any DatabaseWriting) throws {
        var event = ServerEvent(.read)
        event.entry = "\(entry)"
        event.read = read
        try note(event, for: user, writer)
    }

    /// - Throws: ``StoreError/noSuchEntry``.
    func setStarred(_ starred: Bool, entry: Int64, user: Int64) async throws {
        try await changing { writer in
            let changed = try writer.execute(
                "UPDATE entry_states SET starred = ? WHERE user_id = ? AND entry_id = ?",
                [starred, user, entry]
            )
            guard changed == 1 else { throw StoreError.noSuchEntry }
            var event = ServerEvent(.starred)
            event.entry = "\(entry)"
            event.starred = starred
            try Self.note(event, for: user, writer)
        }
    }

    /// Marks a user's entries read: of one feed or of all, those published at `before` or earlier, or all.
    ///
    /// - Returns: how many were unread.
    /// - Throws: ``StoreError/noSuchFeed``.
    @discardableResult
    func markRead(user: Int64, feed: Int64? = nil, before: Date? = nil, now: Date) async throws -> Int {
        let scope: EntryList.Scope = if let feed { .feed(feed) } else { .all }
        return try await mark(Marking(scope: scope, until: before), user: user, token: nil, now: now).count
    }
}
