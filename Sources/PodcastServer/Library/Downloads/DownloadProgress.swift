import Foundation
import Synchronization

/// How often a download's progress is told and stored: about each second, and about each half minute.
final class DownloadProgress: Sendable {
    private struct State {
        var told: Date = .distantPast
        var saved: Date = .distantPast
        var received: Int64 = 0
    }

    private let state = Mutex(State())
    private let interval: TimeInterval
    private let now: @Sendable () -> Date

    init(interval: TimeInterval, now: @escaping @Sendable () -> Date) {
        self.interval = interval
        self.now = now
    }

    /// Whether pages should hear of `received` bytes.
    func isDue(_ received: Int64) -> Bool {
        let now = now()
        return state.withLock { state in
            guard now.timeIntervalSince(state.told) >= 1, received != state.received else { return false }
            state.told = now
            state.received = received
            return true
        }
    }

    /// Whether the store should hear of it.
    func mustSave() -> Bool {
        let now = now()
        return state.withLock { state in
            guard now.timeIntervalSince(state.saved) >= interval else { return false }
            state.saved = now
            return true
        }
    }
}
