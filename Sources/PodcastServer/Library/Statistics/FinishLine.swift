import PodcastAPI

/// Where an episode counts as finished.
struct FinishLine: Sendable, Equatable {
    /// The end, for players that stop a little before it.
    static let nearEnd = 1.0

    /// Seconds from the beginning.
    let threshold: Double
    /// Seconds from the beginning.
    let end: Double

    /// The line for an episode; `nil` where its length is unknown.
    ///
    /// - Parameters:
    ///   - duration: the whole length in seconds.
    ///   - skipOutro: seconds at the end that the player leaves out.
    init?(_ settings: UserSettings, duration: Double?, skipOutro: Double?) {
        guard let duration, duration.isFinite, duration > 0 else { return nil }
        end = max(duration - Self.nearEnd - (skipOutro ?? 0), duration / 2)
        let wanted =
            switch settings.finishedBy {
            case .percent: duration * settings.finishedPercent / 100
            case .remaining: duration - settings.finishedRemaining
            case .off: end
            }
        // A minute that may be left of a clip of a minute would finish it before it began.
        threshold = min(max(wanted, duration / 2), end)
    }

    /// Whether going from `old` to `new` finishes the episode: over the threshold, or to the end.
    ///
    /// Whoever marks it unread behind the threshold and listens on finishes it at the end.
    func isCrossed(from old: Double?, to new: Double) -> Bool {
        let old = old ?? 0
        return (old < threshold && new >= threshold) || (old < end && new >= end)
    }
}
