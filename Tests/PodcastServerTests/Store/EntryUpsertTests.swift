import Database
import Foundation
import Testing

@testable import PodcastServer

@Suite struct EntryUpsertTests {
    @Test func aSecondRefreshOfTheSameFeedWritesNothing() async throws {
        try await withStore { store in
            let entries = (0..<250).map {
                episode("E\($0)", guid: "g\($0)", media: "https://a/\($0).mp3", day: Double($0))
            }
            let (user, feed) = try await store.makeSubscription(entries)
            let before = try await store.changeCount()
            let report = try await store.refresh(feed, entries, at: storeStart + 3_600)
            let after = try await store.changeCount()
            #expect(report.unchanged == 250)
            #expect(report.inserted == [])
            #expect(before == after)
            #expect(try await store.unreadCount(of: user) == 250)
        }
    }

    @Test func entriesThatVanishFromTheFeedStay() async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription([episode("old", guid: "1", day: 2)])
            try await store.refresh(feed, [episode("new", guid: "2")])
            let titles = try await store.titles(user)
            #expect(titles == ["new", "old"])
        }
    }

    @Test func changedWordsAreStoredAndTheStateStays() async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription([episode("titel", guid: "1", media: "https://a/1.mp3")])
            let id = try await store.id("titel", user)
            try await store.setRead(true, entry: id, user: user, now: storeStart)
            var changed = episode("title", guid: "1", media: "https://a/1.mp3")
            changed.notes = "<p>More</p>"
            changed.extras = "{}"
            let report = try await store.refresh(feed, [changed])
            #expect(report.updated == 1)
            let entry = try await store.entry(id, of: user)
            #expect(entry.row.title == "title")
            #expect(entry.notes == "<p>More</p>")
            #expect(entry.extras == "{}")
            #expect(entry.row.isRead)
        }
    }

    // B4: no date, or an absurd one, is the time it was first seen: once, not at every refresh.
    @Test(arguments: [Date?.none, Date(timeIntervalSince1970: 0), Date.distantPast])
    func withoutADateTheFirstSightCounts(_ published: Date?) async throws {
        try await withStore { store in
            var entry = episode("a", guid: "1", day: nil)
            entry.published = published
            let (user, feed) = try await store.makeSubscription([entry])
            try await store.refresh(feed, [entry], at: storeStart + 86_400)
            let row = try #require(try await store.entries(of: user, limit: 1).entries.first)
            #expect(row.published == storeStart)
        }
    }

    @Test func undatedEntriesKeepTheFeedsOrder() async throws {
        try await withStore { store in
            let titles = (0..<230).map { "E\($0)" }
            let (user, feed) = try await store.makeSubscription(titles.map { episode($0, guid: $0, day: nil) })
            try await store.refresh(feed, [episode("newest", guid: "n", day: nil)], at: storeStart + 60)
            let listed = try await store.entries(of: user, limit: 300).entries.map(\.title)
            #expect(listed == ["newest"] + titles)
        }
    }

    @Test func aDateThatComesLaterIsTakenOnce() async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription([episode("a", guid: "1", day: nil)])
            for day in [3.0, 2, 1] { try await store.refresh(feed, [episode("a", guid: "1", day: day)]) }
            let row = try #require(try await store.entries(of: user, limit: 1).entries.first)
            #expect(row.published == storeStart - 3 * 86_400)
        }
    }

    @Test func aDateInTheFutureIsTheFirstSight() async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription([episode("future", guid: "1", day: -400)])
            try await store.refresh(feed, [episode("now", guid: "2", day: 0)], at: storeStart + 60)
            try await store.refresh(feed, [episode("later", guid: "3", day: -0.01)], at: storeStart + 1_000)
            let titles = try await store.titles(user)
            #expect(titles == ["later", "future", "now"] || titles == ["later", "now", "future"])
            #expect(
                try await store.entries(of: user, limit: 9).entries.allSatisfy { $0.published <= storeStart + 1_000 }
            )
        }
    }

    // B5: dates rewritten at every poll make nothing new.
    @Test func rewrittenDatesMoveNothing() async throws {
        try await withStore { store in
            let first = [
                episode("b", guid: "2", media: "https://a/2", day: 2),
                episode("a", guid: "1", media: "https://a/1", day: 3),
            ]
            let (user, feed) = try await store.makeSubscription(first)
            for entry in try await store.entries(of: user, limit: 9).entries {
                try await store.setRead(true, entry: entry.id, user: user, now: storeStart)
            }
            let rewritten = first.map {
                var entry = $0
                entry.published = storeStart + 500
                return entry
            }
            let report = try await store.refresh(feed, rewritten, at: storeStart + 1_000)
            #expect(report == EntryUpsert.Report(unchanged: 2))
            #expect(try await store.unreadCount(of: user) == 0)
            #expect(try await store.entries(of: user, limit: 9).entries.map(\.published) == first.map(\.published))
        }
    }

    // B6, B34: no guid anywhere.
    @Test func withoutGuidsTheEnclosureCounts() async throws {
        try await withStore { store in
            let entries = [episode("a", media: "https://a/1"), episode("b", media: "https://a/2"), episode("c")]
            let (_, feed) = try await store.makeSubscription(entries)
            let report = try await store.refresh(feed, entries)
            #expect(report.unchanged == 3)
            let retitled = try await store.refresh(feed, [episode("a, corrected", media: "https://a/1")])
            #expect(retitled.updated == 1)
        }
    }

    // B7: two entries under one guid, in either order, on every refresh.
    @Test(arguments: [false, true])
    func entriesUnderOneGuidAreTold(_ newestFirst: Bool) async throws {
        try await withStore { store in
            let first = episode("first", guid: "same", media: "https://a/1", day: 2)
            let second = episode("second", guid: "same", media: "https://a/2", day: 1)
            let (user, feed) = try await store.makeSubscription([first])
            let id = try await store.id("first", user)
            try await store.setRead(true, entry: id, user: user, now: storeStart)
            let both = newestFirst ? [second, first] : [first, second]
            #expect(try await store.refresh(feed, both).inserted.count == 1)
            #expect(try await store.refresh(feed, both.reversed()) == EntryUpsert.Report(unchanged: 2))
            #expect(try await store.titles(user, .unread) == ["second"])
            #expect(try await store.entry(id, of: user).row.title == "first")
        }
    }

    @Test func aGuidUsedForEveryEpisodeLosesNone() async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription([])
            for number in 1...5 {
                let only = episode(
                    "E\(number)",
                    guid: "podcast",
                    media: "https://a/\(number)",
                    day: Double(10 - number)
                )
                try await store.refresh(feed, [only])
            }
            let titles = try await store.titles(user)
            #expect(titles == ["E5", "E4", "E3", "E2", "E1"])
        }
    }

    // B8: another guid, the same file.
    @Test(arguments: [1.0, 3.0])
    func aChangedGuidWithTheSameEnclosureIsTheSameEntry(_ day: Double) async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription([episode("a", guid: "old", media: "https://a/1")])
            try await store.setRead(true, entry: try await store.id("a", user), user: user, now: storeStart)
            let changed = episode("a", guid: "new", media: "https://a/1", day: day)
            #expect(try await store.refresh(feed, [changed]) == EntryUpsert.Report(updated: 1))
            #expect(try await store.refresh(feed, [changed]) == EntryUpsert.Report(unchanged: 1))
            #expect(try await store.unreadCount(of: user) == 0)
        }
    }

    @Test func twoGuidsWithOneEnclosureInOneFeedAreTwoEntries() async throws {
        try await withStore { store in
            let yesterday = episode("show", guid: "1", media: "https://a/latest.mp3", day: 2)
            let today = episode("show", guid: "2", media: "https://a/latest.mp3", day: 1)
            let (user, feed) = try await store.makeSubscription([yesterday])
            let id = try await store.id("show", user)
            #expect(try await store.refresh(feed, [today, yesterday]).inserted.count == 1)
            #expect(try await store.entry(id, of: user).row.guid == "1")
        }
    }

    // B9: a new tracking prefix before every enclosure, perhaps with new dates.
    @Test(arguments: [0.0, 7.0])
    func aChangedEnclosureWithTheSameGuidIsTheSameEntry(_ shift: Double) async throws {
        try await withStore { store in
            func feedContent(_ prefix: String, _ shift: Double) -> [NewEntry] {
                (0..<300).map {
                    episode("E\($0)", guid: "g\($0)", media: "\(prefix)/\($0).mp3", day: Double($0) + shift)
                }
            }
            let (user, feed) = try await store.makeSubscription(feedContent("https://a", 0))
            let id = try await store.id("E7", user)
            let position = StoredPosition(seconds: 42, duration: 100, at: storeStart)
            _ = try await store.setPosition(of: id, user: user, position, now: storeStart)
            let report = try await store.refresh(feed, feedContent("https://track/a", shift))
            #expect(report == EntryUpsert.Report(updated: 300))
            let entry = try await store.entry(id, of: user)
            #expect(entry.row.mediaURL == "https://track/a/7.mp3")
            #expect(entry.row.position == 42)
        }
    }

    // B10: falsy guids and guids that differ by case only.
    @Test func guidsAreComparedLetterByLetter() async throws {
        try await withStore { store in
            let entries = [episode("zero", guid: "0"), episode("small", guid: "abc"), episode("large", guid: "ABC")]
            let (_, feed) = try await store.makeSubscription(entries)
            #expect(try await store.refresh(feed, entries) == EntryUpsert.Report(unchanged: 3))
            let retitled = try await store.refresh(feed, [episode("zero!", guid: "0"), episode("small", guid: "abc")])
            #expect(retitled == EntryUpsert.Report(updated: 1, unchanged: 1))
        }
    }

    @Test func anEmptyGuidIsNone() async throws {
        try await withStore { store in
            let (_, feed) = try await store.makeSubscription([episode("a", guid: "", media: "https://a/1")])
            #expect(try await store.refresh(feed, [episode("b", guid: "", media: "https://a/2")]).inserted.count == 1)
        }
    }

    @Test func anEnclosureThatComesLaterIsAdded() async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription([episode("a", guid: "1")])
            let report = try await store.refresh(
                feed,
                [episode("a, now with sound", guid: "1", media: "https://a/1", day: 0)]
            )
            #expect(report == EntryUpsert.Report(updated: 1))
            #expect(try await store.titles(user) == ["a, now with sound"])
        }
    }

    @Test func anEntryGivenTwiceIsOne() async throws {
        try await withStore { store in
            let twice = [episode("a", guid: "1", media: "https://a/1"), episode("a", guid: "1", media: "https://a/1")]
            let (user, feed) = try await store.makeSubscription(twice)
            #expect(try await store.refresh(feed, twice) == EntryUpsert.Report(unchanged: 1, duplicates: 1))
            #expect(try await store.unreadCount(of: user) == 1)
        }
    }

    @Test func entriesWithNothingToGoByAreToldByTheirWords() async throws {
        try await withStore { store in
            var bare = [NewEntry(title: ""), NewEntry(title: "")]
            bare[0].notes = "one"
            bare[1].notes = "two"
            let (user, feed) = try await store.makeSubscription(bare)
            #expect(try await store.refresh(feed, bare) == EntryUpsert.Report(unchanged: 2))
            #expect(try await store.unreadCount(of: user) == 2)
        }
    }

    @Test func aHostileFeedUnderOneGuidKeepsEveryEntry() async throws {
        try await withStore { store in
            let entries = (0..<300).map { episode("E\($0)", guid: "g", media: "https://a/\($0)", day: Double($0)) }
            let (user, feed) = try await store.makeSubscription(entries)
            #expect(try await store.refresh(feed, entries) == EntryUpsert.Report(unchanged: 300))
            #expect(try await store.unreadCount(of: user) == 300)
        }
    }

    @Test func aFeedThatLostItsLastSubscriberTakesNoMore() async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription([])
            let upsert = store.upsert(into: feed, now: storeStart)
            try await upsert.add([episode("a", guid: "1")])
            try await store.unsubscribe(user: user, feed: feed)
            await #expect(throws: StoreError.noSuchFeed) { try await upsert.add([episode("b", guid: "2")]) }
        }
    }

    @Test func aRefreshEndedHalfWayLeavesWhatItBrought() async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription([])
            let entries = (0..<10).map { episode("E\($0)", guid: "g\($0)", day: Double($0)) }
            try await store.upsert(into: feed, now: storeStart).add(Array(entries.prefix(4)))
            #expect(try await store.unreadCount(of: user) == 4)
            #expect(try await store.refresh(feed, entries).inserted.count == 6)
        }
    }
}
