import Database
import Foundation
import HTTP
import PodcastAPI
import TestSupport
import Testing

@testable import PodcastServer

@Suite(.serialized) struct QueueTests {
    @Test(arguments: [Depth.direct, .curl])
    func entriesAreAddedMovedAndTakenOut(depth: Depth) async throws {
        try await Rig.signedIn(depth) { (rig: Rig) async throws in
            try await rig.subscribe()
            var ids: [String] = [""]
            for number in 1...5 { ids.append(try await rig.episode(number)) }
            func queue(_ answer: Answer) throws -> [String] { try answer.json(PlayQueue.self).entries.map(\.title) }
            var answer = try await rig.call("POST /api/queue", body: QueueAddition(entries: [ids[1], ids[2]]))
            #expect(try queue(answer) == ["Episode 1", "Episode 2"])
            answer = try await rig.call("POST /api/queue", body: QueueAddition(entries: [ids[3]], place: .top))
            #expect(try queue(answer) == ["Episode 3", "Episode 1", "Episode 2"])
            answer = try await rig.call("POST /api/queue", body: QueueAddition(entries: [ids[4], ids[3]], index: 1))
            #expect(try queue(answer) == ["Episode 1", "Episode 4", "Episode 3", "Episode 2"])
            answer = try await rig.call("PUT /api/queue/{entry}", ids[2], body: QueueMove(index: 0))
            #expect(try queue(answer) == ["Episode 2", "Episode 1", "Episode 4", "Episode 3"])
            answer = try await rig.call("PUT /api/queue/{entry}", ids[2], body: QueueMove(index: 99))
            #expect(try queue(answer).last == "Episode 2")
            answer = try await rig.call("DELETE /api/queue/{entry}", ids[1])
            #expect(try queue(answer) == ["Episode 4", "Episode 3", "Episode 2"])
            let version = try answer.json(PlayQueue.self).version
            #expect(try await rig.call("DELETE /api/queue/{entry}", ids[1]).json(PlayQueue.self).version == version)
            #expect(try await rig.entries().filter { $0.queued == true }.count == 3)
            #expect(try queue(try await rig.call("DELETE /api/queue")).isEmpty)
            #expect(try await rig.call("PUT /api/queue/{entry}", ids[2], body: QueueMove(index: 0)).status == 404)
            #expect(try await rig.call("POST /api/queue", body: QueueAddition(entries: ["77"])).status == 404)
            #expect(try await rig.call("POST /api/queue", body: QueueAddition(entries: ["x"])).status == 404)
        }
    }

    @Test func whatIsReadLeavesTheQueue() async throws {
        try await withStore { store in
            let (user, _) = try await store.makeSubscription(
                (1...3).map { episode("e\($0)", guid: "\($0)", media: "https://e.org/\($0)", day: Double($0)) }
            )
            let ids = try await store.entries(of: user, limit: 10).entries.map(\.id)
            try await store.addToQueue(ids, at: nil, of: user)
            try await store.setRead(true, entry: ids[1], user: user, now: storeStart)
            #expect(try await store.queue(of: user).entries.map(\.id) == [ids[0], ids[2]])
            let end = StoredPosition(seconds: 100, duration: 100, at: storeStart)
            _ = try await store.setPosition(of: ids[0], user: user, end, now: storeStart)
            #expect(try await store.queue(of: user).entries.map(\.id) == [ids[2]])
            try await store.unsubscribe(user: user, feed: 1)
            #expect(try await store.queue(of: user).entries.isEmpty)
        }
    }

    struct Merge: Sendable {
        var name: String
        var stored: [QueueMerge.Item]
        var removals: [QueueMerge.Removal] = []
        var device: [Int64]
        var base: Int
        var merged: [Int64]
    }

    private static func item(_ entry: Int64, _ added: Int) -> QueueMerge.Item { .init(entry: entry, added: added) }

    private static let merges: [Merge] = [
        Merge(name: "nothing happened", stored: [item(1, 1), item(2, 1)], device: [1, 2], base: 1, merged: [1, 2]),
        Merge(name: "the device sorted", stored: [item(1, 1), item(2, 1)], device: [2, 1], base: 1, merged: [2, 1]),
        Merge(
            name: "both added at their end",
            stored: [item(1, 1), item(3, 2)],
            device: [1, 2],
            base: 1,
            merged: [1, 3, 2]
        ),
        Merge(
            name: "another added on top",
            stored: [item(3, 2), item(1, 1)],
            device: [1, 2],
            base: 1,
            merged: [3, 1, 2]
        ),
        Merge(name: "the device removed", stored: [item(1, 1), item(2, 1)], device: [2], base: 1, merged: [2]),
        Merge(
            name: "another removed",
            stored: [item(2, 1)],
            removals: [.init(entry: 1, added: 1, removed: 2)],
            device: [1, 2],
            base: 1,
            merged: [2]
        ),
        Merge(
            name: "removed long ago and added again by the device",
            stored: [item(2, 1)],
            removals: [.init(entry: 1, added: 1, removed: 2)],
            device: [2, 1],
            base: 2,
            merged: [2, 1]
        ),
        Merge(
            name: "removed by another and put back by a third",
            stored: [item(2, 1), item(1, 3)],
            removals: [.init(entry: 1, added: 1, removed: 2)],
            device: [1, 2],
            base: 1,
            merged: [1, 2]
        ),
        Merge(name: "the device cleared", stored: [item(1, 1), item(2, 2)], device: [], base: 1, merged: [2]),
        Merge(name: "twice in the device's list", stored: [], device: [1, 1, 2], base: 0, merged: [1, 2]),
        Merge(
            name: "a chain added by another",
            stored: [item(1, 1), item(7, 2), item(8, 3), item(2, 1)],
            device: [2, 1],
            base: 1,
            merged: [2, 1, 7, 8]
        ),
    ]

    @Test(arguments: merges)
    func twoDevicesMergeWithoutLoss(merge: Merge) {
        let result = QueueMerge(
            stored: merge.stored,
            removals: merge.removals,
            device: merge.device,
            base: merge.base
        ).merged
        #expect(result == merge.merged, "\(merge.name)")
    }

    /// Whatever two devices do offline: what only one of them removed is gone, everything else is there once.
    @Test func randomEditsOfTwoDevicesKeepEverythingThatNobodyRemoved() async throws {
        try await withStore { store in
            let (user, _) = try await store.makeSubscription(
                (1...30).map { episode("e\($0)", guid: "\($0)", media: "https://e.org/\($0)", day: Double($0)) }
            )
            let ids = try await store.entries(of: user, limit: 40).entries.map(\.id)
            var random = SeededGenerator(7)
            for _ in 0..<20 {
                let start = Array(ids.shuffled(using: &random).prefix(12))
                _ = try await store.clearQueue(of: user)
                let base = try await store.addToQueue(start, at: nil, of: user)
                func edited() -> [Int64] {
                    let kept = base.entries.map(\.id).filter { _ in
                        Bool.random(using: &random) || Bool.random(using: &random)
                    }
                    let new = ids.filter { !start.contains($0) && Int.random(in: 0..<6, using: &random) == 0 }
                    return (kept + new).shuffled(using: &random)
                }
                let (first, second) = (edited(), edited())
                _ = try await store.replaceQueue(first, base: base.version, of: user)
                let merged = try await store.replaceQueue(second, base: base.version, of: user).entries.map(\.id)
                let removed = Set(start).subtracting(first).union(Set(start).subtracting(second))
                let expected = Set(start).union(first).union(second).subtracting(removed)
                #expect(Set(merged) == expected)
                #expect(merged.count == expected.count)
                let known = merged.filter(Set(second).contains)
                #expect(known == second.filter(Set(merged).contains))
            }
        }
    }

    @Test func aDevicesQueueIsMergedOverTheWire() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            try await rig.subscribe()
            let ids = try await rig.entries().map(\.id)
            let base = try await rig.call("POST /api/queue", body: QueueAddition(entries: [ids[0], ids[1]]))
                .json(PlayQueue.self)
            _ = try await rig.call("POST /api/queue", body: QueueAddition(entries: [ids[2]]))
            let mine = QueueReplacement(version: base.version, entries: [ids[1], ids[3]])
            let merged = try await rig.call("PUT /api/queue", body: mine).json(PlayQueue.self)
            #expect(merged.entries.map(\.id) == [ids[1], ids[2], ids[3]])
            #expect(merged.version == base.version + 2)
            let many = QueueReplacement(version: 1, entries: (0...1_000).map { "\($0)" })
            #expect(try await rig.call("PUT /api/queue", body: many).status == 400)
        }
    }

    @Test(arguments: [QueuePlace.top, .end])
    func newEpisodesEnterTheQueueByTheShowsRule(place: QueuePlace) async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription(
                (1...4).map {
                    episode("old \($0)", guid: "o\($0)", media: "https://e.org/o\($0)", day: Double($0) + 10)
                }
            )
            var change = SubscriptionChange()
            change.queueRule = place
            change.queueLimit = 2
            try await store.changeSubscription(user: user, feed: feed, change)
            #expect(try await store.queue(of: user).entries.isEmpty)
            // The first fetch is over.
            try await store.database.write { _ = try $0.execute("UPDATE fetch_states SET last_success = 1") }
            let mine = try await store.id("old 4", user)
            try await store.addToQueue([mine], at: nil, of: user)
            func arrive(_ numbers: ClosedRange<Int>) async throws {
                try await store.refresh(
                    feed,
                    numbers.reversed().map {
                        episode("new \($0)", guid: "n\($0)", media: "https://e.org/n\($0)", day: 10 - Double($0))
                    } + [episode("an article", guid: "a\(numbers.upperBound)", day: 1)]
                )
            }
            try await arrive(1...1)
            #expect(
                try await store.queue(of: user).entries.map(\.title)
                    == (place == .top ? ["new 1", "old 4"] : ["old 4", "new 1"])
            )
            try await arrive(2...4)
            // Beyond the limit the oldest that the rule brought leave, and what a person put there stays.
            #expect(
                try await store.queue(of: user).entries.map(\.title)
                    == (place == .top ? ["new 3", "new 4", "old 4"] : ["old 4", "new 3", "new 4"])
            )
        }
    }
}
