import Foundation
import HTTP
import PodcastAPI
import Testing

@testable import PodcastServer

@Suite(.serialized) struct ListRouteTests {
    /// A store with entries of every kind: name, days old, seconds, media type.
    private static let kinds: [(String, Double, Double?, String?)] = [
        ("audio short", 1, 300, "audio/mpeg"), ("audio long", 2, 5_400, "audio/mpeg"),
        ("video", 3, 600, "video/mp4"), ("article", 4, nil, nil), ("old audio", 40, 1_800, "audio/ogg"),
    ]

    private func withKinds(_ body: (PodcastStore, Int64, Int64) async throws -> Void) async throws {
        try await withStore { store in
            let entries = Self.kinds.map { title, days, seconds, type in
                var entry = episode(
                    title,
                    guid: title,
                    media: type.map { _ in "https://example.org/\(days)" },
                    day: days
                )
                entry.duration = seconds
                entry.mediaType = type
                return entry
            }
            let (user, feed) = try await store.makeSubscription(entries)
            try await store.setRead(true, entry: try await store.id("audio long", user), user: user, now: storeStart)
            try await store.setStarred(true, entry: try await store.id("video", user), user: user)
            let position = StoredPosition(seconds: 9, duration: nil, at: storeStart)
            _ = try await store.setPosition(
                of: try await store.id("old audio", user),
                user: user,
                position,
                now: storeStart
            )
            try await body(store, user, feed)
        }
    }

    private static let filters: [([EntryFilter], [String])] = [
        ([], ["audio short", "audio long", "video", "article", "old audio"]),
        ([.unread], ["audio short", "video", "article", "old audio"]),
        ([.starred], ["video"]),
        ([.started], ["old audio"]),
        ([.finished], ["audio long"]),
        ([.unfinished], ["audio short", "video", "old audio"]),
        ([.audio], ["audio short", "audio long", "old audio"]),
        ([.video], ["video"]),
        ([.downloaded], []),
        ([.unread, .audio], ["audio short", "old audio"]),
        ([.starred, .video, .unread], ["video"]),
        ([.finished, .unread], []),
    ]

    @Test(arguments: filters)
    func filtersMustAllHold(filters: [EntryFilter], titles: [String]) async throws {
        try await withKinds { (store: PodcastStore, user: Int64, feed: Int64) async throws in
            for scope in [EntryList.Scope.all, .feed(feed), .feeds([feed])] {
                for order in EntryOrder.allCases {
                    var list = EntryList(scope, Set(filters))
                    list.order = order
                    let found = try await store.entries(of: user, in: list, limit: 10).entries.map(\.title)
                    #expect(found == (order == .newest ? titles : titles.reversed()))
                    #expect(try await store.count(of: user, in: list) == titles.count)
                }
            }
        }
    }

    @Test func lengthAndAgeNarrowAList() async throws {
        try await withKinds { (store: PodcastStore, user: Int64, _: Int64) async throws in
            var list = EntryList()
            list.minimumDuration = 600
            list.maximumDuration = 1_800
            #expect(
                try await store.entries(of: user, in: list, limit: 10).entries.map(\.title) == ["video", "old audio"]
            )
            list.from = storeStart - 30 * 86_400
            #expect(try await store.entries(of: user, in: list, limit: 10).entries.map(\.title) == ["video"])
            list = EntryList()
            list.until = storeStart - 4 * 86_400
            #expect(
                try await store.entries(of: user, in: list, limit: 10).entries.map(\.title) == ["article", "old audio"]
            )
        }
    }

    /// A player's finding of the length counts for lists as well.
    @Test func theLengthIsWhatThePlayerFound() async throws {
        try await withKinds { (store: PodcastStore, user: Int64, _: Int64) async throws in
            let entry = try await store.id("audio short", user)
            let position = StoredPosition(seconds: 1, duration: 4_000, at: storeStart)
            _ = try await store.setPosition(of: entry, user: user, position, now: storeStart)
            var list = EntryList()
            list.minimumDuration = 3_600
            #expect(
                try await store.entries(of: user, in: list, limit: 10).entries.map(\.title)
                    == ["audio short", "audio long"]
            )
        }
    }

    @Test(arguments: EntryOrder.allCases)
    func pagesOfEveryKindGiveEachEntryOnce(order: EntryOrder) async throws {
        try await withStore { store in
            let days = (0..<23).map { Double($0 / 3) }
            let (user, feed) = try await store.makeSubscription(
                days.enumerated().map { episode("e\($0)", guid: "g\($0)", media: "https://e.org/\($0)", day: $1) }
            )
            for list in [EntryList(.feed(feed)), EntryList(.feeds([feed])), EntryList(.all, [.audio])] {
                var list = list
                list.order = order
                let whole = try await store.entries(of: user, in: list, limit: 100).entries.map(\.id)
                #expect(whole.count == 23)
                var paged: [Int64] = []
                var after: EntryCursor?
                repeat {
                    let page = try await store.entries(of: user, in: list, after: after, limit: 4)
                    paged += page.entries.map(\.id)
                    after = page.next
                } while after != nil
                #expect(paged == whole)
            }
        }
    }

    @Test func aFeedsOwnOrderCountsUnlessTheRequestNamesOne() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            try await rig.subscribe()
            var change = FeedChange()
            change.order = .oldest
            #expect(try await rig.call("PATCH /api/feeds/{id}", "1", body: change).json(Feed.self).order == .oldest)
            func titles(_ id: String, _ query: String) async throws -> [String] {
                try await rig.call("GET /api/feeds/{id}/entries", id, query: query).json(EntryPage.self).entries
                    .map(\.title)
            }
            #expect(try await titles("1", "?limit=2") == ["Episode 1", "Episode 2"])
            #expect(try await titles("1", "?limit=2&order=newest") == ["Episode 5", "Episode 4"])
            #expect(try await titles("all", "?limit=2") == ["Episode 5", "Episode 4"])
            #expect(try await titles("all", "?filter=unread,audio&limit=1&order=oldest") == ["Episode 1"])
        }
    }

    @Test(arguments: [
        "?filter=unread,dusty", "?minimumDuration=-1", "?newerThan=x", "?order=random", "?limit=0", "?after=a",
    ])
    func whatIsNoFilterIsRefused(query: String) async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            #expect(try await rig.call("GET /api/feeds/{id}/entries", "all", query: query).status == 400)
        }
    }

    @Test func theNextOfAShowIsNewerOrOlder() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            try await rig.subscribe()
            let third = try await rig.episode(3)
            func next(_ query: String) async throws -> String? {
                try await rig.call("GET /api/entries/{id}/next", third, query: query).json(NextEntry.self).entry?.title
            }
            #expect(try await next("?direction=newer") == "Episode 4")
            #expect(try await next("?direction=older") == "Episode 2")
            #expect(try await next("") == "Episode 2")
            _ = try await rig.call("PUT /api/entries/{id}/read", try await rig.episode(4), body: ReadFlag(read: true))
            #expect(try await next("?direction=newer&filter=unread") == "Episode 5")
            let last = try await rig.episode(5)
            let none = try await rig.call("GET /api/entries/{id}/next", last, query: "?direction=newer")
            #expect(try none.json(NextEntry.self).entry == nil)
            #expect(try await rig.call("GET /api/entries/{id}/next", "99").status == 404)
            #expect(try await rig.call("GET /api/entries/{id}/next", third, query: "?direction=up").status == 400)
        }
    }
}
