import Synchronization

/// Lets one task sleep until a time has passed or somebody rings.
///
/// A ring that nobody waits for is kept for the next wait, so none is lost between looking and sleeping.
final class Alarm: Sendable {
    private enum State {
        case idle
        case rung
        case waiting(CheckedContinuation<Void, Never>, timer: Task<Void, Never>?)
    }

    private let clock: any Clock<Duration>
    private let state = Mutex(State.idle)

    init(clock: any Clock<Duration>) { self.clock = clock }

    /// Ends the wait, or the next one.
    func ring() {
        let ended = state.withLock { state in
            defer { state = if case .waiting = state { .idle } else { .rung } }
            return state
        }
        // Outside the lock: resuming and cancelling take locks of the tasks, under which `ring` may be called.
        if case .waiting(let sleeper, let timer) = ended {
            timer?.cancel()
            sleeper.resume()
        }
    }

    /// Returns after `duration`, at the next ring, or when the task is cancelled.
    func wait(for duration: Duration) async {
        guard duration > .zero else { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if case .rung = state {
                        state = .idle
                        return true
                    }
                    state = .waiting(continuation, timer: nil)
                    return false
                }
                if isOver { continuation.resume() } else { startTimer(duration) }
            }
        } onCancel: {
            ring()
        }
    }

    private func startTimer(_ duration: Duration) {
        state.withLock { state in
            guard case .waiting(let sleeper, nil) = state else { return }
            // Cancelled by `ring`; ends by itself when the time has passed.
            let timer = Task { [clock] in
                do { try await clock.sleep(for: duration) } catch { return }
                self.ring()
            }
            state = .waiting(sleeper, timer: timer)
        }
    }
}
