import Foundation
import TestSupport
import Testing

@testable import PodcastServer

/// Synchronisation over the store: nothing is lost between two answers, and all sides come to the same.
@Suite struct SyncStoreTests {
    private let feed = "https://example.org/feed"

    private func play(_ number: Int, _ position: Int, at seconds: Double, device: String? = nil) -> EpisodeAction {
        var action = EpisodeAction(
            podcast: feed,
            episode: "https://example.org/\(number).mp3",
            kind: .play,
            at: storeStart + seconds
        )
        action.device = device
        (action.started, action.position, action.total) = (0, position, 600)
        return action
    }

    private var episodes: [NewEntry] {
        (0..<6).map { episode("E\($0)", guid: "g\($0)", media: "https://example.org/\($0).mp3") }
    }

    private func position(_ number: Int, _ user: Int64, _ store: PodcastStore) async throws -> Double? {
        try await store.position(of: try await store.id("E\(number)", user), user: user)?.seconds
    }

    /// A program as AntennaPod and gPodder are: asks, sends its own, and goes on from the answer to the latter.
    private struct Program {
        var name: String
        var since: Int64 = 0
        /// What it knows of each episode: the newest action that it was told or did.
        var known: [String: EpisodeAction] = [:]
        var unsent: [EpisodeAction] = []

        mutating func hear(_ actions: [EpisodeAction]) {
            for action in actions where action.at >= known[action.episode]?.at ?? .distantPast {
                known[action.episode] = action
            }
        }

        mutating func ask(_ store: PodcastStore, _ user: Int64, _ now: Date) async throws {
            let answer = try await store.actions(of: user, .init(since: since), now: now)
            since = answer.tick
            hear(answer.actions)
        }

        mutating func send(_ store: PodcastStore, _ user: Int64, _ now: Date) async throws {
            guard !unsent.isEmpty else { return }
            since = try await store.addActions(unsent, of: user, client: name, now: now)
            unsent = []
        }
    }

    /// Whatever the order in which three programs and the page come, and however late: in the end all know the same.
    @Test(arguments: 0..<12)
    func everybodyComesToTheSame(seed: Int) async throws {
        var random = SeededGenerator(UInt64(seed))
        try await withStore { store in
            let (user, _) = try await store.makeSubscription(episodes)
            var programs = ["phone", "desk", "car"].map { Program(name: $0) }
            var clock = 0.0
            func step(_ index: Int, _ program: inout Program) async throws {
                let now = storeStart + clock
                switch Int.random(in: 0..<5, using: &random) {
                case 0: try await program.ask(store, user, now)
                case 1: try await program.send(store, user, now)
                case 2:
                    let number = Int.random(in: 0..<6, using: &random)
                    let action = play(
                        number,
                        Int.random(in: 1..<500, using: &random),
                        at: clock.rounded() + Double(index) / 8
                    )
                    program.unsent.append(action)
                    program.hear([action])
                case 3:
                    let id = try await store.id("E\(Int.random(in: 0..<6, using: &random))", user)
                    let position = StoredPosition(
                        seconds: Double(Int.random(in: 1..<500, using: &random)),
                        duration: 600,
                        at: now
                    )
                    _ = try await store.setPosition(of: id, user: user, position, now: now)
                default: clock += Double(Int.random(in: 1..<400, using: &random))
                }
            }
            for _ in 0..<120 {
                let index = Int.random(in: 0..<3, using: &random)
                // The order within one synchronisation is fixed: what others send between the two must not be lost.
                try await step(index, &programs[index])
                clock += 1
            }
            for round in 0..<2 {
                for index in programs.indices {
                    try await programs[index].ask(store, user, storeStart + clock + Double(round))
                    try await programs[index].send(store, user, storeStart + clock + Double(round))
                }
            }
            for number in 0..<6 {
                let stored = try await position(number, user, store)
                let address = "https://example.org/\(number).mp3"
                for program in programs {
                    #expect(program.known[address]?.position.map(Double.init) == stored, "\(program.name) \(number)")
                }
            }
        }
    }

    @Test func anActionIsMatchedByGuidBeforeItsAddress() async throws {
        try await withStore { store in
            let (user, _) = try await store.makeSubscription(episodes)
            var action = play(3, 50, at: 0)
            action.guid = "g1"
            _ = try await store.addActions([action], of: user, client: "x", now: storeStart)
            #expect(try await position(1, user, store) == 50)
            #expect(try await position(3, user, store) == nil)
            var tracked = play(2, 60, at: 1)
            tracked.guid = "g2"
            tracked.episode = "https://tracker.example/redirect/2.mp3"
            _ = try await store.addActions([tracked], of: user, client: "x", now: storeStart)
            #expect(try await position(2, user, store) == 60)
            let told = try await store.actions(of: user, .init(), now: storeStart).actions
            #expect(told.contains { $0.guid == "g2" && $0.episode == "https://example.org/2.mp3" })
        }
    }

    @Test func anActionSentTwiceIsOne() async throws {
        try await withStore { store in
            let (user, _) = try await store.makeSubscription(episodes)
            for _ in 0..<3 {
                _ = try await store.addActions([play(1, 50, at: 0)], of: user, client: "x", now: storeStart)
            }
            #expect(try await store.actions(of: user, .init(), now: storeStart).actions.count == 1)
        }
    }

    @Test func theEndMarksReadAndAnOlderMiddleDoesNotUndoIt() async throws {
        try await withStore { store in
            let (user, _) = try await store.makeSubscription(episodes)
            _ = try await store.addActions([play(1, 590, at: 100)], of: user, client: "x", now: storeStart + 200)
            let id = try await store.id("E1", user)
            #expect(try await store.entry(id, of: user).row.isRead)
            let since = try await store.actions(of: user, .init(), now: storeStart + 200).tick
            _ = try await store.addActions([play(1, 30, at: 50)], of: user, client: "y", now: storeStart + 300)
            #expect(try await position(1, user, store) == 590)
            let told = try await store.actions(of: user, .init(since: since), now: storeStart + 300).actions
            #expect(told.max { $0.at < $1.at }?.position == 600)
        }
    }

    @Test func anEntryMadeUnreadByHandIsUnreadForProgramsToo() async throws {
        try await withStore { store in
            let (user, _) = try await store.makeSubscription(episodes)
            _ = try await store.addActions([play(1, 600, at: 100)], of: user, client: "x", now: storeStart + 100)
            let since = try await store.actions(of: user, .init(), now: storeStart + 100).tick
            let id = try await store.id("E1", user)
            try await store.setRead(false, entry: id, user: user, now: storeStart + 200)
            let told = try await store.actions(of: user, .init(since: since), now: storeStart + 300).actions
            #expect(told.map(\.at) == [storeStart + 200])
            // A play from before that comes late is not the last word.
            let next = try await store.actions(of: user, .init(since: since), now: storeStart + 301).tick
            _ = try await store.addActions([play(1, 30, at: 150)], of: user, client: "y", now: storeStart + 302)
            let later = try await store.actions(of: user, .init(since: next), now: storeStart + 303).actions
            #expect(later.map(\.at).max() == storeStart + 200)
        }
    }

    @Test func whatWaitedIsAppliedInTheSameStepAsItsEntry() async throws {
        try await withStore { store in
            let (user, id) = try await store.makeSubscription([])
            var byGuid = play(9, 70, at: 0)
            (byGuid.guid, byGuid.episode) = ("g2", "https://other.example/2.mp3")
            _ = try await store.addActions([play(1, 50, at: 0), byGuid], of: user, client: "x", now: storeStart)
            try await store.refresh(id, episodes)
            #expect(try await position(1, user, store) == 50)
            #expect(try await position(2, user, store) == 70)
            #expect(try await position(0, user, store) == nil)
        }
    }

    @Test func programsGoOnWithTheAddressTheyKnowAfterAMove() async throws {
        try await withStore { store in
            let (user, id) = try await store.makeSubscription(episodes)
            try await store.move(id, to: "https://new.example/feed", now: storeStart)
            #expect(try await store.syncList(of: user, device: nil, now: storeStart) == [feed])
            _ = try await store.addActions([play(1, 50, at: 0)], of: user, client: "x", now: storeStart)
            #expect(try await position(1, user, store) == 50)
            // The program follows the move itself: the same feed goes and comes.
            _ = try await store.changeSubscriptions(
                of: user,
                add: ["https://new.example/feed"],
                remove: [feed],
                device: nil,
                client: "x",
                now: storeStart
            )
            #expect(try await position(1, user, store) == 50)
            _ = try await store.changeSubscriptions(
                of: user,
                add: [],
                remove: [feed],
                device: nil,
                client: "x",
                now: storeStart
            )
            #expect(try await store.subscriptions(of: user).isEmpty)
        }
    }

    @Test func feedsThatBecomeOneStayOneForPrograms() async throws {
        try await withStore { store in
            let (user, id) = try await store.makeSubscription(episodes)
            let other = try await store.subscribe(
                user: try await store.makeUser("bob"),
                url: "https://new.example/f",
                now: storeStart
            )
            _ = try await store.addActions([play(1, 50, at: 0)], of: user, client: "x", now: storeStart)
            #expect(try await store.move(id, to: "https://new.example/f", now: storeStart) == .merged(into: other.feed))
            #expect(try await store.syncList(of: user, device: nil, now: storeStart) == [feed])
            let told = try await store.actions(of: user, .init(), now: storeStart).actions
            #expect(told.allSatisfy { $0.podcast == feed })
        }
    }

    @Test func changesOfTheListComeOnceEachInTheirLastState() async throws {
        try await withStore { store in
            let (user, id) = try await store.makeSubscription([])
            try await store.setDevice("d", of: user, caption: nil, kind: nil)
            let first = try await store.subscriptionChanges(of: user, since: 0, device: "d", now: storeStart)
            #expect(first.added == [feed])
            let none = try await store.subscriptionChanges(of: user, since: first.tick, device: "d", now: storeStart)
            #expect(none.added.isEmpty && none.removed.isEmpty)
            try await store.unsubscribe(user: user, feed: id)
            _ = try await store.subscribe(user: user, url: feed, now: storeStart)
            try await store.unsubscribe(user: user, feed: try await store.feed(url: feed)?.id ?? 0)
            let last = try await store.subscriptionChanges(of: user, since: none.tick, device: "d", now: storeStart)
            #expect(last.added.isEmpty)
            #expect(last.removed == [feed])
            #expect(try await store.subscriptionChanges(of: user, since: 0, device: "d", now: storeStart).removed == [])
        }
    }

    @Test func onePersonsProgramsNeverSeeAnothers() async throws {
        try await withStore { store in
            let (user, _) = try await store.makeSubscription(episodes)
            let bob = try await store.makeUser("bob")
            _ = try await store.subscribe(user: bob, url: feed, now: storeStart)
            _ = try await store.addActions([play(1, 50, at: 0, device: "d")], of: user, client: "x", now: storeStart)
            #expect(try await position(1, bob, store) == nil)
            #expect(try await store.actions(of: bob, .init(), now: storeStart).actions.isEmpty)
            #expect(try await store.devices(of: bob).devices.isEmpty)
        }
    }
}
