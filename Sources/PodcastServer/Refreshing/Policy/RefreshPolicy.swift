public import Foundation

/// When a feed is fetched next.
///
/// After a success the feed's own rhythm decides: a 24th of the usual time between two entries, a 96th of it while the next one is
/// expected, ever rarer when nothing has come for long. So a daily show is asked for each hour and each quarter of an
/// hour around its time, a weekly one four times a day. What publisher and server ask for (`ttl`, `sy:*`, `max-age`,
/// `Expires`) makes it rarer, never more frequent. All that is held between ``shortest`` and ``longest``, then up to 10 %
/// of jitter is added: feeds that once were fetched together drift apart. `skipHours` and `skipDays` then move the time on.
///
/// After a failure the wait doubles each time, up to ``longest``.
public struct RefreshPolicy: Sendable, Equatable {
    /// Nobody is asked more often than this: 15 minutes.
    public var shortest: Duration = .seconds(15 * 60)
    /// A living feed is asked at least this often: 24 hours.
    public var longest: Duration = .seconds(24 * 3600)
    /// Used while a feed's rhythm is not known: 1 hour.
    public var ordinary: Duration = .seconds(3600)
    /// For a feed that says it is complete, or that was missing (404) for weeks: 7 days.
    ///
    /// Also the most that `Retry-After` may ask.
    public var rare: Duration = .seconds(7 * 24 * 3600)
    /// How many times in a row a feed may be missing before it is asked for ``rare``: two weeks at one a day.
    public var missesBeforeRare = 18

    /// The defaults.
    public init() {}

    /// The next fetch after one that went well.
    ///
    /// - Parameters:
    ///   - published: when the feed's newest entries were published, in any order; twenty are enough.
    ///   - jitter: a random number from 0 up to 1.
    public func next(
        published: [Date],
        hints: PublisherHints,
        freshness: FreshnessHints = FreshnessHints(),
        now: Date,
        jitter: Double
    ) -> Date {
        if hints.isComplete { return now + seconds(rare) * spread(jitter) }
        let asked = [hints.ttl, hints.updatePeriod, freshness.lifetime].compactMap(\.self).max() ?? .zero
        let interval = clamped(max(rhythm(published, now: now), asked))
        return allowed(now + seconds(interval) * spread(jitter), hints)
    }

    /// The next fetch after `failures` that failed in a row, this one included; `nil` when there is to be none.
    public func next(after failure: FetchFailure, failures: Int, now: Date, jitter: Double) -> Date? {
        let doublings = min(max(failures, 1) - 1, 20)
        switch failure.kind {
        case .gone: return nil
        case .busy(let retryAfter):
            // Without a word from the server: ten minutes would do for the host, the clamp makes it fifteen.
            let asked = min(retryAfter ?? .zero, rare)
            return now + seconds(max(clamped(shortest * (1 << doublings)), asked)) * spread(jitter)
        case .missing where failures > missesBeforeRare: return now + seconds(rare) * spread(jitter)
        case .missing, .lasting: return now + seconds(clamped(ordinary * (1 << doublings))) * spread(jitter)
        case .passing: return now + seconds(clamped(shortest * (1 << doublings))) * spread(jitter)
        }
    }

    /// The usual time between two entries in seconds: the median, which one odd gap does not move.
    func usualGap(_ published: [Date], now: Date) -> TimeInterval? {
        // A date in the future is a publisher's mistake or trick, and says nothing about the rhythm.
        let dates = published.filter { $0 <= now }.sorted(by: >).prefix(20)
        // Several entries of one moment (an import, a first publication) are one.
        let gaps = zip(dates, dates.dropFirst()).map { $0.timeIntervalSince($1) }.filter { $0 > 60 }.sorted()
        return gaps.isEmpty ? nil : gaps[gaps.count / 2]
    }

    /// The wait that a feed's own rhythm suggests.
    func rhythm(_ published: [Date], now: Date) -> Duration {
        guard let newest = published.filter({ $0 <= now }).max() else { return ordinary }
        let silence = now.timeIntervalSince(newest)
        guard let gap = usualGap(published, now: now) else { return max(ordinary, .seconds(silence / 24)) }
        switch silence / gap {
        case ..<0.9: return .seconds(min(gap / 24, max(gap * 0.9 - silence, gap / 96)))
        case ..<1.5: return .seconds(gap / 96)
        case ..<4: return .seconds(gap / 24)
        default: return .seconds(silence / 24)
        }
    }

    private func clamped(_ interval: Duration) -> Duration { min(max(interval, shortest), longest) }

    private func spread(_ jitter: Double) -> Double { 1 + min(max(jitter, 0), 1) / 10 }

    private func seconds(_ duration: Duration) -> TimeInterval { duration / .seconds(1) }

    /// The first moment from `date` on that the publisher does not skip; `date` itself when everything is skipped.
    ///
    /// Keeps the minutes, so that feeds moved to the same hour do not meet on its first second.
    func allowed(_ date: Date, _ hints: PublisherHints) -> Date {
        let hours = Set(hints.skippedHours.map { $0 == 24 ? 0 : $0 })
        guard !hours.isEmpty || !hints.skippedDays.isEmpty else { return date }
        for step in 0..<(8 * 24) {
            let candidate = date + TimeInterval(step * 3600)
            let hour = Int((candidate.timeIntervalSince1970 / 3600).rounded(.down))
            let day = Int((Double(hour) / 24).rounded(.down))
            // 1970-01-01 was a Thursday.
            let weekday = (((day + 4) % 7) + 7) % 7
            if !hours.contains(hour - day * 24), !hints.skippedDays.contains(weekday) { return candidate }
        }
        return date
    }
}
