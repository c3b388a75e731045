import Foundation
import PodcastAPI
import Testing

@testable import PodcastServer

/// When two feeds turn out to be one, what users did with the old one's entries goes along.
@Suite(.serialized) struct LibraryMergeTests {
    @Test func bookmarksChaptersQueueDownloadsAndListeningMoveAlong() async throws {
        try await withStore { store in
            let user = try await store.makeUser()
            let old = try await store.subscribe(user: user, url: "https://old.example/feed", now: storeStart).feed
            let entries = [
                episode("both", guid: "both", media: "https://e.org/both", day: 1),
                episode("gone", guid: "gone", media: "https://e.org/gone", day: 2),
            ]
            try await store.refresh(old, entries)
            let bob = try await store.makeUser("bob")
            let new = try await store.subscribe(user: bob, url: "https://new.example/feed", now: storeStart).feed
            try await store.refresh(new, [entries[0]])

            let both = try await store.id("both", user)
            let gone = try await store.id("gone", user)
            _ = try await store.addBookmark(both, user: user, seconds: 3, title: "here", note: nil, now: storeStart)
            _ = try await store.addBookmark(gone, user: user, seconds: 4, title: "there", note: nil, now: storeStart)
            try await store.setSkippedChapters([1, 2], of: both, user: user)
            try await store.addToQueue([gone, both], at: nil, of: user)
            try await store.addDownloads([both], of: user, now: storeStart)
            for seconds in [0.0, 10] {
                let position = StoredPosition(seconds: seconds, duration: 100, at: storeStart - 60 + seconds)
                _ = try await store.setPosition(of: both, user: user, position, now: storeStart)
            }
            var criteria = EntryCriteria()
            criteria.feeds = ["\(old)"]
            let search = try await store.addSearch("Mine", criteria, of: user)

            #expect(try await store.move(old, to: "https://new.example/feed", now: storeStart) == .merged(into: new))

            let now = try await store.id("both", user)
            #expect(now != both)
            #expect(try await store.bookmarks(of: now, user: user).map(\.title) == ["here"])
            #expect(try await store.bookmarks(of: gone, user: user).map(\.title) == ["there"])
            #expect(try await store.skippedChapters(of: now, user: user) == [1, 2])
            #expect(try await store.queue(of: user).entries.map(\.id) == [gone, now])
            #expect(try await store.downloads(of: user, after: nil, limit: 10).rows.map(\.entry.id) == [now])
            let listened = try await store.listening(of: user, from: storeStart - 86_400, to: storeStart + 86_400)
            #expect(listened.map(\.feed) == [new])
            #expect(listened.map(\.heard) == [10])
            #expect(try await store.savedSearch(search, of: user).criteria.feeds == ["\(new)"])
            let query = SearchQuery("both ")
            let found = try await store.search(query, in: EntryList(), of: user, offset: 0, limit: 10)
            #expect(found.matches.map(\.entry.id) == [now])
        }
    }

    @Test func aSubscriptionsEndLeavesNoDownloadBehind() async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription(
                [episode("a", guid: "a", media: "https://e.org/a")]
            )
            let bob = try await store.makeUser("bob")
            _ = try await store.subscribe(user: bob, url: "https://example.org/feed", now: storeStart)
            let entry = try await store.id("a", user)
            try await store.addDownloads([entry], of: user, now: storeStart)
            try await store.unsubscribe(user: user, feed: feed)
            #expect(try await store.dueDownloads(now: storeStart, limit: 10).isEmpty)
            #expect(try await store.pinnedEntries().isEmpty)
        }
    }
}
