import Foundation
import HTTP
import PodcastServer
import Testing

@Suite("Refresh policy")
struct RefreshPolicyTests {
    /// Wednesday, 2026-11-25 12:30:00 GMT.
    static let now = Date(timeIntervalSince1970: 1_795_609_800)
    static let hour = 3600.0
    static let day = 86_400.0
    let policy = RefreshPolicy()

    struct Rhythm: Sendable, CustomTestStringConvertible {
        let name: String
        let ages: [Double]
        let wait: Double
        var testDescription: String { name }
    }

    @Test(
        "The feed's rhythm sets the wait",
        arguments: [
            Rhythm(name: "nothing known", ages: [], wait: hour),
            Rhythm(name: "one entry, new", ages: [hour], wait: hour),
            Rhythm(name: "one entry, a week old", ages: [7 * day], wait: 7 * hour),
            Rhythm(name: "daily, just published", ages: (0..<10).map { hour + Double($0) * day }, wait: hour),
            Rhythm(name: "daily, expected now", ages: (0..<10).map { 23.5 * hour + Double($0) * day }, wait: hour / 4),
            Rhythm(name: "daily, a little late", ages: (0..<10).map { 30 * hour + Double($0) * day }, wait: hour / 4),
            Rhythm(name: "daily, two days late", ages: (0..<10).map { 60 * hour + Double($0) * day }, wait: hour),
            Rhythm(name: "daily, ten days silent", ages: (0..<10).map { 10 * day + Double($0) * day }, wait: 10 * hour),
            Rhythm(name: "weekly, mid-week", ages: (0..<10).map { 3 * day + Double($0) * 7 * day }, wait: 7 * hour),
            Rhythm(
                name: "weekly, wakes when the next is due",
                ages: (0..<10).map { 6.2 * day + Double($0) * 7 * day },
                wait: 2.4 * hour
            ),
            Rhythm(name: "weekly, expected", ages: (0..<10).map { 7 * day + Double($0) * 7 * day }, wait: 1.75 * hour),
            Rhythm(name: "monthly", ages: (0..<10).map { 5 * day + Double($0) * 30 * day }, wait: 24 * hour),
            Rhythm(name: "dead for years", ages: [900 * day, 907 * day, 914 * day], wait: 24 * hour),
            Rhythm(name: "every five minutes", ages: (0..<20).map { Double($0) * 300 }, wait: hour / 4),
            Rhythm(name: "imported at once", ages: Array(repeating: day, count: 20), wait: hour),
            Rhythm(name: "dated in the future", ages: [-day, -30 * day], wait: hour),
            Rhythm(
                name: "one odd gap does not matter",
                ages: [hour, 40 * day, 41 * day, 42 * day, 43 * day],
                wait: hour
            ),
        ]
    )
    func rhythm(_ row: Rhythm) {
        let published = row.ages.map { Self.now - $0 }.shuffled()
        let next = policy.next(published: published, hints: PublisherHints(), now: Self.now, jitter: 0)
        #expect(abs(next.timeIntervalSince(Self.now) - row.wait) < 1)
    }

    @Test(
        "Publisher and server make it rarer, never more frequent, and never rarer than a day",
        arguments: [
            (ttl: 60.0, period: nil, lifetime: nil, wait: hour),
            (ttl: 7200, period: nil, lifetime: nil, wait: 2 * hour),
            (ttl: nil, period: 3 * hour, lifetime: nil, wait: 3 * hour),
            (ttl: nil, period: nil, lifetime: 4 * hour, wait: 4 * hour),
            (ttl: 5 * hour, period: 3 * hour, lifetime: 4 * hour, wait: 5 * hour),
            (ttl: 365 * day, period: nil, lifetime: nil, wait: day),
            (ttl: 1e15, period: nil, lifetime: 1e15, wait: day),
            (ttl: -50, period: -1, lifetime: nil, wait: hour),
        ] as [(ttl: Double?, period: Double?, lifetime: Double?, wait: Double)]
    )
    func asked(_ ttl: Double?, _ period: Double?, _ lifetime: Double?, _ wait: Double) {
        var hints = PublisherHints()
        hints.ttl = ttl.map { .seconds($0) }
        hints.updatePeriod = period.map { .seconds($0) }
        let freshness = FreshnessHints(lifetime: lifetime.map { .seconds($0) })
        let next = policy.next(published: [], hints: hints, freshness: freshness, now: Self.now, jitter: 0)
        #expect(next.timeIntervalSince(Self.now) == wait)
    }

    @Test("A complete feed is asked for once a week")
    func complete() {
        var hints = PublisherHints()
        hints.isComplete = true
        let next = policy.next(published: [Self.now], hints: hints, now: Self.now, jitter: 0)
        #expect(next.timeIntervalSince(Self.now) == 7 * Self.day)
    }

    @Test("Jitter adds up to a tenth", arguments: [(0.0, 3600.0), (0.5, 3780), (1, 3960), (7, 3960), (-3, 3600)])
    func jitter(_ random: Double, _ wait: Double) {
        let next = policy.next(published: [], hints: PublisherHints(), now: Self.now, jitter: random)
        #expect(abs(next.timeIntervalSince(Self.now) - wait) < 0.001)
    }

    @Test("Two hundred feeds fetched in one second are spread over minutes the next time")
    func noBursts() {
        var random = SystemRandomNumberGenerator()
        let times = (0..<200).map { _ in
            policy.next(
                published: [],
                hints: PublisherHints(),
                now: Self.now,
                jitter: .random(in: 0..<1, using: &random)
            )
        }
        let seconds = Set(times.map { Int($0.timeIntervalSince1970) })
        #expect(seconds.count > 100)
    }

    @Test(
        "Skipped hours and days move the time on and keep its minutes",
        arguments: [
            (hours: [], days: [], wait: hour),
            (hours: [13], days: [], wait: 2 * hour),
            (hours: [13, 14, 15], days: [], wait: 4 * hour),
            (hours: [12], days: [], wait: hour),
            (hours: Array(13...23) + [24], days: [], wait: 12.5 * hour + 0.5 * hour),
            (hours: [], days: [3], wait: 12 * hour),
            (hours: [0, 1], days: [3, 4], wait: 38 * hour),
            (hours: Array(0...23), days: [], wait: hour),
            (hours: [], days: Array(0...6), wait: hour),
            (hours: [99, -1], days: [12], wait: hour),
        ] as [(hours: [Int], days: [Int], wait: Double)]
    )
    func skipped(_ hours: [Int], _ days: [Int], _ wait: Double) {
        var hints = PublisherHints()
        hints.skippedHours = Set(hours)
        hints.skippedDays = Set(days)
        let next = policy.next(published: [], hints: hints, now: Self.now, jitter: 0)
        #expect(next.timeIntervalSince(Self.now) == wait)
    }

    @Test(
        "The wait doubles with each failure in a row, up to a day",
        arguments: [
            (1, 0.25), (2, 0.5), (3, 1), (4, 2), (5, 4), (6, 8), (7, 16), (8, 24), (9, 24), (1000, 24), (0, 0.25),
        ]
    )
    func passing(_ failures: Int, _ hours: Double) {
        let failure = FetchFailure.serverError(host: "example.org", status: 500)
        let next = policy.next(after: failure, failures: failures, now: Self.now, jitter: 0)
        #expect(next == Self.now + hours * Self.hour)
    }

    @Test("What lasts is asked for less often", arguments: [(1, 1.0), (2, 2), (5, 16), (6, 24), (500, 24)])
    func lasting(_ failures: Int, _ hours: Double) {
        for failure in [FetchFailure.unauthorized(host: "h"), .webPage(host: "h"), .insecure(host: "h", reason: "r")] {
            #expect(
                policy.next(after: failure, failures: failures, now: Self.now, jitter: 0) == Self.now + hours
                    * Self.hour
            )
        }
    }

    @Test(
        "A feed missing for weeks is asked for once a week",
        arguments: [(1, 1.0), (6, 24), (18, 24), (19, 168), (400, 168)]
    )
    func missing(_ failures: Int, _ hours: Double) {
        let next = policy.next(after: .notFound(host: "h"), failures: failures, now: Self.now, jitter: 0)
        #expect(next == Self.now + hours * Self.hour)
    }

    @Test("A feed that is gone is never asked for again")
    func gone() {
        #expect(policy.next(after: .gone(host: "h"), failures: 1, now: Self.now, jitter: 0) == nil)
    }

    @Test(
        "Retry-After is honoured up to a week, and never shortens the back-off",
        arguments: [
            (1, nil, 0.25), (1, 60.0, 0.25), (1, 2 * hour, 2), (3, nil, 1), (3, 600, 1), (1, 3 * day, 72),
            (1, 365 * day, 168),
        ] as [(Int, Double?, Double)]
    )
    func retryAfter(_ failures: Int, _ seconds: Double?, _ hours: Double) {
        let failure = FetchFailure.busy(host: "h", retryAfter: seconds.map { .seconds($0) })
        #expect(
            policy.next(after: failure, failures: failures, now: Self.now, jitter: 0) == Self.now + hours * Self.hour
        )
    }

    @Test(
        "Freshness is max-age, else Expires by the sender's clock",
        arguments: [
            ([:], nil),
            (["Cache-Control": "max-age=600"], 600),
            (["Cache-Control": "public, max-age=600", "Expires": "Wed, 25 Nov 2026 18:30:00 GMT"], 600),
            (["Cache-Control": "no-store, max-age=600"], nil),
            (["Cache-Control": "no-cache", "Expires": "Wed, 25 Nov 2026 18:30:00 GMT"], nil),
            (["Cache-Control": "max-age=0"], nil),
            (["Expires": "0"], nil), (["Expires": "-1"], nil),
            (["Expires": "Wed, 25 Nov 2026 13:30:00 GMT"], 3600),
            (["Expires": "Wed, 25 Nov 2026 11:30:00 GMT"], nil),
            (["Expires": "Wed, 25 Nov 2026 11:30:00 GMT", "Date": "Wed, 25 Nov 2026 11:00:00 GMT"], 1800),
        ] as [(HTTPFields, Double?)]
    )
    func freshness(_ fields: HTTPFields, _ seconds: Double?) {
        #expect(FreshnessHints(fields, now: Self.now).lifetime == seconds.map { .seconds($0) })
    }
}
