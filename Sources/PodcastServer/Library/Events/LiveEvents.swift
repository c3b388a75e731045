import PodcastAPI
import Synchronization

/// Events that are worth nothing a moment later and are not stored: how far a refresh or a download is.
final class LiveEvents: Sendable {
    /// Only as many as a page can have missed while it wrote the ones before.
    static let kept = 256

    private struct Item {
        var number: UInt64
        var users: [Int64]
        var data: String
    }

    private struct State {
        var last: UInt64 = 0
        var items: [Item] = []
    }

    private let state = Mutex(State())
    private let signal: EventSignal

    init(signal: EventSignal) { self.signal = signal }

    /// Tells `users` of an event.
    func send(_ event: ServerEvent, to users: [Int64]) {
        guard !users.isEmpty, let json = try? APICoding.encode(event) else { return }
        state.withLock { state in
            state.last += 1
            state.items.append(Item(number: state.last, users: users, data: String(decoding: json, as: UTF8.self)))
            if state.items.count > Self.kept { state.items.removeFirst(state.items.count - Self.kept) }
        }
        signal.ring()
    }

    /// The newest event's number.
    var last: UInt64 { state.withLock(\.last) }

    /// A user's events behind `number`, and the number to ask with next.
    func events(of user: Int64, after number: UInt64) -> (data: [String], last: UInt64) {
        state.withLock { state in
            (state.items.filter { $0.number > number && $0.users.contains(user) }.map(\.data), state.last)
        }
    }
}
