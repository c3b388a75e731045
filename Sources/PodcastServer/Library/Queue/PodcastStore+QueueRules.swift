import Database
import Foundation
import PodcastAPI

extension PodcastStore {
    /// New episodes that one refresh puts into a queue by itself, for feeds without a limit: a publisher who renames
    /// all of them must not fill it.
    static let maximumQueuedAtOnce = 10

    /// Puts a feed's new entries into the queues of those whose rule says so.
    ///
    /// - Parameter entries: the new ones; articles among them are left out.
    static func applyQueueRules(feed: Int64, entries: [Int64], _ writer: any DatabaseWriting) throws {
        let rules = try writer.rows(
            """
            SELECT user_id, queue_rule, queue_limit FROM subscriptions
            WHERE feed_id = ? AND queue_rule IS NOT NULL ORDER BY user_id
            """,
            [feed]
        ) { row in
            (
                user: try row["user_id"] as Int64, rule: try row["queue_rule"] as String,
                limit: try row["queue_limit"] as Int?
            )
        }
        for (user, rule, limit) in rules {
            let new = try playable(entries, of: user, writer).suffix(limit ?? maximumQueuedAtOnce)
            let old = try queueItems(of: user, writer).map(\.entry)
            let added = new.filter { !old.contains($0) }
            // Oldest first, so that a show is heard in its order; on top too, before what was there.
            var queue = rule == QueuePlace.top.rawValue ? added + old : old + added
            if let limit { queue = try limited(queue, to: limit, Set(added), feed: feed, user, writer) }
            if queue.count > maximumQueue { queue = Array(queue.prefix(maximumQueue)) }
            try writeQueue(queue, old, byRule: true, of: user, writer)
        }
    }

    /// The new entries that play and are unread, the oldest first.
    private static func playable(
        _ entries: [Int64],
        of user: Int64,
        _ reader: any DatabaseReading
    ) throws -> [Int64] {
        try entries.compactMap { entry in
            try reader.row(
                """
                SELECT sort_date FROM entry_states
                WHERE user_id = ? AND entry_id = ? AND read = 0 AND media_kind > 0
                """,
                [user, entry]
            ).map { EntryCursor(sortDate: try $0["sort_date"], entry: entry) }
        }.sorted { ($0.sortDate, $0.entry) < ($1.sortDate, $1.entry) }.map(\.entry)
    }

    /// Takes out the oldest of a feed's entries beyond its limit; only those that the rule brought.
    private static func limited(
        _ queue: [Int64],
        to limit: Int,
        _ added: Set<Int64>,
        feed: Int64,
        _ user: Int64,
        _ reader: any DatabaseReading
    ) throws -> [Int64] {
        let byRule = try reader.rows(
            """
            SELECT q.entry_id FROM queue_entries q
            JOIN entry_states s ON s.user_id = q.user_id AND s.entry_id = q.entry_id
            WHERE q.user_id = ? AND q.by_rule = 1 AND s.feed_id = ? ORDER BY s.sort_date, s.entry_id
            """,
            [user, feed]
        ) { try $0["entry_id"] as Int64 }
        let all = byRule + queue.filter(added.contains)
        let surplus = Set(all.prefix(max(0, all.count - limit)))
        return queue.filter { !surplus.contains($0) }
    }
}
