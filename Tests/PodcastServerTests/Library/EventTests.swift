import Foundation
import HTTP
import HTTPSoup
import PodcastAPI
import TestSupport
import Testing

@testable import PodcastServer

@Suite(.serialized) struct EventTests {
    /// One message of a stream.
    struct Message: Sendable, Equatable {
        var id: Int64?
        var kind: String
        var event: ServerEvent?

        init(_ text: String) {
            var fields: [String: String] = [:]
            for line in text.split(separator: "\n") {
                let sides = line.split(separator: ":", maxSplits: 1).map(String.init)
                if sides.count == 2, !sides[0].isEmpty {
                    fields[sides[0]] = sides[1].trimmingCharacters(in: .whitespaces)
                }
            }
            id = fields["id"].flatMap { Int64($0) }
            kind = fields["event"] ?? (text.hasPrefix(":") ? "comment" : "")
            event = fields["data"].flatMap { try? APICoding.decode(ServerEvent.self, from: Array($0.utf8)) }
        }
    }

    private func stream(
        _ store: PodcastStore,
        _ user: Int64,
        after number: Int64? = nil,
        live: LiveEvents? = nil,
        seats: EventSeats? = nil,
        heartbeat: Duration = .seconds(600)
    ) throws -> EventStream {
        var configuration = EventConfiguration()
        configuration.heartbeat = heartbeat
        let seats = seats ?? EventSeats(perUser: 5, inAll: 50, signal: store.signal)
        let seat = try #require(seats.take(user))
        let live = live ?? LiveEvents(signal: store.signal)
        return EventStream(store: store, live: live, user: user, after: number, seat: seat, configuration)
    }

    private func messages(_ stream: EventStream) async throws -> [Message] {
        guard let bytes = try await stream.next() else { return [] }
        return String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n\n").filter { !$0.isEmpty }
            .map { Message($0) }
    }

    @Test func whatHappensIsToldInOrderToItsUserOnly() async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription([episode("a", guid: "a", media: "https://e.org/a")])
            let other = try await store.makeUser("bob")
            let entry = try await store.id("a", user)
            let (mine, others) = (try stream(store, user), try stream(store, other))
            _ = try await (mine.next(), others.next())

            try await store.setStarred(true, entry: entry, user: user)
            try await store.setRead(true, entry: entry, user: user, now: storeStart)
            let position = StoredPosition(seconds: 7, duration: 100, at: storeStart)
            _ = try await store.setPosition(of: entry, user: user, position, now: storeStart)
            try await store.addToQueue([entry], at: nil, of: user)
            try await store.refresh(feed, [episode("b", guid: "b")])
            _ = try await store.addFolder("F", of: other)

            let told = try await messages(mine)
            #expect(told.map(\.kind) == ["starred", "read", "position", "queue", "entries"])
            #expect(told.compactMap(\.id).count == 5)
            #expect(told[0].event?.starred == true)
            #expect(told[1].event?.read == true)
            #expect(told[2].event?.position?.seconds == 7)
            #expect(told[3].event?.version == 1)
            #expect(told[4].event?.feed == "\(feed)")
            #expect(told[4].event?.entries?.count == 1)
            #expect(try await messages(others).map(\.kind) == ["feeds"])
        }
    }

    @Test func aStreamGoesOnBehindTheLastEventOrSaysThatSomeAreMissed() async throws {
        try await withStore { store in
            let (user, _) = try await store.makeSubscription([episode("a", guid: "a")])
            let entry = try await store.id("a", user)
            let begin = try await store.lastEvent(of: user)
            for _ in 0..<3 { try await store.setStarred(true, entry: entry, user: user) }

            let continued = try stream(store, user, after: begin + 1)
            _ = try await continued.next()
            #expect(try await messages(continued).map(\.id) == [begin + 2, begin + 3])

            for number in [begin + 99, -1] {
                let lost = try stream(store, user, after: number)
                _ = try await lost.next()
                let told = try await messages(lost)
                #expect(told.map(\.kind) == ["reset"])
                #expect(told.map(\.id) == [begin + 3])
            }
            // What was forgotten brings a reset too.
            for _ in 0..<Int(PodcastStore.keptEvents) + 100 {
                try await store.setStarred(true, entry: entry, user: user)
            }
            let late = try stream(store, user, after: begin + 3)
            _ = try await late.next()
            #expect(try await messages(late).map(\.kind) == ["reset"])
            try await store.setStarred(false, entry: entry, user: user)
            #expect(try await messages(late).map(\.kind) == ["starred"])
        }
    }

    @Test func aWaitingStreamIsWokenAndAQuietOneGivesSignsOfLife() async throws {
        try await withStore { store in
            let (user, _) = try await store.makeSubscription([episode("a", guid: "a")])
            let entry = try await store.id("a", user)
            let waiting = try stream(store, user)
            _ = try await waiting.next()
            async let told = messages(waiting)
            try await store.setStarred(true, entry: entry, user: user)
            #expect(try await told.map(\.kind) == ["starred"])

            let quiet = try stream(store, user, heartbeat: .milliseconds(1))
            _ = try await quiet.next()
            #expect(try await messages(quiet).map(\.kind) == ["comment"])
        }
    }

    @Test func passingEventsHaveNoNumberAndReachOnlyThoseNamed() async throws {
        try await withStore { store in
            let ann = try await store.makeUser()
            let bob = try await store.makeUser("bob")
            let live = LiveEvents(signal: store.signal)
            let (first, second) = (
                try stream(store, ann, live: live), try stream(store, bob, live: live, heartbeat: .milliseconds(1))
            )
            _ = try await (first.next(), second.next())
            await Library.announce(1, begins: true, store, live)
            live.send(ServerEvent(.progress), to: [ann])
            let told = try await messages(first)
            #expect(told.map(\.kind) == ["progress"])
            #expect(told[0].id == nil)
            #expect(try await messages(second).map(\.kind) == ["comment"])
        }
    }

    @Test func theOldestStreamOfAUserEndsForANewerOne() async throws {
        try await withStore { store in
            let user = try await store.makeUser()
            let seats = EventSeats(perUser: 2, inAll: 3, signal: store.signal)
            let first = try stream(store, user, seats: seats)
            let second = try stream(store, user, seats: seats)
            _ = try await first.next()
            async let ended = first.next()
            let third = try stream(store, user, seats: seats)
            #expect(try await ended == nil)
            #expect(seats.take(user) == nil)
            _ = (second, third)
        }
    }

    @Test func aRealConnectionCarriesEventsAndLeavingGivesTheSeatBack() async throws {
        try await Rig.signedIn(.loopback) { (rig: Rig) async throws in
            try await rig.subscribe()
            let entry = try await rig.episode(1)
            let response = try await rig.open("/api/events")
            #expect(response.status == .ok)
            #expect(response.fields["Content-Type"]?.hasPrefix("text/event-stream") == true)
            var text = ""
            var body = response.body.makeAsyncIterator()
            while !text.contains("retry:"), let bytes = try await body.next() {
                text += String(decoding: bytes, as: UTF8.self)
            }
            _ = try await rig.call("PUT /api/entries/{id}/starred", entry, body: StarredFlag(starred: true))
            while !text.contains("\"starred\":true"), let bytes = try await body.next() {
                text += String(decoding: bytes, as: UTF8.self)
            }
            #expect(text.contains("event: starred\n"))
        }
    }

    @Test func signalsWakeEverybodyAndAreNotMissed() async throws {
        let signal = EventSignal()
        let rings = signal.rings
        signal.ring()
        // Rung between the look and the wait.
        await signal.wait(after: rings)
        let now = signal.rings
        await withTaskGroup { group in
            for _ in 0..<10 { group.addTask { await signal.wait(after: now) } }
            group.addTask { signal.ring() }
        }
        let waiter = Task { await signal.wait(after: signal.rings) }
        waiter.cancel()
        await waiter.value
    }
}
