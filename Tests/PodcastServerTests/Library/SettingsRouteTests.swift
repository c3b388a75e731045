import HTTP
import PodcastAPI
import Testing

@testable import PodcastServer

@Suite(.serialized) struct SettingsRouteTests {
    @Test(arguments: Depth.allCases)
    func whatIsChangedStaysAndTheRestKeepsItsDefault(depth: Depth) async throws {
        try await Rig.signedIn(depth) { (rig: Rig) async throws in
            #expect(try await rig.call("GET /api/settings").json(UserSettings.self) == UserSettings())
            var change = UserSettingsChange()
            change.autoplay = .newer
            change.finishedBy = .remaining
            let changed = try await rig.call("PUT /api/settings", body: change).json(UserSettings.self)
            #expect(changed.autoplay == .newer)
            #expect(changed.skipForward == 30)
            var other = UserSettingsChange()
            other.skipForward = 45
            let both = try await rig.call("PUT /api/settings", body: other).json(UserSettings.self)
            #expect(both.autoplay == .newer)
            #expect(both.finishedBy == .remaining)
            #expect(both.skipForward == 45)
            #expect(try await rig.call("GET /api/settings").json(UserSettings.self) == both)
        }
    }

    @Test(arguments: [
        ["theme": "dark"], ["skipForward": "30"], ["autoplay": "backwards"], ["finishedby": "off"],
    ])
    func whatIsUnknownIsRefused(change: [String: String]) async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let answer = try await rig.call("PUT /api/settings", body: change)
            #expect(answer.status == 400)
            #expect(try await rig.call("GET /api/settings").json(UserSettings.self) == UserSettings())
        }
    }

    @Test(arguments: [
        ("finishedPercent", 49.0), ("finishedPercent", 101), ("finishedRemaining", -1), ("skipBack", 4),
        ("skipForward", 301), ("speed", 0.4), ("speed", 3.1), ("keepNewest", 101),
    ])
    func whatIsBeyondItsRangeIsRefusedByName(key: String, value: Double) async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let answer = try await rig.call("PUT /api/settings", body: [key: value])
            #expect(answer.status == 400)
            #expect(answer.error?.message.contains(key) == true || key == "keepNewest")
        }
    }

    @Test func theKnownKeysAreTheTypesKeys() throws {
        var all = UserSettingsChange()
        all.finishedBy = .off
        all.finishedPercent = 90
        all.finishedRemaining = 1
        all.skipForward = 5
        all.skipBack = 5
        all.speed = 1
        all.playQueue = false
        all.autoplay = .off
        all.keepNewest = 1
        let text = String(decoding: try APICoding.encode(all), as: UTF8.self)
        for key in UserSettingsChange.keys { #expect(text.contains("\"\(key)\":"), "\(key)") }
        #expect(text.count { $0 == ":" } == UserSettingsChange.keys.count)
        #expect(all.complaint == nil)
    }
}
