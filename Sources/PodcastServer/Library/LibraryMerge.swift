import Database
import Foundation
import PodcastAPI

/// Takes along what users did with a feed and its entries, when the feed turned out to be another one.
enum LibraryMerge {
    /// Moves bookmarks, deselected chapters, places in queues and downloads of an entry to the one it is now.
    ///
    /// Every user of the old entry has a state for the new one.
    static func moveEntry(_ entry: Int64, to other: Int64, _ now: Date, _ writer: any DatabaseWriting) throws {
        try writer.execute("UPDATE bookmarks SET entry_id = ? WHERE entry_id = ?", [other, entry])
        try writer.execute(
            """
            UPDATE skipped_chapters SET entry_id = ? WHERE entry_id = ? AND NOT EXISTS (
                SELECT 1 FROM skipped_chapters k WHERE k.user_id = skipped_chapters.user_id AND k.entry_id = ?)
            """,
            [other, entry, other]
        )
        try moveInQueues(entry, to: other, writer)
        let wishes = try writer.rows(
            "SELECT user_id, automatic FROM download_wishes WHERE entry_id = ? ORDER BY user_id",
            [entry]
        ) { (user: try $0["user_id"] as Int64, isAutomatic: try $0["automatic"] as Bool) }
        for wish in wishes {
            try PodcastStore.release(entry, of: wish.user, writer)
            try PodcastStore.wish(other, of: wish.user, isAutomatic: wish.isAutomatic, now, writer)
        }
    }

    private static func moveInQueues(_ entry: Int64, to other: Int64, _ writer: any DatabaseWriting) throws {
        let users = try writer.rows("SELECT user_id FROM queue_entries WHERE entry_id = ? ORDER BY user_id", [entry]) {
            try $0["user_id"] as Int64
        }
        for user in users {
            let old = try PodcastStore.queueItems(of: user, writer).map(\.entry)
            let new = old.contains(other) ? old.filter { $0 != entry } : old.map { $0 == entry ? other : $0 }
            try PodcastStore.writeQueue(new, old, byRule: false, of: user, writer)
        }
    }

    /// Moves statistics and saved searches of a feed to the one it is now.
    static func moveFeed(_ feed: Int64, to other: Int64, _ writer: any DatabaseWriting) throws {
        try writer.execute(
            """
            INSERT INTO listening(user_id, quarter, feed_id, listened, heard, finished)
            SELECT user_id, quarter, ?, listened, heard, finished FROM listening WHERE feed_id = ?
            ON CONFLICT (user_id, quarter, feed_id) DO UPDATE SET listened = listening.listened + excluded.listened,
                heard = listening.heard + excluded.heard, finished = listening.finished + excluded.finished
            """,
            [other, feed]
        )
        try writer.execute("DELETE FROM listening WHERE feed_id = ?", [feed])
        try writer.execute(
            """
            INSERT INTO listened_feeds(user_id, feed_id, title, url)
            SELECT user_id, ?, title, url FROM listened_feeds WHERE feed_id = ?
            ON CONFLICT (user_id, feed_id) DO NOTHING
            """,
            [other, feed]
        )
        try writer.execute("DELETE FROM listened_feeds WHERE feed_id = ?", [feed])
        let rows = try writer.rows(
            "SELECT id, title, criteria FROM saved_searches ORDER BY id",
            as: SavedSearchRow.init
        )
        for row in rows where row.criteria.feeds?.contains("\(feed)") == true {
            var criteria = row.criteria
            var seen: Set<String> = []
            criteria.feeds = criteria.feeds?.map { $0 == "\(feed)" ? "\(other)" : $0 }.filter {
                seen.insert($0).inserted
            }
            try writer.execute(
                "UPDATE saved_searches SET criteria = ? WHERE id = ?",
                [String(decoding: try APICoding.encode(criteria), as: UTF8.self), row.id]
            )
        }
    }
}
