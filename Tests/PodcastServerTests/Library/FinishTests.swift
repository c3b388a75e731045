import Foundation
import HTTP
import PodcastAPI
import Testing

@testable import PodcastServer

@Suite(.serialized) struct FinishTests {
    private static func settings(_ rule: FinishedRule, percent: Double = 90, remaining: Double = 120) -> UserSettings {
        var settings = UserSettings()
        settings.finishedBy = rule
        settings.finishedPercent = percent
        settings.finishedRemaining = remaining
        return settings
    }

    struct Case: Sendable {
        var settings: UserSettings
        var duration: Double?
        var outro: Double?
        var from: Double?
        var to: Double
        var finishes: Bool
    }

    private static let cases: [Case] = [
        Case(settings: settings(.percent), duration: 1_000, from: 800, to: 899, finishes: false),
        Case(settings: settings(.percent), duration: 1_000, from: 800, to: 900, finishes: true),
        Case(settings: settings(.percent), duration: 1_000, from: nil, to: 950, finishes: true),
        Case(settings: settings(.percent), duration: 1_000, from: 920, to: 960, finishes: false),
        Case(settings: settings(.percent), duration: 1_000, from: 920, to: 999.5, finishes: true),
        Case(settings: settings(.percent), duration: 1_000, from: 950, to: 100, finishes: false),
        Case(settings: settings(.percent), duration: nil, from: 0, to: 5_000, finishes: false),
        Case(settings: settings(.percent), duration: 0, from: 0, to: 1, finishes: false),
        Case(settings: settings(.remaining), duration: 1_000, from: 800, to: 879, finishes: false),
        Case(settings: settings(.remaining), duration: 1_000, from: 800, to: 880, finishes: true),
        // Two minutes that may be left of a clip of one are not its beginning.
        Case(settings: settings(.remaining), duration: 60, from: 0, to: 20, finishes: false),
        Case(settings: settings(.remaining), duration: 60, from: 0, to: 31, finishes: true),
        Case(settings: settings(.off), duration: 1_000, from: 0, to: 998, finishes: false),
        Case(settings: settings(.off), duration: 1_000, from: 0, to: 999, finishes: true),
        // The player leaves the last minute out.
        Case(settings: settings(.off), duration: 1_000, outro: 60, from: 900, to: 939, finishes: true),
        Case(
            settings: settings(.percent, percent: 100),
            duration: 1_000,
            outro: 60,
            from: 900,
            to: 938,
            finishes: false
        ),
    ]

    @Test(arguments: cases)
    func crossingTheThresholdFinishes(item: Case) {
        let line = FinishLine(item.settings, duration: item.duration, skipOutro: item.outro)
        #expect((line?.isCrossed(from: item.from, to: item.to) ?? false) == item.finishes)
    }

    @Test(arguments: [Depth.direct, .loopback])
    func aPositionOverTheThresholdMarksReadAndClearingKeepsThat(depth: Depth) async throws {
        try await Rig.signedIn(depth) { (rig: Rig) async throws in
            try await rig.subscribe()
            let entry = try await rig.episode(1)
            let time = Date()
            func put(_ seconds: Double, _ after: Double) async throws -> PlayPosition {
                let position = PlayPosition(seconds: seconds, duration: 1_000, at: time - 1_000 + after)
                return try await rig.call("PUT /api/entries/{id}/position", entry, body: position).json(
                    PlayPosition.self
                )
            }
            #expect(try await put(890, 0).read == false)
            #expect(try await put(900, 10).read == true)
            // Unread again behind the threshold: only the end finishes it.
            _ = try await rig.call("PUT /api/entries/{id}/read", entry, body: ReadFlag(read: false))
            #expect(try await put(960, 20).read == false)
            #expect(try await put(1_000, 60).read == true)
            #expect(try await rig.call("DELETE /api/entries/{id}/position", entry).status == 204)
            let cleared = try await rig.call("GET /api/entries/{id}", entry).json(Entry.self).summary
            #expect(cleared.position == nil)
            #expect(cleared.read)
            #expect(cleared.finished != nil)
            // What a device reports late does not bring the position back.
            #expect(try await put(970, 70).seconds == 0)
            #expect(try await rig.call("GET /api/entries/{id}", entry).json(Entry.self).summary.position == nil)
            #expect(try await rig.call("DELETE /api/entries/{id}/position", "99").status == 404)
        }
    }

    @Test func theUsersOwnRuleCounts() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            try await rig.subscribe()
            var change = UserSettingsChange()
            change.finishedBy = .off
            _ = try await rig.call("PUT /api/settings", body: change)
            let entry = try await rig.episode(1)
            let position = PlayPosition(seconds: 990, duration: 1_000, at: Date())
            let stored = try await rig.call("PUT /api/entries/{id}/position", entry, body: position)
            #expect(try stored.json(PlayPosition.self).read == false)
        }
    }
}
