import Database
import Foundation

/// Actions about episodes that were not there when they came: applied when the feed brings them, or the user subscribes.
struct WaitingActions {
    let feed: Int64
    let now: Date

    private static let ofFeed =
        "a.podcast IN (SELECT url FROM feeds WHERE id = ? UNION ALL SELECT url FROM feed_aliases WHERE feed_id = ?)"
    private static let columns = "a.id, a.user_id, \(EpisodeAction.columns)"

    /// Applies what waits for new entries.
    func apply(toNew entries: [Int64], _ writer: any DatabaseWriting) throws {
        guard !entries.isEmpty else { return }
        let any = "SELECT 1 FROM sync_actions a WHERE a.entry_id IS NULL AND \(Self.ofFeed) LIMIT 1"
        guard try writer.row(any, [feed, feed]) != nil else { return }
        for entry in entries {
            let known = try writer.row("SELECT guid, media_url FROM entries WHERE id = ?", [entry])
            guard let known else { continue }
            let guid: String? = try known["guid"]
            let media: String? = try known["media_url"]
            let rows = try writer.rows(
                """
                SELECT \(Self.columns) FROM sync_actions a
                WHERE a.entry_id IS NULL AND \(Self.ofFeed) AND a.guid = ?
                UNION
                SELECT \(Self.columns) FROM sync_actions a
                WHERE a.entry_id IS NULL AND \(Self.ofFeed) AND a.episode = ?
                ORDER BY 1
                """,
                [feed, feed, guid, feed, feed, media]
            )
            for row in rows { try apply(row, writer) }
        }
    }

    /// Applies all that a user's programs have told about the feed, also in an earlier subscription.
    func apply(to user: Int64, _ writer: any DatabaseWriting) throws {
        guard try writer.row("SELECT 1 FROM sync_actions WHERE user_id = ? LIMIT 1", [user]) != nil else { return }
        let rows = try writer.rows(
            """
            SELECT \(Self.columns) FROM sync_actions a WHERE a.user_id = ? AND a.entry_id IS NULL AND \(Self.ofFeed)
            UNION
            SELECT \(Self.columns) FROM sync_actions a
            WHERE a.user_id = ? AND a.entry_id IN (SELECT id FROM entries WHERE feed_id = ?)
            ORDER BY 1
            """,
            [user, feed, feed, user, feed]
        )
        for row in rows { try apply(row, writer) }
    }

    private func apply(_ row: Row, _ writer: any DatabaseWriting) throws {
        let user: Int64 = try row["user_id"]
        let action = try EpisodeAction(row)
        guard let entry = try ActionApplying.entry(of: action, in: feed, writer),
            try PodcastStore.hasState(entry, user, writer)
        else { return }
        try writer.execute("UPDATE sync_actions SET entry_id = ? WHERE id = ?", [entry, try row["id"] as Int64])
        _ = try ActionApplying(user: user, now: now).apply(action, to: entry, writer)
    }
}
