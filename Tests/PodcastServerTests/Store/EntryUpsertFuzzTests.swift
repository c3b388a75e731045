import Foundation
import TestSupport
import Testing

@testable import PodcastServer

/// Feeds made of few guids, files, titles and dates meet every rule of identity in every combination.
@Suite struct EntryUpsertFuzzTests {
    private func document(_ random: inout SeededGenerator) -> [NewEntry] {
        (0..<Int.random(in: 0..<12, using: &random)).map { _ in
            func pick(_ prefix: String, _ count: Int) -> String? {
                let number = Int.random(in: 0...count, using: &random)
                return number == 0 ? nil : "\(prefix)\(number)"
            }
            var entry = NewEntry(title: pick("title ", 3) ?? "")
            entry.guid = pick("guid ", 3)
            entry.mediaURL = pick("https://a/", 3)
            entry.link = pick("https://a/page/", 2)
            entry.notes = pick("notes ", 2)
            if let day = pick("", 3).flatMap(Double.init) { entry.published = storeStart - day * 86_400 }
            return entry
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func aFeedGivenAgainBringsNothingNew(_ seed: UInt64) async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription()
            var random = SeededGenerator(seed)
            var total = 0
            for step in 0..<40 {
                let entries = document(&random)
                let now = storeStart + Double(step)
                let first = try await store.refresh(feed, entries, at: now)
                let handled = first.inserted.count + first.updated + first.unchanged + first.duplicates
                #expect(handled == entries.count)
                let second = try await store.refresh(feed, entries, at: now)
                #expect(second.inserted == [])
                #expect(second.updated == 0)
                #expect(second.duplicates == first.duplicates)
                total += first.inserted.count
                #expect(try await store.unreadCount(of: user) == total)
            }
        }
    }
}
