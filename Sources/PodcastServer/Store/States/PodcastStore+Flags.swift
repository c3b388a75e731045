import Database
import Foundation

extension PodcastStore {
    /// Marks an entry read or unread; the position stays.
    ///
    /// - Throws: ``StoreError/noSuchEntry``.
    func setRead(_ read: Bool, entry: Int64, user: Int64, now: Date) async throws {
        try await database.write { writer in
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
        }
    }

    /// - Throws: ``StoreError/noSuchEntry``.
    func setStarred(_ starred: Bool, entry: Int64, user: Int64) async throws {
        try await database.write { writer in
            let changed = try writer.execute(
                "UPDATE entry_states SET starred = ? WHERE user_id = ? AND entry_id = ?",
                [starred, user, entry]
            )
            guard changed == 1 else { throw StoreError.noSuchEntry }
        }
    }

    /// Marks a user's entries read: of one feed or of all, those published at `before` or earlier, or all.
    ///
    /// - Returns: how many were unread.
    /// - Throws: ``StoreError/noSuchFeed``.
    @discardableResult
    func markRead(user: Int64, feed: Int64? = nil, before: Date? = nil, now: Date) async throws -> Int {
        var sql = "UPDATE entry_states SET read = 1, finished_at = coalesce(finished_at, ?) WHERE user_id = ?"
        var values: [any DatabaseValueConvertible] = [now, user]
        if let feed {
            sql += " AND feed_id = ?"
            values.append(feed)
        }
        sql += " AND read = 0"
        if let before {
            sql += " AND sort_date <= ?"
            values.append(before)
        }
        let (statement, sent) = (sql, values)
        return try await database.write { writer in
            if let feed {
                let known = try writer.row(
                    "SELECT 1 FROM subscriptions WHERE user_id = ? AND feed_id = ?",
                    [user, feed]
                )
                guard known != nil else { throw StoreError.noSuchFeed }
            }
            return try writer.execute(statement, sent)
        }
    }
}
