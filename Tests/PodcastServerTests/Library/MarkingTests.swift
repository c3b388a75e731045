import Foundation
import HTTP
import PodcastAPI
import Testing

@testable import PodcastServer

@Suite(.serialized) struct MarkingTests {
    @Test(arguments: [Depth.direct, .loopback])
    func aMarkingIsTakenBackExceptWhatWasTouchedSince(depth: Depth) async throws {
        try await Rig.signedIn(depth) { (rig: Rig) async throws in
            try await rig.subscribe()
            let before = try await rig.episode(1)
            _ = try await rig.call("PUT /api/entries/{id}/read", before, body: ReadFlag(read: true))
            let marked = try await rig.call("POST /api/feeds/{id}/read", "all", body: MarkRead()).json(MarkedRead.self)
            #expect(marked.marked == 4)
            #expect(marked.unread == 0)
            let again = try await rig.call("POST /api/feeds/{id}/read", "all", body: MarkRead()).json(MarkedRead.self)
            #expect(again.marked == 0)
            #expect(again.undo == nil)
            let touched = try await rig.episode(2)
            _ = try await rig.call("PUT /api/entries/{id}/read", touched, body: ReadFlag(read: false))

            let undo = UndoRequest(undo: try #require(marked.undo))
            #expect(try await rig.call("POST /api/undo", body: undo).json(UnreadCount.self).unread == 4)
            let read = try await rig.entries().filter(\.read).map(\.id)
            #expect(read == [before])
            #expect(try await rig.call("POST /api/undo", body: undo).status == 404)
        }
    }

    @Test func anEntryMarksItselfAndWhatIsOlder() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            try await rig.subscribe()
            let mark = MarkRead(entry: try await rig.episode(3))
            #expect(try await rig.call("POST /api/feeds/{id}/read", "1", body: mark).json(MarkedRead.self).marked == 3)
            #expect(try await rig.entries().filter(\.read).map(\.title) == ["Episode 3", "Episode 2", "Episode 1"])
            #expect(try await rig.call("POST /api/feeds/{id}/read", "1", body: MarkRead(entry: "99")).status == 404)
        }
    }

    @Test func ageInDaysMarksWhatIsOlder() async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription(
                (1...6).map { episode("day \($0)", guid: "\($0)", day: Double($0)) }
            )
            var marking = Marking(scope: .feed(feed))
            marking.until = storeStart - 4 * 86_400
            #expect(try await store.mark(marking, user: user, token: nil, now: storeStart).count == 3)
            #expect(try await store.titles(user, .unread) == ["day 1", "day 2", "day 3"])
        }
    }

    @Test func onlyItsOwnUserAndOnlyForADayCanTakeItBack() async throws {
        try await withStore { store in
            let (user, _) = try await store.makeSubscription([episode("a", guid: "a")])
            let other = try await store.makeUser("bob")
            let marked = try await store.mark(Marking(), user: user, token: "secret", now: storeStart)
            let token = try #require(marked.undo)
            await #expect(throws: StoreError.noSuchUndo) { try await store.undo(token, user: other, now: storeStart) }
            await #expect(throws: StoreError.noSuchUndo) { try await store.undo("", user: user, now: storeStart) }
            await #expect(throws: StoreError.noSuchUndo) {
                try await store.undo(token, user: user, now: storeStart + 86_400)
            }
            #expect(try await store.undo(token, user: user, now: storeStart + 86_399) == 1)
            #expect(try await store.unreadCount(of: user) == 1)
        }
    }

    @Test func idsSurviveBeingBytes() {
        let numbers: [Int64] = [0, 1, 255, 256, 1 << 40, .max]
        #expect(EntryNumbers.numbers(EntryNumbers.bytes(numbers)) == numbers)
        #expect(EntryNumbers.numbers([1, 2, 3]).isEmpty)
    }
}
