import HTTP
import PodcastAPI
import Testing

@testable import PodcastServer

@Suite(.serialized) struct BookmarkTests {
    @Test(arguments: [Depth.direct, .curl])
    func placesAreMarkedChangedListedAndRemoved(depth: Depth) async throws {
        try await Rig.signedIn(depth) { (rig: Rig) async throws in
            try await rig.subscribe()
            let entry = try await rig.episode(2)
            let late = try await rig.call(
                "POST /api/entries/{id}/bookmarks",
                entry,
                body: BookmarkRequest(seconds: 90.1234, title: "Late", note: " ")
            ).json(Bookmark.self)
            #expect(late.seconds == 90.123)
            #expect(late.note == nil)
            #expect(late.entryTitle == "Episode 2")
            let early = try await rig.call(
                "POST /api/entries/{id}/bookmarks",
                entry,
                body: BookmarkRequest(seconds: 3)
            ).json(Bookmark.self)
            let byPlace = try await rig.call("GET /api/entries/{id}/bookmarks", entry).json(BookmarkPage.self)
            #expect(byPlace.bookmarks.map(\.id) == [early.id, late.id])

            let other = try await rig.episode(3)
            let third = try await rig.call(
                "POST /api/entries/{id}/bookmarks",
                other,
                body: BookmarkRequest(seconds: 1)
            ).json(Bookmark.self)
            var ids: [String] = []
            var after = ""
            repeat {
                let page = try await rig.call("GET /api/bookmarks", query: "?limit=1\(after)").json(BookmarkPage.self)
                ids += page.bookmarks.map(\.id)
                after = page.next.map { "&after=\($0)" } ?? ""
            } while !after.isEmpty
            #expect(ids == [third.id, early.id, late.id])

            let changed = try await rig.call(
                "PATCH /api/bookmarks/{id}",
                late.id,
                body: BookmarkChange(seconds: 91, note: "why")
            ).json(Bookmark.self)
            #expect(changed.title == "Late")
            #expect(changed.note == "why")
            #expect(changed.seconds == 91)
            let bare = try await rig.call("PATCH /api/bookmarks/{id}", late.id, body: BookmarkChange(note: ""))
            #expect(try bare.json(Bookmark.self).note == nil)
            #expect(try await rig.call("DELETE /api/bookmarks/{id}", late.id).status == 204)
            #expect(try await rig.call("DELETE /api/bookmarks/{id}", late.id).status == 404)
        }
    }

    @Test(arguments: [-1.0, 1e8])
    func aPlaceThatIsNoneIsRefused(seconds: Double) async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            try await rig.subscribe()
            let entry = try await rig.episode(1)
            let request = BookmarkRequest(seconds: seconds)
            #expect(try await rig.call("POST /api/entries/{id}/bookmarks", entry, body: request).status == 400)
            let starts = SkippedChapters(starts: [seconds])
            #expect(try await rig.call("PUT /api/entries/{id}/skipped-chapters", entry, body: starts).status == 400)
        }
    }

    @Test func oneUsersBookmarksAreNotAnothers() async throws {
        try await withStore { store in
            let (user, _) = try await store.makeSubscription([episode("a", guid: "a")])
            let entry = try await store.id("a", user)
            let other = try await store.makeUser("bob")
            let mark = try await store.addBookmark(entry, user: user, seconds: 1, title: "", note: nil, now: storeStart)
            await #expect(throws: StoreError.noSuchBookmark) { try await store.removeBookmark(mark.id, user: other) }
            await #expect(throws: StoreError.noSuchBookmark) {
                try await store.changeBookmark(mark.id, user: other, BookmarkEdit(title: "mine"))
            }
            await #expect(throws: StoreError.noSuchEntry) {
                try await store.addBookmark(entry, user: other, seconds: 1, title: "", note: nil, now: storeStart)
            }
            #expect(try await store.bookmarks(of: other, after: nil, limit: 10).rows.isEmpty)
            #expect(try await store.bookmarks(of: entry, user: user).map(\.title) == [""])
        }
    }

    @Test func deselectedChaptersAreKeptForUserAndEntry() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            try await rig.subscribe()
            let entry = try await rig.episode(1)
            func skipped(_ entry: String) async throws -> [Double] {
                try await rig.call("GET /api/entries/{id}/skipped-chapters", entry).json(SkippedChapters.self).starts
            }
            #expect(try await skipped(entry).isEmpty)
            let starts = SkippedChapters(starts: [60.5, 0, 60.5])
            let answer = try await rig.call("PUT /api/entries/{id}/skipped-chapters", entry, body: starts)
            #expect(try answer.json(SkippedChapters.self).starts == [0, 60.5])
            #expect(try await skipped(entry) == [0, 60.5])
            #expect(try await skipped(try await rig.episode(2)).isEmpty)
            let none = SkippedChapters(starts: [])
            _ = try await rig.call("PUT /api/entries/{id}/skipped-chapters", entry, body: none)
            #expect(try await skipped(entry).isEmpty)
            #expect(try await rig.call("GET /api/entries/{id}/skipped-chapters", "99").status == 404)
        }
    }
}
