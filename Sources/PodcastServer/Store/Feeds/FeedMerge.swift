import Database
import Foundation

/// Makes one feed of two that turned out to be the same.
///
/// Entries of both (same identity, guid or enclosure) become one, read when either was, starred when either was, at the
/// newer position. Entries that only the old feed has move over; to users who were not subscribed to it they are read.
struct FeedMerge: Sendable {
    var from: Int64
    var into: Int64
    var now: Date

    func run(_ writer: any DatabaseWriting) throws {
        try moveSubscriptions(writer)
        let old = try writer.rows("SELECT id, identity, guid, media_url FROM entries WHERE feed_id = ?", [from]) {
            row in
            (try row["id"] as Int64, try counterpart(of: row, writer))
        }
        for (entry, counterpart) in old {
            if let counterpart {
                try moveStates(of: entry, to: counterpart, writer)
                try LibraryMerge.moveEntry(entry, to: counterpart, now, writer)
            } else {
                try moveEntry(entry, writer)
            }
        }
        try LibraryMerge.moveFeed(from, to: into, writer)
        try writer.execute("UPDATE feed_aliases SET feed_id = ? WHERE feed_id = ?", [into, from])
        try SearchIndex.remove(feed: from, writer)
        try writer.execute("DELETE FROM feeds WHERE id = ?", [from])
    }

    private func moveSubscriptions(_ writer: any DatabaseWriting) throws {
        // Programs go on with the address they know.
        try writer.execute("UPDATE sync_subscriptions SET feed_id = ? WHERE feed_id = ?", [into, from])
        let users = try writer.rows("SELECT user_id FROM subscriptions WHERE feed_id = ?", [from]) {
            try $0["user_id"] as Int64
        }
        for user in users {
            guard try PodcastStore.addSubscription(user, into, nil, now, writer) else { continue }
            try writer.execute(
                """
                UPDATE subscriptions SET (\(Self.settings)) =
                    (SELECT \(Self.settings) FROM subscriptions WHERE user_id = ? AND feed_id = ?)
                WHERE user_id = ? AND feed_id = ?
                """,
                [user, from, user, into]
            )
        }
    }

    /// What a user chose for a feed.
    private static let settings = """
        title, folder, speed, added, skip_intro, skip_outro, keep_newest, queue_rule, queue_limit, entry_order
        """

    private func counterpart(of row: Row, _ writer: any DatabaseWriting) throws -> Int64? {
        let identity: [UInt8] = try row["identity"]
        let guid: String? = try row["guid"]
        let mediaURL: String? = try row["media_url"]
        for (column, value) in [("identity", identity.databaseValue), ("guid", guid.databaseValue)] {
            let sql = "SELECT id FROM entries WHERE feed_id = ? AND \(column) = ? LIMIT 1"
            if let id: Int64 = try writer.value(sql, [into, value]) { return id }
        }
        return try writer.value(
            "SELECT id FROM entries WHERE feed_id = ? AND media_url = ? LIMIT 1",
            [into, mediaURL]
        )
    }

    private func moveStates(of entry: Int64, to counterpart: Int64, _ writer: any DatabaseWriting) throws {
        try writer.execute(
            """
            UPDATE entry_states AS n SET
                read = CASE WHEN o.read = 1 THEN 1 ELSE n.read END,
                starred = CASE WHEN o.starred = 1 THEN 1 ELSE n.starred END,
                finished_at = coalesce(n.finished_at, o.finished_at)
            FROM entry_states o
            WHERE o.entry_id = ? AND n.entry_id = ? AND n.user_id = o.user_id
            """,
            [entry, counterpart]
        )
        try writer.execute(
            """
            UPDATE entry_states AS n SET
                position = o.position, position_at = o.position_at, duration = coalesce(o.duration, n.duration)
            FROM entry_states o
            WHERE o.entry_id = ? AND n.entry_id = ? AND n.user_id = o.user_id
                AND o.position_at > coalesce(n.position_at, -1)
            """,
            [entry, counterpart]
        )
    }

    private func moveEntry(_ entry: Int64, _ writer: any DatabaseWriting) throws {
        try writer.execute("UPDATE entries SET feed_id = ? WHERE id = ?", [into, entry])
        try writer.execute("UPDATE entry_states SET feed_id = ? WHERE entry_id = ?", [into, entry])
        try writer.execute(
            """
            INSERT INTO entry_states(user_id, entry_id, feed_id, sort_date, media_kind, length, read, finished_at)
            SELECT b.user_id, e.id, e.feed_id, e.sort_date, e.media_kind, e.duration, 1, ? FROM entries e
            JOIN subscriptions b ON b.feed_id = e.feed_id
            WHERE e.id = ? AND NOT EXISTS
                (SELECT 1 FROM entry_states s WHERE s.user_id = b.user_id AND s.entry_id = e.id)
            """,
            [now, entry]
        )
    }
}
