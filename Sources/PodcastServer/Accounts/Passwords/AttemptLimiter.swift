import Foundation

/// Slows down guessing: after some failures for a key, further attempts wait, longer each time.
///
/// A value without clock or I/O; the owner passes the time in.
struct AttemptLimiter: Sendable {
    /// Failures allowed before waiting begins: a person mistypes a few times.
    var freeFailures: Int
    /// The first wait; it doubles with each further failure.
    var firstDelay: TimeInterval = 15
    /// The longest wait: an attacker must not lock the owner out for a day.
    var longestDelay: TimeInterval = 15 * 60
    /// Keys remembered; the oldest go first, so that a flood of addresses can't fill memory.
    var capacity = 10_000

    private struct Record {
        var failures: Int
        var blockedUntil: Date
        var last: Date
    }

    private var records: [String: Record] = [:]

    /// Starts with the defaults but for the failures allowed.
    init(freeFailures: Int = 5) { self.freeFailures = freeFailures }

    /// How long `key` must still wait; zero when it may try now.
    func wait(for key: String, now: Date) -> TimeInterval {
        guard let record = records[key] else { return 0 }
        return max(0, record.blockedUntil.timeIntervalSince(now))
    }

    /// Counts a failed attempt.
    mutating func recordFailure(_ key: String, now: Date) {
        if records.count >= capacity, records[key] == nil { forgetOldest() }
        var record = records[key] ?? Record(failures: 0, blockedUntil: now, last: now)
        // A day without failures is a clean slate.
        if now.timeIntervalSince(record.last) > 24 * 3600 { record.failures = 0 }
        record.failures += 1
        record.last = now
        if record.failures >= freeFailures {
            let doublings = Double(min(record.failures - freeFailures, 16))
            record.blockedUntil = now.addingTimeInterval(min(longestDelay, firstDelay * pow(2, doublings)))
        }
        records[key] = record
    }

    /// Forgets the failures of `key`.
    mutating func recordSuccess(_ key: String) { records[key] = nil }

    private mutating func forgetOldest() {
        let oldest = records.sorted { $0.value.last < $1.value.last }.prefix(capacity / 10)
        for (key, _) in oldest { records[key] = nil }
    }
}
