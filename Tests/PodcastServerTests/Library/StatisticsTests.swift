import Foundation
import HTTP
import PodcastAPI
import Testing

@testable import PodcastServer

@Suite(.serialized) struct StatisticsTests {
    struct Step: Sendable {
        var from: Double
        var to: Double
        /// Seconds between the reports.
        var passed: Double
        var listened: Double?
        var heard: Double?
    }

    private static let steps: [Step] = [
        Step(from: 0, to: 10, passed: 10, listened: 10, heard: 10),
        Step(from: 0, to: 20, passed: 10, listened: 10, heard: 20),
        Step(from: 0, to: 30, passed: 10, listened: 10, heard: 30),
        // Seeks forward and back, repeated and late reports.
        Step(from: 0, to: 60, passed: 10),
        Step(from: 100, to: 40, passed: 10),
        Step(from: 100, to: 100, passed: 10),
        Step(from: 100, to: 110, passed: 0),
        Step(from: 100, to: 110, passed: -10),
        // A pause of an hour between two reports.
        Step(from: 100, to: 110, passed: 3_600, listened: 10, heard: 10),
        // A player that reports once, at its end.
        Step(from: 0, to: 1_800, passed: 1_800, listened: 1_800, heard: 1_800),
        Step(from: 0, to: 13 * 3_600, passed: 14 * 3_600),
    ]

    @Test(arguments: steps)
    func onlyWhatCanHaveBeenPlayedCounts(step: Step) {
        let result = Listening(
            from: (step.from, storeStart),
            to: (step.to, storeStart + step.passed)
        )
        #expect(result?.listened == step.listened)
        #expect(result?.heard == step.heard)
    }

    @Test func theFirstReportCountsNothing() {
        #expect(Listening(from: nil, to: (500, storeStart)) == nil)
    }

    @Test(arguments: [Depth.direct, .curl])
    func positionsBecomeSecondsPerDayAndFeed(depth: Depth) async throws {
        try await Rig.signedIn(depth) { (rig: Rig) async throws in
            try await rig.subscribe()
            let entry = try await rig.episode(1)
            // An hour before midnight in UTC is midnight in Berlin.
            let start = try Date("2026-03-01T22:59:30Z", strategy: .iso8601)
            for (seconds, after) in [(0.0, 0.0), (20, 10), (40, 20), (40, 20), (500, 30), (530, 60), (1_000, 70)] {
                let position = PlayPosition(seconds: seconds, duration: 1_000, at: start + after)
                _ = try await rig.call("PUT /api/entries/{id}/position", entry, body: position)
            }
            let all = try await rig.call("GET /api/statistics", query: "?from=2026-03-01&to=2026-03-02")
                .json(Statistics.self)
            #expect(all.total == .init(listened: 50, heard: 70, finished: 1))
            #expect(all.days.map(\.day) == ["2026-03-01"])
            #expect(all.feeds.map(\.title) == ["A show /show.xml"])
            #expect(all.feeds.map(\.feed) == ["1"])
            let berlin = try await rig.call(
                "GET /api/statistics",
                query: "?from=2026-03-01&to=2026-03-02&zone=Europe/Berlin"
            ).json(Statistics.self)
            #expect(berlin.total.listened == 50)
            #expect(berlin.days.map(\.day) == ["2026-03-01", "2026-03-02"])
            // The history outlives the subscription.
            _ = try await rig.call("DELETE /api/feeds/{id}", "1")
            let later = try await rig.call("GET /api/statistics", query: "?from=2026-01-01&to=2026-12-31")
                .json(Statistics.self)
            #expect(later.total.heard == 70)
            #expect(later.feeds.map(\.title) == ["A show /show.xml"])
            #expect(later.feeds.map(\.feed) == [nil])
        }
    }

    @Test(arguments: [
        "?zone=Mars/Olympus", "?from=yesterday", "?from=2026-02-30", "?from=2026-03-02&to=2026-03-01",
        "?from=1900-01-01&to=2026-01-01",
    ])
    func whatIsNoSpanIsRefused(query: String) async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            #expect(try await rig.call("GET /api/statistics", query: query).status == 400)
        }
    }
}
