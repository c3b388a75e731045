import Foundation
import Testing

@testable import PodcastServer

@Suite struct FetchStoreTests {
    private let later = storeStart + 300

    private func claim(_ store: PodcastStore, at now: Date = storeStart, limit: Int = 10) async throws -> [FetchLease] {
        try await store.claimDueFeeds(now: now, until: now + 300, limit: limit)
    }

    @Test func whatIsClaimedIsNotClaimedAgainUntilTheLeaseEnds() async throws {
        try await withStore { store in
            let user = try await store.makeUser()
            for number in 0..<3 {
                let due = storeStart - Double(number)
                _ = try await store.subscribe(user: user, url: "https://a/\(number)", now: due)
            }
            let first = try await claim(store, limit: 2)
            // The longest due comes first.
            #expect(first.map(\.state.url) == ["https://a/2", "https://a/1"])
            #expect(try await claim(store).map(\.state.url) == ["https://a/0"])
            #expect(try await claim(store) == [])
            // When the first lease ends there may be work again.
            #expect(try await store.nextDue() == later)
            #expect(try await store.claimFeed(first[0].feed, now: storeStart, until: later) == nil)
            #expect(try await claim(store, at: later).count == 3)
            // The first holder comes too late.
            let success = FetchSuccess(at: later, nextRefresh: later)
            #expect(try await store.record(success, first[0]) == false)
        }
    }

    @Test func aFeedGivenBackIsDueAtOnce() async throws {
        try await withStore { store in
            _ = try await store.makeSubscription()
            let lease = try #require(try await claim(store).first)
            try await store.release(lease)
            #expect(try await claim(store).count == 1)
            try await store.releaseAllFeeds()
            #expect(try await store.nextDue() == storeStart)
            #expect(try await claim(store).count == 1)
        }
    }

    @Test func aPersonMayAskForAFeedThatIsNotDue() async throws {
        try await withStore { store in
            let (_, feed) = try await store.makeSubscription()
            let lease = try #require(try await claim(store).first)
            try await store.record(FetchSuccess(at: storeStart, nextRefresh: later), lease)
            #expect(try await claim(store) == [])
            #expect(try await store.claimFeed(feed, now: storeStart, until: later) != nil)
            await #expect(throws: StoreError.noSuchFeed) {
                try await store.claimFeed(feed + 1, now: storeStart, until: later)
            }
        }
    }

    @Test func aSuccessKeepsWhatTheNextRequestNeeds() async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription()
            let lease = try #require(try await claim(store).first)
            var success = FetchSuccess(at: storeStart, nextRefresh: later)
            success.etag = "\"e\""
            success.lastModified = "yesterday"
            success.bodyHash = [1, 2, 3]
            success.moveURL = "https://new"
            success.moveConfirmations = 2
            success.observedInterval = 86_400.5
            success.hints = "{}"
            #expect(try await store.record(success, lease))
            let state = try #require(try await store.fetchState(of: feed))
            #expect(state.etag == "\"e\"")
            #expect(state.lastModified == "yesterday")
            #expect(state.bodyHash == [1, 2, 3])
            #expect(state.moveURL == "https://new")
            #expect(state.moveConfirmations == 2)
            #expect(state.observedInterval == 86_400.5)
            #expect(state.hints == "{}")
            #expect(state.lastSuccess == storeStart)
            #expect(try await store.nextDue() == later)
            #expect(try await store.subscription(of: user, feed: feed).trouble == nil)
        }
    }

    @Test func failuresAreCountedSinceTheFirstAndForgottenAfterASuccess() async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription()
            for step in 0..<3 {
                let now = storeStart + Double(step) * 1_000
                let lease = try #require(try await claim(store, at: now).first)
                #expect(lease.state.failures == (step == 2 ? 1 : step))
                let trouble = FetchTrouble(
                    at: now,
                    code: "x",
                    sentence: "No \(step).",
                    nextRefresh: now + 1,
                    counts: step != 1
                )
                #expect(try await store.record(trouble, lease))
            }
            let row = try await store.subscription(of: user, feed: feed)
            let expected = SubscriptionRow.Trouble(
                code: "x",
                sentence: "No 2.",
                since: storeStart,
                failures: 2,
                isGone: false
            )
            #expect(row.trouble == expected)
            let lease = try #require(try await claim(store, at: storeStart + 9_000).first)
            try await store.record(FetchSuccess(at: storeStart + 9_000, nextRefresh: storeStart + 10_000), lease)
            #expect(try await store.subscription(of: user, feed: feed).trouble == nil)
            #expect(try await store.fetchState(of: feed)?.failures == 0)
        }
    }

    @Test func aFeedThatIsGoneIsNotAskedForAgain() async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription()
            let lease = try #require(try await claim(store).first)
            let gone = FetchTrouble(at: storeStart, code: "gone", sentence: "Gone.", nextRefresh: nil, isGone: true)
            try await store.record(gone, lease)
            #expect(try await claim(store, at: storeStart + 1e9) == [])
            #expect(try await store.nextDue() == nil)
            #expect(try await store.subscription(of: user, feed: feed).trouble?.isGone == true)
            #expect(try await store.claimFeed(feed, now: storeStart, until: later) != nil)
        }
    }

    @Test func aMoveForgetsTheOldAddressesValidators() async throws {
        try await withStore { store in
            let (_, feed) = try await store.makeSubscription()
            let lease = try #require(try await claim(store).first)
            var success = FetchSuccess(at: storeStart, nextRefresh: later)
            success.etag = "e"
            success.bodyHash = [1]
            try await store.record(success, lease)
            try await store.move(feed, to: "https://new/feed", now: storeStart)
            let state = try #require(try await store.fetchState(of: feed))
            #expect(state.etag == nil)
            #expect(state.bodyHash == nil)
            #expect(state.url == "https://new/feed")
        }
    }
}
