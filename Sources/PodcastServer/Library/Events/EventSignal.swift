import Synchronization

/// Wakes who waits for events, after a commit or when something passes that is not stored.
final class EventSignal: Sendable {
    private struct State {
        var rings: UInt64 = 0
        var lastWaiter: UInt64 = 0
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// How often it was rung: what to hand to ``wait(after:)``.
    var rings: UInt64 { state.withLock(\.rings) }

    /// Wakes everybody who waits.
    func ring() {
        let waiters = state.withLock { state in
            state.rings += 1
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Returns when it was rung more often than `rings`; also when the task is cancelled.
    func wait(after rings: UInt64) async {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    guard state.rings == rings, !Task.isCancelled else { return false }
                    state.waiters[number] = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
        }
    }

    /// The same, for at most `time`.
    func wait(after rings: UInt64, for time: Duration, _ clock: any Clock<Duration>) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait(after: rings) }
            group.addTask { try? await clock.sleep(for: time) }
            await group.next()
            group.cancelAll()
        }
    }
}
