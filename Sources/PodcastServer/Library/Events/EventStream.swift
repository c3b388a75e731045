import Foundation
import PodcastAPI

/// One page's stream of events: server-sent events (WHATWG HTML, 9.2).
///
/// Nothing waits in memory for a page that reads slowly: the store holds the events, and the stream goes on from the number
/// it has written. Where that was forgotten, a `reset` tells the page to load everything anew.
actor EventStream {
    /// Events written at once.
    private static let batch = 100

    private let store: PodcastStore
    private let live: LiveEvents
    private let user: Int64
    private let configuration: EventConfiguration
    /// `nil` before the first look.
    private var number: Int64?
    private var liveNumber: UInt64
    private var hasBegun = false
    private var isEnded = false
    private let seat: EventSeat

    init(
        store: PodcastStore,
        live: LiveEvents,
        user: Int64,
        after number: Int64?,
        seat: EventSeat,
        _ configuration: EventConfiguration
    ) {
        self.store = store
        self.live = live
        self.user = user
        self.number = number
        self.seat = seat
        self.configuration = configuration
        liveNumber = live.last
    }

    /// The next bytes: at once where there are events, a comment when there was none for a while; `nil` at the end.
    func next() async throws -> [UInt8]? {
        guard !isEnded else { return nil }
        if !hasBegun {
            hasBegun = true
            if number == nil { number = try await store.lastEvent(of: user) }
            // Tells the page that it is connected, and when to come back.
            return Array("retry: 3000\n\n".utf8)
        }
        let start = configuration.now()
        while true {
            try Task.checkCancellation()
            let rings = store.signal.rings
            guard seat.isTaken else {
                isEnded = true
                return nil
            }
            let text = try await news()
            if !text.isEmpty { return Array(text.utf8) }
            let rest = configuration.heartbeat - .seconds(configuration.now().timeIntervalSince(start))
            guard rest > .zero else { return Array(": still here\n\n".utf8) }
            await store.signal.wait(after: rings, for: min(rest, configuration.poll ?? rest), configuration.clock)
        }
    }

    private func news() async throws -> String {
        var text = ""
        if let known = number {
            if let events = try await store.events(of: user, after: known, limit: Self.batch) {
                for event in events { text += Self.message(event.data, id: event.number) }
                number = events.last?.number ?? known
            } else {
                let last = try await store.lastEvent(of: user)
                number = last
                text += Self.message("{\"kind\":\"reset\"}", id: last)
            }
        }
        let passing = live.events(of: user, after: liveNumber)
        liveNumber = passing.last
        for data in passing.data { text += Self.message(data, id: nil) }
        return text
    }

    /// The event's name is its kind, so that a page listens for just what it shows.
    private static func message(_ data: String, id: Int64?) -> String {
        let kind = (try? APICoding.decode(ServerEvent.self, from: Array(data.utf8)))?.kind.rawValue ?? "message"
        return (id.map { "id: \($0)\n" } ?? "") + "event: \(kind)\ndata: \(data)\n\n"
    }
}

/// How streams of events behave.
struct EventConfiguration: Sendable {
    /// After so long without an event a comment keeps proxies from closing the connection.
    var heartbeat: Duration = .seconds(25)
    /// How often the store is asked for what other servers wrote; `nil` where this one is alone.
    var poll: Duration?
    /// Streams of one user; the oldest is ended for a newer one.
    var perUser = 20
    /// Streams in all.
    var inAll = 500
    var clock: any Clock<Duration> = ContinuousClock()
    var now: @Sendable () -> Date = { Date() }

    init() {}
}
