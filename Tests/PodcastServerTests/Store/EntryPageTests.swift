import Database
import Foundation
import Testing

@testable import PodcastServer

@Suite struct EntryPageTests {
    private let entries = (0..<57).map { episode("E\($0)", guid: "g\($0)", day: Double($0 / 3)) }

    private func walk(_ store: PodcastStore, _ user: Int64, _ selection: EntrySelection = .all) async throws -> [String]
    {
        var titles: [String] = []
        var cursor: EntryCursor?
        repeat {
            let page = try await store.entries(of: user, selection, after: cursor, limit: 10)
            titles += page.entries.map(\.title)
            cursor = try page.next.map { try EntryCursor(text: $0.text) }
        } while cursor != nil
        return titles
    }

    @Test func pagesGiveEveryEntryOnce() async throws {
        try await withStore { store in
            let (user, _) = try await store.makeSubscription(entries)
            let titles = try await walk(store, user)
            #expect(titles.count == 57)
            #expect(Set(titles).count == 57)
            #expect(try await store.entries(of: user, limit: 57).next == nil)
        }
    }

    @Test func whatComesOnTopMovesNoPage() async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription(entries)
            let all = try await walk(store, user)
            let first = try await store.entries(of: user, limit: 20)
            try await store.refresh(feed, [episode("new", guid: "new", day: 0)])
            let second = try await store.entries(of: user, after: first.next, limit: 20)
            #expect(first.entries.map(\.title) + second.entries.map(\.title) == Array(all.prefix(40)))
        }
    }

    @Test func selectionsHoldWhatTheySay() async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription(entries)
            let (read, starred, started) = (
                try await store.id("E3", user), try await store.id("E4", user), try await store.id("E5", user)
            )
            try await store.setRead(true, entry: read, user: user, now: storeStart)
            try await store.setStarred(true, entry: starred, user: user)
            for entry in [read, started] {
                let position = StoredPosition(seconds: 5, duration: nil, at: storeStart)
                _ = try await store.setPosition(of: entry, user: user, position, now: storeStart)
            }
            #expect(try await walk(store, user, .unread).count == 56)
            #expect(try await walk(store, user, .starred) == ["E4"])
            #expect(try await walk(store, user, .started) == ["E5"])
            for selection in EntrySelection.allCases {
                let ofFeed = try await store.entries(of: user, feed: feed, selection, limit: 100).entries.map(\.title)
                let ofAll = try await walk(store, user, selection)
                #expect(ofFeed == ofAll)
            }
        }
    }

    @Test(arguments: ["", ".", "1", "1.2.3", "!.1", "1.!", "zzzzzzzzzzzzzzzzzzzz.1", "-"])
    func aWrongCursorIsRefused(_ text: String) {
        #expect(throws: StoreError.invalidCursor) { try EntryCursor(text: text) }
    }

    @Test func aUserSeesTheirOwnSubscriptionsOnly() async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription(entries)
            let id = try await store.id("E0", user)
            let other = try await store.makeUser("bob")
            #expect(try await store.entries(of: other, limit: 5).entries == [])
            await #expect(throws: StoreError.noSuchFeed) { try await store.entries(of: other, feed: feed, limit: 5) }
            await #expect(throws: StoreError.noSuchEntry) { try await store.entry(id, of: other) }
            await #expect(throws: StoreError.noSuchEntry) { try await store.position(of: id, user: other) }
            await #expect(throws: StoreError.noSuchEntry) {
                try await store.setRead(true, entry: id, user: other, now: storeStart)
            }
            await #expect(throws: StoreError.noSuchEntry) { try await store.setStarred(true, entry: id, user: other) }
            await #expect(throws: StoreError.noSuchFeed) {
                try await store.markRead(user: other, feed: feed, now: storeStart)
            }
        }
    }

    @Test func anEntryHasAllThatTheFeedSaid() async throws {
        try await withStore { store in
            var full = episode("title", guid: "guid", media: "https://a/1.mp3")
            full.author = "author"
            full.link = "https://a/1"
            full.updated = storeStart
            full.duration = 61.5
            full.season = 2
            full.episode = 3.5
            full.kind = "bonus"
            full.isExplicit = true
            full.imageURL = "https://a/1.png"
            full.summary = "summary"
            full.notes = "<p>notes</p>"
            full.notesBase = "https://a/"
            full.mediaType = "audio/mpeg"
            full.mediaLength = 5_000_000_000
            full.extras = #"{"a":1}"#
            let (user, feed) = try await store.makeSubscription([full])
            let entry = try await store.entry(try await store.id("title", user), of: user)
            var back = NewEntry(title: entry.row.title)
            back.guid = entry.row.guid
            back.author = entry.author
            back.link = entry.link
            back.published = entry.row.published
            back.updated = entry.updated
            back.duration = entry.row.duration
            back.season = entry.row.season
            back.episode = entry.row.episode
            back.kind = entry.row.kind
            back.isExplicit = entry.row.isExplicit
            back.imageURL = entry.row.imageURL
            back.summary = entry.row.summary
            back.notes = entry.notes
            back.notesBase = entry.notesBase
            back.mediaURL = entry.row.mediaURL
            back.mediaType = entry.row.mediaType
            back.mediaLength = entry.row.mediaLength
            back.extras = entry.extras
            #expect(back == full)
            #expect(entry.row.feed == feed)
            #expect(entry.firstSeen == storeStart)
        }
    }
}
