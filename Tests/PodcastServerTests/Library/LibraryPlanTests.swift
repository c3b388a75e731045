import Database
import Foundation
import PodcastAPI
import TestSupport
import Testing

@testable import PodcastServer

/// Every list of the library is a walk along an index: no table is read from end to end, nothing is sorted.
@Suite(.serialized) struct LibraryPlanTests {
    private static let fill = """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
        INSERT INTO feeds(id, url, created, title) SELECT i, 'https://example.org/' || i, 0, 'Feed ' || i FROM n;
        INSERT INTO fetch_states(feed_id, next_refresh) SELECT id, id * 1000 FROM feeds;
        INSERT INTO subscriptions(user_id, feed_id, added, folder)
        SELECT u.id, f.id, 0, 'folder ' || f.id % 5 FROM users u CROSS JOIN feeds f;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
        INSERT INTO entries(id, feed_id, identity, content_hash, guid, title, published, first_seen, sort_date,
            media_url, media_kind, duration, summary)
        SELECT i, 1 + i % 50, randomblob(16), randomblob(16), 'guid ' || i, 'Episode ' || i, i * 60000, i * 60000,
            i * 60000, 'https://example.org/media/' || i, i % 3, i % 4000, 'About ' || i FROM n;
        INSERT INTO search_texts(entry_id, title, notes) SELECT id, title, summary FROM entries;
        INSERT INTO entry_states(user_id, entry_id, feed_id, sort_date, media_kind, length)
        SELECT b.user_id, e.id, e.feed_id, e.sort_date, e.media_kind, e.duration
        FROM subscriptions b JOIN entries e ON e.feed_id = b.feed_id;
        """

    private func withFilledStore(_ body: (PodcastStore, Int64) async throws -> Void) async throws {
        try await withStore { store in
            let user = try await store.makeUser()
            _ = try await store.makeUser("bob")
            try await store.database.write { try $0.run(script: Self.fill) }
            try await body(store, user)
        }
    }

    private func plan(_ sql: String, _ store: PodcastStore) async throws -> [String] {
        let count = sql.filter { $0 == "?" }.count
        let values: [any DatabaseValueConvertible] = Array(repeating: 1, count: count)
        return try await store.database.read { reader in
            try reader.rows("EXPLAIN QUERY PLAN " + sql, values) { try $0["detail"] }
        }
    }

    /// Lists by every filter, alone and two by two, of every scope, in both orders, first and later pages.
    private static var lists: [EntryList] {
        let filters = EntryFilter.allCases.filter { $0 != .all }
        let sets = filters.map { Set([$0]) } + filters.flatMap { one in filters.map { Set([one, $0]) } } + [[]]
        return sets.flatMap { set in
            [EntryList.Scope.all, .feed(1), .feeds([1, 2]), .folder("folder 1")].map { EntryList($0, set) }
        }
    }

    @Test(.enabled(if: TestDatabase.isSQLite)) func everyListWalksAnIndex() async throws {
        try await withFilledStore { store, user in
            for analyzed in [false, true] {
                if analyzed { try await store.database.write { _ = try $0.execute("ANALYZE") } }
                for list in Self.lists {
                    for order in EntryOrder.allCases {
                        var list = list
                        list.minimumDuration = 1
                        list.from = storeStart
                        let query = EntryListQuery(list, user: user, order: order)
                        // A user's few downloads are sorted.
                        let sorts = list.filters.contains(.downloaded)
                        for after in [nil, EntryCursor(sortDate: 1, entry: 1)] {
                            try await expectIndex(query.page(after: after, limit: 50).sql, store, sorts: sorts)
                        }
                        try await expectIndex(query.count.sql, store)
                    }
                }
            }
        }
    }

    @Test(.enabled(if: TestDatabase.isSQLite)) func aListOfSeveralFiltersReadsNothingBesideItsIndex() async throws {
        try await withFilledStore { store, user in
            for filters: Set<EntryFilter> in [[.video], [.unfinished], [.finished, .audio]] {
                let query = EntryListQuery(EntryList(.folder("folder 1"), filters), user: user, order: .newest)
                for sql in [query.page(after: nil, limit: 50).sql, query.count.sql] {
                    let steps = try await plan(sql, store)
                    #expect(steps.contains { $0.contains("COVERING INDEX states_facets") }, "\(steps) in: \(sql)")
                }
            }
        }
    }

    @Test(.enabled(if: TestDatabase.isSQLite)) func everyOtherQueryOfTheLibraryWalksAnIndex() async throws {
        try await withFilledStore { (store: PodcastStore, _: Int64) async throws in
            let queries = [
                PodcastStore.folderQuery(ofOne: false), PodcastStore.folderQuery(ofOne: true), PodcastStore.rowQuery,
                PodcastStore.queueQuery, PodcastStore.entryBookmarkQuery,
                PodcastStore.bookmarkPageQuery(isContinued: false), PodcastStore.bookmarkPageQuery(isContinued: true),
                PodcastStore.downloadQuery(isContinued: false), PodcastStore.downloadQuery(isContinued: true),
                PodcastStore.dueDownloadQuery, PodcastStore.keepingQuery, PodcastStore.eventQuery,
                PodcastStore.exportQuery, PodcastStore.listeningQuery,
                PodcastStore.nextQuery(isNewer: true, unreadOnly: true),
                PodcastStore.nextQuery(isNewer: false, unreadOnly: false),
            ]
            for query in queries {
                // A user's few folders are sorted; everything else comes in its order.
                try await expectIndex(query, store, sorts: query.contains("FROM folders"))
            }
        }
    }

    private func expectIndex(_ sql: String, _ store: PodcastStore, sorts: Bool = false) async throws {
        let steps = try await plan(sql, store)
        #expect(!steps.isEmpty)
        for step in steps where step.hasPrefix("SCAN") || (step.contains("TEMP B-TREE") && !sorts) {
            Issue.record("\(step) in: \(sql)")
        }
    }
}
