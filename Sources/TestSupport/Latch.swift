import Synchronization

/// Something that happens once and can be awaited; `fire` may come from any thread.
public final class Latch: Sendable {
    private struct State {
        var hasFired = false
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    /// Not happened yet.
    public init() {}

    /// Whether it has happened.
    public var hasFired: Bool { state.withLock { $0.hasFired } }

    /// Lets all waiters go on, now and later.
    public func fire() {
        let waiters = state.withLock { state in
            state.hasFired = true
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Waits until it has happened, or the task is cancelled.
    public func wait() async {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.hasFired || Task.isCancelled { return true }
                    state.waiters[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }
}
