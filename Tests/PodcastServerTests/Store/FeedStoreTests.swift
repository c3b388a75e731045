import Database
import Foundation
import Testing

@testable import PodcastServer

@Suite struct FeedStoreTests {
    @Test func subscribingTwiceIsOneSubscription() async throws {
        try await withStore { store in
            let user = try await store.makeUser()
            let first = try await store.subscribe(user: user, url: "https://a/feed", folder: "News", now: storeStart)
            let second = try await store.subscribe(user: user, url: "https://a/feed", now: storeStart)
            #expect(first == Subscribed(feed: first.feed, isNewFeed: true, isNewSubscription: true))
            #expect(second == Subscribed(feed: first.feed, isNewFeed: false, isNewSubscription: false))
            let rows = try await store.subscriptions(of: user)
            #expect(rows.map(\.folder) == ["News"])
            #expect(rows.first?.nextRefresh == storeStart)
        }
    }

    @Test func aSecondSubscriberHasTheEntriesUnread() async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription([episode("a", guid: "1"), episode("b", guid: "2")])
            try await store.markRead(user: user, now: storeStart)
            let other = try await store.makeUser("bob")
            _ = try await store.subscribe(user: other, url: "https://example.org/feed", now: storeStart)
            try await store.refresh(feed, [episode("c", guid: "3")])
            #expect(try await store.unreadCount(of: other) == 3)
            #expect(try await store.unreadCount(of: user) == 1)
            let totals = try await store.totals(of: other)
            #expect(totals.entries == 3)
            #expect(totals.newest == storeStart - 86_400)
        }
    }

    @Test func unsubscribingTouchesNobodyElse() async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription([episode("a", guid: "1")])
            let other = try await store.makeUser("bob")
            _ = try await store.subscribe(user: other, url: "https://example.org/feed", now: storeStart)
            let id = try await store.id("a", other)
            try await store.setStarred(true, entry: id, user: other)
            try await store.unsubscribe(user: user, feed: feed)
            #expect(try await store.subscriptions(of: user) == [])
            #expect(try await store.titles(other, .starred) == ["a"])
            #expect(try await store.unreadCount(of: other) == 1)
            await #expect(throws: StoreError.noSuchFeed) { try await store.unsubscribe(user: user, feed: feed) }
            try await store.unsubscribe(user: other, feed: feed)
            let left = try await store.database.read { reader in
                try ["feeds", "fetch_states", "entries", "entry_texts", "entry_states", "subscriptions"].map {
                    try reader.value("SELECT count(*) FROM \($0)", as: Int.self) ?? -1
                }
            }
            #expect(left == [0, 0, 0, 0, 0, 0])
        }
    }

    @Test func aChangeTouchesOnlyWhatItNames() async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription([episode("a", guid: "1")])
            try await store.setContent(FeedContent(title: "Theirs"), of: feed)
            let mine = SubscriptionChange(title: "Mine", folder: "F", speed: 1.5)
            try await store.changeSubscription(user: user, feed: feed, mine)
            try await store.changeSubscription(user: user, feed: feed, SubscriptionChange(folder: .some(nil)))
            let row = try await store.subscription(of: user, feed: feed)
            #expect(row.customTitle == "Mine")
            #expect(row.feedTitle == "Theirs")
            #expect(row.folder == nil)
            #expect(row.speed == 1.5)
            #expect(try await store.entries(of: user, limit: 1).entries.first?.feedTitle == "Mine")
            await #expect(throws: StoreError.noSuchFeed) {
                try await store.changeSubscription(user: user, feed: feed + 1, mine)
            }
        }
    }

    @Test func contentIsWrittenOnlyWhenItChanged() async throws {
        try await withStore { store in
            let (_, feed) = try await store.makeSubscription()
            var content = FeedContent(title: "T")
            content.author = "A"
            content.description = "D"
            content.link = "https://a"
            content.imageURL = "https://a/i"
            content.language = "de"
            content.categories = ["News", "Ä \"quoted\""]
            content.isExplicit = false
            content.kind = "serial"
            content.podcastGUID = "guid"
            content.extras = "{}"
            try await store.setContent(content, of: feed)
            #expect(try await store.feed(id: feed)?.content == content)
            #expect(try await store.feed(podcastGUID: "guid")?.id == feed)
            let before = try await store.changeCount()
            try await store.setContent(content, of: feed)
            #expect(try await store.changeCount() == before)
            content.isExplicit = nil
            try await store.setContent(content, of: feed)
            #expect(try await store.feed(id: feed)?.content == content)
            await #expect(throws: StoreError.noSuchFeed) { try await store.setContent(content, of: feed + 1) }
        }
    }

    @Test func aMovedFeedIsFoundByBothAddresses() async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription([episode("a", guid: "1")])
            #expect(try await store.move(feed, to: "https://new/feed", now: storeStart) == .renamed)
            for url in ["https://example.org/feed", "https://new/feed"] {
                #expect(try await store.feed(url: url)?.id == feed)
                let again = try await store.subscribe(user: user, url: url, now: storeStart)
                #expect(!again.isNewSubscription)
            }
            // And back again.
            #expect(try await store.move(feed, to: "https://example.org/feed", now: storeStart) == .renamed)
            #expect(try await store.feed(id: feed)?.url == "https://example.org/feed")
            #expect(try await store.feed(url: "https://new/feed")?.id == feed)
        }
    }

    @Test func aMoveToAKnownFeedLosesNothing() async throws {
        try await withStore { store in
            let (ann, old) = try await store.makeSubscription([
                episode("both", guid: "1", media: "https://a/1", day: 3), episode("old only", guid: "2", day: 4),
                episode("renamed guid", guid: "3", media: "https://a/3", day: 5),
            ])
            try await store.changeSubscription(user: ann, feed: old, SubscriptionChange(title: "Mine", folder: "F"))
            let bob = try await store.makeUser("bob")
            let new = try await store.subscribe(user: bob, url: "https://new/feed", now: storeStart).feed
            try await store.refresh(
                new,
                [
                    episode("both", guid: "1", media: "https://b/1", day: 3), episode("new only", guid: "9", day: 2),
                    episode("renamed guid", guid: "33", media: "https://a/3", day: 5),
                ]
            )
            let both = try await store.id("both", ann)
            try await store.setRead(true, entry: both, user: ann, now: storeStart)
            let position = StoredPosition(seconds: 7, duration: 70, at: storeStart)
            _ = try await store.setPosition(of: both, user: ann, position, now: storeStart)
            try await store.setStarred(true, entry: try await store.id("renamed guid", ann), user: ann)

            #expect(try await store.move(old, to: "https://new/feed", now: storeStart) == .merged(into: new))

            #expect(try await store.feed(url: "https://example.org/feed")?.id == new)
            #expect(try await store.feed(id: old) == nil)
            let subscription = try await store.subscription(of: ann, feed: new)
            #expect(subscription.customTitle == "Mine")
            #expect(subscription.total == 4)
            #expect(try await store.titles(ann, .unread) == ["new only", "old only", "renamed guid"])
            #expect(try await store.titles(ann, .starred) == ["renamed guid"])
            #expect(
                try await store.position(of: try await store.id("both", ann), user: ann)?.seconds == position.seconds
            )
            #expect(try await store.titles(bob, .unread) == ["new only", "both", "renamed guid"])
            #expect(try await store.titles(bob).count == 4)
            #expect(try await store.unreadCount(of: bob) == 3)
        }
    }
}
