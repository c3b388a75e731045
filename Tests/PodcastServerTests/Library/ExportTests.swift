import Foundation
import HTTP
import PodcastAPI
import TestSupport
import Testing

@testable import PodcastServer

@Suite(.serialized) struct ExportTests {
    @Test(arguments: [
        (#"{"items":[{"a":1},{"b":"}]{\"["}, {"c":[{"d":{}}]} ],"x":{"y":[]}}"#, 3), (#"{"items":[]}"#, 0),
        ("\u{FEFF}\n {\"items\" : [ {} ]}\n", 1), (#"{"items":[{"t":"\\"},{"t":"\\\""}]}"#, 2),
    ])
    func objectsAreFoundHoweverTheBytesCome(json: String, count: Int) throws {
        for size in [1, 3, 1_000] {
            var reader = ExportReader()
            var objects: [[UInt8]] = []
            let bytes = Array(json.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                try reader.read(Array(bytes[start..<min(start + size, bytes.count)])) { objects.append($0) }
            }
            #expect(objects.count == count)
            #expect(reader.isComplete)
            for object in objects { _ = try JSONSerialization.jsonObject(with: Data(object)) }
        }
    }

    @Test(arguments: ["", "hello", "[]", "]", "{}}", "\"x\"", String(repeating: "{", count: 200), "{} x"])
    func whatIsNoObjectIsRefusedOrIncomplete(text: String) {
        var reader = ExportReader()
        var isRefused = false
        do { try reader.read(Array(text.utf8)) { _ in } } catch { isRefused = true }
        #expect(isRefused || !reader.isComplete)
    }

    @Test func anObjectWithoutEndIsRefusedBeforeItFillsTheMemory() {
        var reader = ExportReader()
        let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
        #expect(throws: ExportReader.Problem.tooLarge) {
            try reader.read(Array(#"{"items":[{"a":""#.utf8)) { _ in }
            for _ in 0..<32 { try reader.read(piece) { _ in } }
        }
    }

    /// Everything that a user can do, done.
    private func fill(_ rig: Rig) async throws {
        for (path, folder) in [("/show.xml", "A & B"), ("/other.xml", "Empty later")] {
            let request = SubscribeRequest(url: rig.publisher.url(path).absoluteString, folder: folder)
            _ = try await rig.call("POST /api/feeds", body: request)
        }
        var change = FeedChange(title: "Mine", folder: "A & B", speed: 1.5)
        change.skipIntro = 12
        change.skipOutro = 7
        change.queueRule = "top"
        change.queueLimit = 3
        change.order = .oldest
        _ = try await rig.call("PATCH /api/feeds/{id}", "1", body: change)
        var settings = UserSettingsChange()
        settings.autoplay = .older
        _ = try await rig.call("PUT /api/settings", body: settings)
        let entries = try await rig.entries().map(\.id)
        _ = try await rig.call("PUT /api/entries/{id}/starred", entries[0], body: StarredFlag(starred: true))
        _ = try await rig.call("PUT /api/entries/{id}/read", entries[1], body: ReadFlag(read: true))
        for seconds in [0.0, 10] {
            let position = PlayPosition(
                seconds: seconds,
                duration: 500,
                at: Date(timeIntervalSince1970: 1_764_000_000 + seconds)
            )
            _ = try await rig.call("PUT /api/entries/{id}/position", entries[2], body: position)
        }
        let mark = BookmarkRequest(seconds: 5, title: "Here", note: "\"quoted\" \\ ]}")
        _ = try await rig.call("POST /api/entries/{id}/bookmarks", entries[3], body: mark)
        let skipped = SkippedChapters(starts: [0, 10])
        _ = try await rig.call("PUT /api/entries/{id}/skipped-chapters", entries[3], body: skipped)
        _ = try await rig.call("POST /api/queue", body: QueueAddition(entries: [entries[5], entries[4]]))
        _ = try await rig.call("POST /api/downloads", body: DownloadRequest(entries: [entries[6]]))
        var criteria = EntryCriteria()
        criteria.text = "notes"
        criteria.feeds = ["1"]
        criteria.folder = try await rig.call("GET /api/folders").json(FolderList.self).folders[0].id
        _ = try await rig.call("POST /api/searches", body: SavedSearchRequest(title: "S", criteria: criteria))
    }

    private func export(_ rig: Rig) async throws -> [ExportItem] {
        let answer = try await rig.send(.get, "/api/export")
        #expect(answer.status == 200)
        var reader = ExportReader()
        var items: [ExportItem] = []
        try reader.read(answer.body) { items.append(try APICoding.decode(ExportItem.self, from: $0)) }
        #expect(reader.isComplete)
        _ = try JSONSerialization.jsonObject(with: Data(answer.body))
        return items
    }

    private func load(_ rig: Rig, _ bytes: [UInt8]) async throws -> Answer {
        try await rig.send(.post, "/api/import", fields: ["Content-Type": "application/json"], body: bytes)
    }

    @Test(arguments: [Depth.direct, .loopback])
    func everythingComesBackOnAnotherServer(depth: Depth) async throws {
        try await Rig.signedIn(depth) { (rig: Rig) async throws in
            try await fill(rig)
            let before = try await export(rig)
            let bytes = try await rig.send(.get, "/api/export").body
            try await Rig.signedIn(depth) { (other: Rig) async throws in
                let answer = try await load(other, bytes)
                #expect(answer.status == 200, "\(answer.text)")
                let report = try answer.json(ImportReport.self)
                #expect(report.failed == [])
                #expect(report.feeds == 2)
                #expect(report.entries == 10)
                #expect(report.bookmarks == 1)
                #expect(report.searches == 1)
                let after = try await export(other)
                #expect(after.count == before.count)
                // Only the time of the export differs.
                for (left, right) in zip(before.dropFirst(), after.dropFirst()) { #expect(left == right) }
                // Taking it in again adds nothing.
                let again = try await load(other, bytes).json(ImportReport.self)
                #expect(again.feeds == 0)
                #expect(again.bookmarks == 0)
                #expect(again.searches == 0)
                let twice = try await export(other)
                for (left, right) in zip(before.dropFirst(), twice.dropFirst()) { #expect(left == right) }
            }
        }
    }

    @Test func whatIsNewerHereStays() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            try await fill(rig)
            let bytes = try await rig.send(.get, "/api/export").body
            let entries = try await rig.entries().map(\.id)
            let newer = PlayPosition(seconds: 99, duration: 500, at: Date())
            _ = try await rig.call("PUT /api/entries/{id}/position", entries[2], body: newer)
            _ = try await rig.call("PUT /api/entries/{id}/starred", entries[7], body: StarredFlag(starred: true))
            var change = UserSettingsChange()
            change.autoplay = .newer
            _ = try await rig.call("PUT /api/settings", body: change)
            _ = try await load(rig, bytes)
            let now = try await rig.entries()
            #expect(now[2].position == 99)
            #expect(now[7].starred)
            #expect(now[0].starred)
            #expect(try await rig.call("GET /api/settings").json(UserSettings.self).autoplay == .newer)
        }
    }

    @Test(arguments: [
        "", "{}", "{\"items\":[]}", "{\"items\":[{\"kind\":\"feed\",\"url\":\"https://example.org\"}]}", "[1,2]",
        "{\"items\":[{\"kind\":\"export\",\"version\":99,\"user\":\"a\",\"created\":\"2026-01-01T00:00:00.000Z\"}]}",
        "{\"items\":[{\"kind\":\"export\",\"version\":1,\"user\":\"a\",\"created\":\"2026-01-01T00:00:00.000Z\"}",
    ])
    func whatIsNoExportIsRefused(text: String) async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let answer = try await load(rig, Array(text.utf8))
            #expect(answer.status == 422)
            #expect(answer.error?.message.hasSuffix(".") == true)
            #expect(try await rig.call("GET /api/feeds").json(FeedList.self).feeds.count == 1)
        }
    }

    @Test func brokenPiecesAreLeftOutWithASentence() async throws {
        let text = """
            {"items":[{"kind":"export","version":1,"user":"a","created":"2026-01-01T00:00:00.000Z"},
            {"kind":"feed","url":"javascript:alert(1)"},{"kind":"hologram"},{"kind":"entry","feed":5},
            {"kind":"folders","names":["Good",""]}],"tonearm":1}
            """
        try await Rig.signedIn { (rig: Rig) async throws in
            let report = try await load(rig, Array(text.utf8)).json(ImportReport.self)
            #expect(report.failed.count == 3)
            #expect(try await rig.call("GET /api/folders").json(FolderList.self).folders.map(\.name) == ["Good"])
        }
    }

    /// Nobody may put entries into the lists of somebody else who is subscribed to the same feed.
    @Test func entriesAreNotMadeInAFeedThatOthersRead() async throws {
        try await withStore { store in
            let (ann, feed) = try await store.makeSubscription([episode("real", guid: "real")])
            let bob = try await store.makeUser("bob")
            _ = try await store.subscribe(user: bob, url: "https://example.org/feed", now: storeStart)
            let page = try await store.exportEntries(of: ann, after: 0, limit: 10)
            guard case .entry(var forged) = try #require(page.items.first) else { return }
            let real = forged
            forged.guid = "forged"
            let result = try await store.importEntries([real, forged], feed: feed, user: bob, now: storeStart)
            #expect(result.ids.map { $0 != nil } == [true, false])
            #expect(try await store.titles(ann) == ["real"])
        }
    }
}
