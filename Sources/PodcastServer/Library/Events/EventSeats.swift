import Synchronization

/// The right of one stream to be there; given back when the last reference goes.
final class EventSeat: Sendable {
    private let taken = Mutex(true)
    private let leave: @Sendable () -> Void

    fileprivate init(leave: @escaping @Sendable () -> Void) { self.leave = leave }

    deinit { leave() }

    /// Whether the stream may go on.
    var isTaken: Bool { taken.withLock { $0 } }

    /// Ends the stream when it looks next.
    func end() { taken.withLock { $0 = false } }
}

/// Bounds the streams of a user and of all.
final class EventSeats: Sendable {
    private struct Entry {
        var number: UInt64
        var user: Int64
        weak var seat: EventSeat?
    }

    private struct State {
        var last: UInt64 = 0
        var entries: [Entry] = []
    }

    private let state = Mutex(State())
    private let perUser: Int
    private let inAll: Int
    private let signal: EventSignal

    init(perUser: Int, inAll: Int, signal: EventSignal) {
        self.perUser = perUser
        self.inAll = inAll
        self.signal = signal
    }

    /// A seat for a stream of a user; `nil` when all are taken.
    ///
    /// The user's oldest stream is ended where there are too many.
    func take(_ user: Int64) -> EventSeat? {
        let (seat, surplus) = state.withLock { state -> (EventSeat?, [EventSeat]) in
            guard state.entries.count < inAll else { return (nil, []) }
            state.last += 1
            let number = state.last
            let seat = EventSeat { [weak self] in self?.leave(number) }
            let own = state.entries.filter { $0.user == user }.compactMap(\.seat).filter(\.isTaken)
            state.entries.append(Entry(number: number, user: user, seat: seat))
            return (seat, Array(own.prefix(max(0, own.count + 1 - perUser))))
        }
        for old in surplus { old.end() }
        if !surplus.isEmpty { signal.ring() }
        return seat
    }

    /// Ends every stream.
    func endAll() {
        let seats = state.withLock { $0.entries.compactMap(\.seat) }
        for seat in seats { seat.end() }
        signal.ring()
    }

    private func leave(_ number: UInt64) {
        state.withLock { $0.entries.removeAll { $0.number == number } }
    }
}
