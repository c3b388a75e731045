import Database
import Foundation
import HTTP
import PodcastAPI
import Testing

@testable import PodcastServer

@Suite(.serialized) struct SearchTests {
    private static func entry(_ title: String, _ notes: String, day: Double) -> NewEntry {
        var entry = episode(title, guid: title, media: "https://e.org/\(day)", day: day)
        entry.notes = notes
        return entry
    }

    private static let entries = [
        entry("Rust and Swift", "<p>About compilers</p>", day: 1),
        entry("Compilers", "<p>Swift, mentioned <i>once</i></p>", day: 2),
        entry("Über Cafés", "Die Größe der Tasse", day: 3),
        entry("Nothing", "nothing at all", day: 4), entry("日本語のが", "한국어 팟캐스트", day: 5),
    ]

    private func found(_ text: String, _ store: PodcastStore, _ user: Int64) async throws -> [String] {
        let query = SearchQuery(text)
        guard !query.isEmpty else { return [] }
        let list = try await store.list(query, of: user)
        return try await store.search(query, in: list, of: user, offset: 0, limit: 20).matches.map(\.entry.title)
    }

    @Test(arguments: [
        ("swift", ["Rust and Swift", "Compilers"]), ("compil", ["Compilers", "Rust and Swift"]), ("compil ", []),
        ("cafe", ["Über Cafés"]), ("uber ", ["Über Cafés"]), ("\"mentioned once\"", ["Compilers"]),
        ("\"once mentioned\"", []), ("swift -rust", ["Compilers"]), ("title:swift", ["Rust and Swift"]),
        ("swift compilers ", ["Compilers", "Rust and Swift"]),
        ("-swift", ["Rust and Swift", "Compilers", "Über Cafés", "Nothing", "日本語のが"]),
        ("' OR 1=1 --", []), ("\"", []), ("*", []), ("NEAR(swift rust)", []), ("swift AND", ["Rust and Swift"]),
        ("한국", ["日本語のが"]), ("日本語のが ", ["日本語のが"]),
        ("is:starred swift", []),
        ("is:unread swift", ["Rust and Swift", "Compilers"]), ("feed:elsewhere swift", []),
        ("before:2000-01-01 swift", []),
    ])
    func wordsFindEntriesBestFirst(text: String, titles: [String]) async throws {
        try await withStore { store in
            let (user, _) = try await store.makeSubscription(Self.entries)
            #expect(try await Set(found(text, store, user)) == Set(titles), "\(text)")
            if titles.count == 2 { #expect(try await found(text, store, user) == titles, "\(text)") }
        }
    }

    @Test func theIndexFollowsWhatTheFeedSays() async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription(Self.entries)
            try await store.refresh(feed, [Self.entry("Nothing", "now about zebras", day: 4)])
            #expect(try await found("zebras", store, user) == ["Nothing"])
            #expect(try await found("\"at all\"", store, user).isEmpty)
            let entry = try await store.id("Nothing", user)
            try await store.setSearchable(transcript: "and then a giraffe spoke", of: entry)
            try await store.setSearchable(chapters: "Intro\nOkapi", of: entry)
            #expect(try await found("giraffe", store, user) == ["Nothing"])
            let query = SearchQuery("okapi")
            let match = try await store.search(query, in: EntryList(), of: user, offset: 0, limit: 5).matches.first
            #expect(match?.source == "chapters")
            // A refresh keeps what others added.
            try await store.refresh(feed, [Self.entry("Nothing", "changed again", day: 4)])
            #expect(try await found("giraffe", store, user) == ["Nothing"])
            try await store.unsubscribe(user: user, feed: feed)
            let again = try await store.subscribe(user: user, url: "https://example.org/feed", now: storeStart).feed
            #expect(again != feed)
            #expect(try await found("giraffe", store, user).isEmpty)
            try await store.database.write { writer in
                guard writer.dialect == .sqlite else { return }
                try writer.execute("INSERT INTO search_index(search_index) VALUES ('integrity-check')")
            }
        }
    }

    @Test func aUserFindsOnlyTheirOwnSubscriptions() async throws {
        try await withStore { store in
            let (_, _) = try await store.makeSubscription(Self.entries)
            let other = try await store.makeUser("bob")
            #expect(try await found("swift", store, other).isEmpty)
        }
    }

    @Test(arguments: [Depth.direct, .curl])
    func feedsAndEntriesAnswerOverTheWire(depth: Depth) async throws {
        try await Rig.signedIn(depth) { (rig: Rig) async throws in
            try await rig.subscribe()
            let answer = try await rig.call("GET /api/search", query: "?q=notes&limit=2").json(SearchAnswer.self)
            #expect(answer.entries.count == 2)
            #expect(answer.entries[0].snippet.filter(\.mark).map(\.text) == ["Notes"])
            #expect(answer.entries[0].snippet.map(\.text).joined().contains("alert") == false)
            #expect(answer.feeds.isEmpty)
            let next = try #require(answer.next)
            let rest = try await rig.call("GET /api/search", query: "?q=notes&limit=3&after=\(next)")
                .json(SearchAnswer.self)
            #expect(Set((answer.entries + rest.entries).map(\.entry.id)).count == 5)
            #expect(rest.next == nil)
            let shows = try await rig.call("GET /api/search", query: "?q=show").json(SearchAnswer.self)
            #expect(shows.feeds.map(\.id) == ["1"])
            #expect(try await rig.call("GET /api/search", query: "?q=").json(SearchAnswer.self).entries.isEmpty)
            #expect(try await rig.call("GET /api/search").status == 400)
            #expect(try await rig.call("GET /api/search", query: "?q=a&after=zzzzzz").status == 400)
            let long = String(repeating: "a", count: 501)
            #expect(try await rig.call("GET /api/search", query: "?q=\(long)").status == 400)
        }
    }

    @Test func savedSearchesCountAndPage() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            try await rig.subscribe()
            var criteria = EntryCriteria()
            criteria.text = "notes"
            criteria.filters = [.unread, .audio]
            criteria.feeds = ["1"]
            criteria.order = .oldest
            let made = try await rig.call(
                "POST /api/searches",
                body: SavedSearchRequest(title: " Mine ", criteria: criteria)
            )
            #expect(made.status == 201)
            let search = try made.json(SavedSearch.self)
            #expect(search.title == "Mine")
            #expect(search.count == 5)
            let page = try await rig.call("GET /api/searches/{id}/entries", search.id, query: "?limit=3")
                .json(EntryPage.self)
            #expect(page.entries.map(\.title) == ["Episode 1", "Episode 2", "Episode 3"])
            let rest = try await rig.call(
                "GET /api/searches/{id}/entries",
                search.id,
                query: "?after=\(try #require(page.next))"
            ).json(EntryPage.self)
            #expect(rest.entries.map(\.title) == ["Episode 4", "Episode 5"])
            criteria.text = nil
            criteria.olderThan = 100_000
            let changed = SavedSearchRequest(title: "Old", criteria: criteria)
            #expect(
                try await rig.call("PUT /api/searches/{id}", search.id, body: changed).json(SavedSearch.self).count == 0
            )
            let list = try await rig.call("GET /api/searches").json(SavedSearchList.self).searches
            #expect(list.map(\.title) == ["Old"])
            #expect(list[0].criteria == criteria)
            criteria.folder = "17"
            let lost = SavedSearchRequest(title: "Lost folder", criteria: criteria)
            #expect(try await rig.call("POST /api/searches", body: lost).json(SavedSearch.self).count == 0)
            #expect(try await rig.call("DELETE /api/searches/{id}", search.id).status == 204)
            #expect(try await rig.call("GET /api/searches/{id}", search.id).status == 404)
            let nameless = SavedSearchRequest(title: " ", criteria: EntryCriteria())
            #expect(try await rig.call("POST /api/searches", body: nameless).status == 400)
        }
    }
}
