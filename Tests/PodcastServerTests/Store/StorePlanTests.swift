import Database
import Foundation
import TestSupport
import Testing

@testable import PodcastServer

/// At the size of the goals, 200 feeds and 50,000 entries, what is asked often walks an index and sorts nothing.
@Suite struct StorePlanTests {
    private static let fill = """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
        INSERT INTO feeds(id, url, created, title) SELECT i, 'https://example.org/' || i, 0, 'Feed ' || i FROM n;
        INSERT INTO fetch_states(feed_id, next_refresh, lease) SELECT id, id * 1000, iif(id % 2, 1, NULL) FROM feeds;
        INSERT INTO subscriptions(user_id, feed_id, added)
        SELECT u.id, f.id, 0 FROM users u CROSS JOIN feeds f WHERE u.id = 1 OR f.id <= 20;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
        INSERT INTO entries(id, feed_id, identity, content_hash, guid, title, published, first_seen, sort_date,
            media_url, summary)
        SELECT i, 1 + i % 200, randomblob(16), randomblob(16), 'guid ' || i, 'Episode ' || i, i * 60000, i * 60000,
            i * 60000, 'https://example.org/media/' || i, 'About ' || i FROM n;
        INSERT INTO entry_texts(entry_id, notes) SELECT id, hex(randomblob(200)) FROM entries;
        INSERT INTO entry_states(user_id, entry_id, feed_id, sort_date)
        SELECT b.user_id, e.id, e.feed_id, e.sort_date FROM subscriptions b JOIN entries e ON e.feed_id = b.feed_id;
        """

    /// Two users; the first has read all but a fiftieth, the worst case for a list of unread entries without an index.
    private func withLargeStore(_ body: (PodcastStore, Int64) async throws -> Void) async throws {
        try await withStore { store in
            let user = try await store.makeUser()
            _ = try await store.makeUser("bob")
            try await store.database.write { try $0.run(script: Self.fill) }
            try await store.markRead(user: user, before: Date(timeIntervalSince1970: 49_000 * 60), now: storeStart)
            try await body(store, user)
        }
    }

    private static let values: [any DatabaseValueConvertible] = [1, 1, 1, 1, 1, 1]

    private func plan(_ sql: String, _ store: PodcastStore) async throws -> [String] {
        let count = sql.filter { $0 == "?" }.count
        return try await store.database.read { reader in
            try reader.rows("EXPLAIN QUERY PLAN " + sql, Array(Self.values.prefix(count))) { try $0["detail"] }
        }
    }

    private func hotQueries() -> [String] {
        var queries = [PodcastStore.subscriptionQuery(ofOne: false), PodcastStore.subscriptionQuery(ofOne: true)]
        queries += [PodcastStore.unreadQuery, PodcastStore.dueQuery]
        for selection in EntrySelection.allCases {
            for ofOneFeed in [false, true] {
                for isContinued in [false, true] {
                    queries.append(
                        PodcastStore.pageQuery(ofOneFeed: ofOneFeed, selection, isContinued: isContinued)
                    )
                }
            }
        }
        for condition in ["identity = ?", "guid = ?", "media_url = ?"] {
            queries.append("SELECT id FROM entries WHERE feed_id = ? AND \(condition) LIMIT 20")
        }
        return queries
    }

    // SQLite's planner only: PostgreSQL decides by statistics that a test does not have.
    // One test, because filling a store of that size takes seconds.
    @Test(.enabled(if: TestDatabase.isSQLite)) func whatIsAskedOftenWalksAnIndex() async throws {
        try await withLargeStore { store, user in
            for analyzed in [false, true] {
                // With and without statistics: a tool that makes some must not slow the server down.
                if analyzed { try await store.database.write { _ = try $0.execute("ANALYZE") } }
                try await expectNoScanOrSort(store)
                try await expectListsUseTheirIndexes(store)
            }
            try await printTimes(store, user)
        }
    }

    private func expectNoScanOrSort(_ store: PodcastStore) async throws {
        for query in hotQueries() {
            let steps = try await plan(query, store)
            #expect(!steps.isEmpty)
            for step in steps where step.hasPrefix("SCAN") || step.contains("TEMP B-TREE") {
                Issue.record("\(step) in: \(query)")
            }
        }
    }

    private func expectListsUseTheirIndexes(_ store: PodcastStore) async throws {
        let indexes: [EntrySelection: (all: String, feed: String)] = [
            .all: ("states_all", "states_feed"), .unread: ("states_unread", "states_feed_unread"),
            .starred: ("states_starred", "states_feed_starred"),
            .started: ("states_started", "states_feed_started"),
        ]
        for (selection, names) in indexes {
            for (ofOneFeed, name) in [(false, names.all), (true, names.feed)] {
                let query = PodcastStore.pageQuery(ofOneFeed: ofOneFeed, selection, isContinued: true)
                let first = try await plan(query, store).first ?? ""
                #expect(first.contains("INDEX \(name) "), "\(first)")
            }
        }
    }

    private func printTimes(_ store: PodcastStore, _ user: Int64) async throws {
        let clock = ContinuousClock()
        func measure(_ name: String, _ body: () async throws -> Int) async throws {
            var best = Duration.seconds(60)
            var count = 0
            for _ in 0..<5 {
                let start = clock.now
                count = try await body()
                best = min(best, clock.now - start)
            }
            #expect(count > 0)
            print("store of 200 feeds and 50,000 entries, \(name): \(best)")
        }
        for selection in [EntrySelection.all, .unread] {
            try await measure("first page, \(selection)") {
                try await store.entries(of: user, selection, limit: 50).entries.count
            }
        }
        try await measure("feed list with counts") { try await store.subscriptions(of: user).count }
        try await measure("unread total") { try await store.unreadCount(of: user) }
    }
}
