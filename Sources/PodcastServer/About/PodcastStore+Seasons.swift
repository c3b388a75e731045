import Database
import PodcastAPI

extension PodcastStore {
    /// The seasons that a feed's entries belong to, by number, with the name that the newest entry gives.
    ///
    /// - Throws: ``StoreError/noSuchFeed`` when the user is not subscribed.
    func seasons(of feed: Int64, user: Int64) async throws -> [SeasonName] {
        try await database.read { reader in
            let known = try reader.row(
                "SELECT 1 AS one FROM subscriptions WHERE user_id = ? AND feed_id = ?",
                [user, feed]
            )
            guard known != nil else { throw StoreError.noSuchFeed }
            let rows = try reader.rows(Self.seasonQuery, [feed]) { row in
                SeasonName(
                    number: try row["season"],
                    name: EntryExtras(json: try row["extras"]).seasonName
                )
            }
            return rows
        }
    }

    /// One row a season: its newest entry's.
    static let seasonQuery = """
        SELECT n.season, t.extras FROM (
            SELECT season, max(id) AS id FROM entries WHERE feed_id = ? AND season IS NOT NULL GROUP BY season
        ) n
        LEFT JOIN entry_texts t ON t.entry_id = n.id
        ORDER BY n.season
        """
}
