import Database
import Foundation

extension PodcastStore {
    /// Takes the feeds that are due and that nobody else fetches, the longest due first.
    ///
    /// - Parameter until: when somebody else may take them, should this process end without a word.
    func claimDueFeeds(now: Date, until: Date, limit: Int) async throws -> [FetchLease] {
        let token = Int64.random(in: 1 ... .max)
        return try await database.write { writer in
            // Copies that ask at the same moment pass by each other's feeds instead of waiting.
            let others = writer.dialect == .postgreSQL ? " FOR UPDATE SKIP LOCKED" : ""
            let claimed = try writer.rows(
                """
                UPDATE fetch_states SET lease = ?, lease_until = ?
                WHERE feed_id IN (\(Self.dueQuery)\(others)) RETURNING feed_id
                """,
                [token, until, now, now, limit]
            ) { try $0["feed_id"] as Int64 }
            let leases = try claimed.compactMap { feed in
                try Self.state(of: feed, writer).map { FetchLease(state: $0, token: token) }
            }
            return leases.sorted {
                ($0.state.nextRefresh ?? now, $0.feed) < ($1.state.nextRefresh ?? now, $1.feed)
            }
        }
    }

    static let dueQuery = """
        SELECT feed_id FROM fetch_states
        WHERE next_refresh <= ? AND (lease_until IS NULL OR lease_until <= ?)
        ORDER BY next_refresh, feed_id LIMIT ?
        """

    /// Takes one feed whether it is due or not, as a person asked for it; `nil` when it is being fetched.
    ///
    /// - Throws: ``StoreError/noSuchFeed``.
    func claimFeed(_ feed: Int64, now: Date, until: Date) async throws -> FetchLease? {
        try await database.write { writer in
            let row = try writer.row("SELECT lease_until FROM fetch_states WHERE feed_id = ?", [feed])
            guard let row else { throw StoreError.noSuchFeed }
            if let taken: Date = try row["lease_until"], taken > now { return nil }
            return try Self.claim(feed, until, writer)
        }
    }

    private static func claim(_ feed: Int64, _ until: Date, _ writer: any DatabaseWriting) throws -> FetchLease? {
        let token = Int64.random(in: 1 ... .max)
        try writer.execute(
            "UPDATE fetch_states SET lease = ?, lease_until = ? WHERE feed_id = ?",
            [token, until, feed]
        )
        return try state(of: feed, writer).map { FetchLease(state: $0, token: token) }
    }

    /// Holds a feed for longer.
    ///
    /// - Returns: false when the lease had run out and somebody else took the feed.
    func renew(_ lease: FetchLease, until: Date) async throws -> Bool {
        try await database.write { writer in
            try writer.execute(
                "UPDATE fetch_states SET lease_until = ? WHERE feed_id = ? AND lease = ?",
                [until, lease.feed, lease.token]
            ) == 1
        }
    }

    /// Gives a feed back unfetched; it stays due.
    func release(_ lease: FetchLease) async throws {
        try await database.write { writer in
            _ = try writer.execute(
                "UPDATE fetch_states SET lease = NULL, lease_until = NULL WHERE feed_id = ? AND lease = ?",
                [lease.feed, lease.token]
            )
        }
    }

    /// Takes back what a process that was killed had claimed; for a server that is alone with its store, at its start.
    func releaseAllFeeds() async throws {
        try await database.write { writer in
            _ = try writer.execute("UPDATE fetch_states SET lease = NULL, lease_until = NULL WHERE lease IS NOT NULL")
        }
    }

    /// When the next feed is due that nobody has claimed, or when a claim runs out; `nil` when there is none.
    func nextDue() async throws -> Date? {
        try await database.read { reader in
            let due: Date? = try reader.value(
                """
                SELECT next_refresh FROM fetch_states WHERE next_refresh IS NOT NULL AND lease IS NULL
                ORDER BY next_refresh LIMIT 1
                """
            )
            let free: Date? = try reader.value(
                "SELECT lease_until FROM fetch_states WHERE lease IS NOT NULL ORDER BY lease_until LIMIT 1"
            )
            return [due, free].compactMap(\.self).min()
        }
    }

    func fetchState(of feed: Int64) async throws -> FetchState? {
        try await database.read { try Self.state(of: feed, $0) }
    }

    static func state(of feed: Int64, _ reader: any DatabaseReading) throws -> FetchState? {
        try reader.row(
            "SELECT \(FetchState.columns) FROM fetch_states t JOIN feeds f ON f.id = t.feed_id WHERE t.feed_id = ?",
            [feed]
        ).map(FetchState.init)
    }
}
