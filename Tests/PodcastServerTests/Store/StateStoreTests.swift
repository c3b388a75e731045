import Database
import Foundation
import TestSupport
import Testing

@testable import PodcastServer

@Suite struct StateStoreTests {
    private func at(_ seconds: TimeInterval, _ position: Double, duration: Double? = nil) -> StoredPosition {
        StoredPosition(seconds: position, duration: duration, at: storeStart + seconds)
    }

    @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0], [2, 2, 0]])
    func theNewerPositionWinsInWhateverOrder(_ order: [Int]) async throws {
        try await withStore { store in
            let (user, _) = try await store.makeSubscription([episode("a", guid: "1")])
            let id = try await store.id("a", user)
            #expect(try await store.position(of: id, user: user) == nil)
            let writes = [at(0, 100), at(10, 30), at(20, 50)]
            var answer: StoredPosition?
            for index in order {
                answer = try await store.setPosition(of: id, user: user, writes[index], now: storeStart + 30)
            }
            #expect(answer == writes[2])
            #expect(try await store.position(of: id, user: user) == writes[2])
        }
    }

    @Test(arguments: [[10.0, 20], [20, 10]])
    func ofTwoAtTheSameTimeTheFurtherWins(_ seconds: [Double]) async throws {
        try await withStore { store in
            let (user, _) = try await store.makeSubscription([episode("a", guid: "1")])
            let id = try await store.id("a", user)
            for second in seconds {
                _ = try await store.setPosition(of: id, user: user, at(0, second), now: storeStart)
            }
            #expect(try await store.position(of: id, user: user)?.seconds == 20)
        }
    }

    @Test func aClockFarAheadDoesNotHoldOthersUp() async throws {
        try await withStore { store in
            let (user, _) = try await store.makeSubscription([episode("a", guid: "1")])
            let id = try await store.id("a", user)
            let ahead = try await store.setPosition(of: id, user: user, at(1e9, 10), now: storeStart)
            #expect(ahead.at == storeStart + PodcastStore.clockTolerance)
            let next = try await store.setPosition(of: id, user: user, at(90, 20), now: storeStart + 90)
            #expect(next.seconds == 20)
        }
    }

    @Test(arguments: [(-3.0, 0.0), (0, 0), (99.5, 99.5), (150, 100)])
    func aPositionIsHeldWithinTheEpisode(_ sent: Double, _ stored: Double) async throws {
        try await withStore { store in
            let (user, _) = try await store.makeSubscription([episode("a", guid: "1")])
            let id = try await store.id("a", user)
            let answer = try await store.setPosition(of: id, user: user, at(0, sent, duration: 100), now: storeStart)
            #expect(answer.seconds == stored)
            #expect(try await store.entry(id, of: user).row.duration == 100)
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func aPositionThatIsNoNumberIsRefused(_ seconds: Double) async throws {
        try await withStore { store in
            let (user, _) = try await store.makeSubscription([episode("a", guid: "1")])
            let id = try await store.id("a", user)
            await #expect(throws: StoreError.invalidPosition) {
                try await store.setPosition(of: id, user: user, at(0, seconds), now: storeStart)
            }
            await #expect(throws: StoreError.noSuchEntry) {
                try await store.setPosition(of: id + 1, user: user, at(0, 1), now: storeStart)
            }
        }
    }

    @Test func readingKeepsThePositionAndTheFirstTime() async throws {
        try await withStore { store in
            let (user, _) = try await store.makeSubscription([episode("a", guid: "1")])
            let id = try await store.id("a", user)
            _ = try await store.setPosition(of: id, user: user, at(0, 90), now: storeStart)
            for day in 0..<2 {
                try await store.setRead(true, entry: id, user: user, now: storeStart + Double(day) * 86_400)
            }
            let read = try await store.entry(id, of: user).row
            #expect(read.finished == storeStart)
            #expect(read.position == 90)
            try await store.setRead(false, entry: id, user: user, now: storeStart)
            #expect(try await store.entry(id, of: user).row.finished == nil)
            #expect(try await store.unreadCount(of: user) == 1)
        }
    }

    @Test func markingReadKnowsFeedAndTime() async throws {
        try await withStore { store in
            let entries = (0..<10).map { episode("E\($0)", guid: "g\($0)", day: Double($0)) }
            let (user, feed) = try await store.makeSubscription(entries)
            let other = try await store.subscribe(user: user, url: "https://example.org/other", now: storeStart).feed
            try await store.refresh(other, entries)
            let old = try await store.markRead(user: user, feed: feed, before: storeStart - 5 * 86_400, now: storeStart)
            #expect(old == 5)
            #expect(try await store.subscription(of: user, feed: feed).unread == 5)
            #expect(try await store.subscription(of: user, feed: other).unread == 10)
            #expect(try await store.markRead(user: user, feed: feed, now: storeStart) == 5)
            #expect(try await store.markRead(user: user, feed: feed, now: storeStart) == 0)
            #expect(try await store.markRead(user: user, now: storeStart) == 10)
            #expect(try await store.unreadCount(of: user) == 0)
        }
    }

    @Test func theKeptCountsAreTheTrueOnesAfterAnything() async throws {
        try await withStore { store in
            let users = [try await store.makeUser("ann"), try await store.makeUser("bob")]
            var random = SeededGenerator(7)
            for step in 0..<300 {
                let user = users[Int.random(in: 0..<2, using: &random)]
                let url = "https://example.org/\(Int.random(in: 0..<4, using: &random))"
                let feed = try await store.feed(url: url)?.id
                switch Int.random(in: 0..<8, using: &random) {
                case 0, 1: _ = try await store.subscribe(user: user, url: url, now: storeStart)
                case 2:
                    guard let feed, Int.random(in: 0..<4, using: &random) == 0 else { continue }
                    _ = try? await store.unsubscribe(user: user, feed: feed)
                case 3:
                    guard let feed else { continue }
                    _ = try? await store.markRead(user: user, feed: feed, now: storeStart)
                case 4:
                    guard let feed, Int.random(in: 0..<6, using: &random) == 0 else { continue }
                    try await store.move(feed, to: "https://example.org/\(step % 4)", now: storeStart)
                case 5:
                    let page = try await store.entries(of: user, limit: 20).entries
                    guard let entry = page.randomElement(using: &random) else { continue }
                    try await store.setRead(Bool.random(using: &random), entry: entry.id, user: user, now: storeStart)
                default:
                    guard let feed else { continue }
                    let first = Int.random(in: 0..<30, using: &random)
                    try await store.refresh(feed, (first..<first + 4).map { episode("E\($0)", guid: "g\($0)") })
                }
            }
            let wrong = try await store.database.read { reader in
                try reader.rows(
                    """
                    SELECT b.feed_id FROM subscriptions b
                    WHERE b.total <> (SELECT count(*) FROM entries e WHERE e.feed_id = b.feed_id)
                        OR b.total <> (SELECT count(*) FROM entry_states s
                            WHERE s.user_id = b.user_id AND s.feed_id = b.feed_id)
                        OR b.unread <> (SELECT count(*) FROM entry_states s
                            WHERE s.user_id = b.user_id AND s.feed_id = b.feed_id AND s.read = 0)
                    """
                ).count
            }
            #expect(wrong == 0)
            guard TestDatabase.isSQLite else { return }
            #expect(try await store.database.read { try $0.rows("PRAGMA foreign_key_check").isEmpty })
        }
    }
}
