import Foundation
import HTTP
import PodcastAPI
import TestSupport
import Testing

@testable import PodcastServer

@Suite struct EntryRouteTests {
    private func page(_ rig: Rig, _ query: String) async throws -> EntryPage {
        try await rig.send(.get, "/api/feeds/all/entries?\(query)").json(EntryPage.self)
    }

    @Test(arguments: Depth.allCases)
    func pagesAreNewestFirstAndJoinWithoutGaps(depth: Depth) async throws {
        try await Rig.signedIn(depth) { (rig: Rig) async throws in
            try await rig.subscribe()
            var titles: [String] = []
            var after = ""
            repeat {
                let page = try await page(rig, after.isEmpty ? "limit=2" : "limit=2&after=\(after)")
                titles += page.entries.map(\.title)
                after = page.next ?? ""
            } while !after.isEmpty
            #expect(titles == (1...5).reversed().map { "Episode \($0)" })
        }
    }

    @Test(arguments: ["limit=0", "limit=201", "limit=x", "filter=new", "after=nonsense", "after=1.2.3"])
    func aBadQuestionIsRefused(query: String) async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            #expect(try await rig.send(.get, "/api/feeds/all/entries?\(query)").status == 400)
        }
    }

    @Test(arguments: Depth.allCases)
    func flagsFilterTheLists(depth: Depth) async throws {
        try await Rig.signedIn(depth) { (rig: Rig) async throws in
            try await rig.subscribe()
            let ids = try await page(rig, "filter=all").entries.map(\.id)
            #expect(try await rig.send(.put, "/api/entries/\(ids[0])/read", ReadFlag(read: true)).status == 200)
            #expect(
                try await rig.send(.put, "/api/entries/\(ids[1])/starred", StarredFlag(starred: true)).status == 200
            )
            let position = PlayPosition(seconds: 12, duration: 100, at: Date())
            #expect(try await rig.send(.put, "/api/entries/\(ids[2])/position", position).status == 200)
            #expect(try await page(rig, "filter=unread").entries.map(\.id) == Array(ids.dropFirst()))
            #expect(try await page(rig, "filter=starred").entries.map(\.id) == [ids[1]])
            #expect(try await page(rig, "filter=started").entries.map(\.id) == [ids[2]])
            #expect(try await rig.send(.get, "/api/entries/unread-count").json(UnreadCount.self).unread == 4)
        }
    }

    @Test func theNewerPositionWinsWhicheverComesFirst() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            try await rig.subscribe()
            let id = try await page(rig, "limit=1").entries[0].id
            let path = "/api/entries/\(id)/position"
            let noon = Date(timeIntervalSince1970: 1_750_000_000)
            let newer = PlayPosition(seconds: 50, duration: 100, at: noon)
            let older = PlayPosition(seconds: 90, duration: 100, at: noon.addingTimeInterval(-1))
            var stored = newer
            stored.read = false
            #expect(try await rig.send(.put, path, newer).json(PlayPosition.self) == stored)
            #expect(try await rig.send(.put, path, older).json(PlayPosition.self) == stored)
            #expect(try await page(rig, "limit=1").entries[0].position == 50)
        }
    }

    @Test func aPositionIsANumber() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            try await rig.subscribe()
            let id = try await page(rig, "limit=1").entries[0].id
            let fields: HTTPFields = ["Content-Type": "application/json"]
            for body in [
                "{}", "[]", "nonsense", #"{"seconds":"1","at":"2026-01-01T00:00:00Z"}"#, #"{"seconds":1,"at":"soon"}"#,
            ] {
                let answer = try await rig.send(
                    .put,
                    "/api/entries/\(id)/position",
                    fields: fields,
                    body: Array(body.utf8)
                )
                #expect(answer.status == 400, "\(body)")
            }
        }
    }

    @Test func notesComeWithoutScripts() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            try await rig.subscribe()
            let id = try await page(rig, "limit=1").entries[0].id
            let entry = try await rig.send(.get, "/api/entries/\(id)").json(Entry.self)
            #expect(entry.notes.contains("Notes"))
            #expect(!entry.notes.contains("script"))
            #expect(!entry.notes.contains("alert"))
            #expect(entry.summary.summary == "Notes of 5")
        }
    }

    @Test(arguments: Depth.allCases)
    func mediaIsPassedThroughWithRanges(depth: Depth) async throws {
        guard depth != .curl else { return }
        try await Rig.signedIn(depth) { (rig: Rig) async throws in
            try await rig.subscribe()
            let media = try #require(try await page(rig, "limit=1").entries[0].media)
            #expect(media.type == "audio/mpeg")
            let answer = try await rig.send(.get, media.url, fields: ["Range": "bytes=100-199"])
            #expect(answer.status == 206)
            #expect(answer.body == Array(PodcastHost.audio[100..<200]))
            #expect(try await rig.send(.get, media.url).body == PodcastHost.audio)
            #expect(try await rig.send(.get, "/media/999/x.mp3").status == 404)
        }
    }

    @Test func artworkIsAPictureEvenWhereThereIsNone() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            try await rig.subscribe()
            for id in ["all", "f1", "e1"] {
                let answer = try await rig.send(.get, "/api/art/\(id)?size=128")
                #expect(answer.status == 200)
                #expect(answer.fields["Content-Type"]?.hasPrefix("image/") == true)
            }
            for id in ["f99", "e99", "x1", "f"] {
                #expect(try await rig.send(.get, "/api/art/\(id)").status == 404)
            }
        }
    }
}
