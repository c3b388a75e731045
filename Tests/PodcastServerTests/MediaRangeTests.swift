import Foundation
import HTTP
import TestSupport
import Testing

@testable import PodcastServer

@Suite struct MediaRangeTests {
    static let audio = audioBytes(300_000)

    struct Case: Sendable, CustomTestStringConvertible {
        var range: String?
        var status: Int
        var contentRange: String?
        var bytes: Range<Int>
        var testDescription: String { range ?? "none" }
    }

    static let cases = [
        Case(range: nil, status: 200, contentRange: nil, bytes: 0..<300_000),
        Case(range: "bytes=0-1", status: 206, contentRange: "bytes 0-1/300000", bytes: 0..<2),
        Case(range: "bytes=0-", status: 206, contentRange: "bytes 0-299999/300000", bytes: 0..<300_000),
        Case(
            range: "bytes=100000-200000",
            status: 206,
            contentRange: "bytes 100000-200000/300000",
            bytes: 100_000..<200_001
        ),
        Case(range: "bytes=-5", status: 206, contentRange: "bytes 299995-299999/300000", bytes: 299_995..<300_000),
        Case(
            range: "bytes=299999-999999",
            status: 206,
            contentRange: "bytes 299999-299999/300000",
            bytes: 299_999..<300_000
        ),
        Case(range: "bytes=300000-", status: 416, contentRange: "bytes */300000", bytes: 0..<0),
        Case(range: "bytes=0-1,5-6", status: 200, contentRange: nil, bytes: 0..<300_000),
        Case(range: "lines=0-1", status: 200, contentRange: nil, bytes: 0..<300_000),
    ]

    private func check(_ item: Case, _ response: HTTPServerResponse) async throws {
        #expect(response.status.rawValue == item.status)
        #expect(response.fields["Content-Range"] == item.contentRange)
        guard item.status != 416 else { return }
        #expect(response.fields["Content-Type"] == "audio/mpeg")
        #expect(response.fields["Accept-Ranges"] == "bytes")
        #expect(response.body.length == Int64(item.bytes.count))
        #expect(try await response.bytes() == Heard(Self.audio[item.bytes]))
    }

    @Test(arguments: cases, [true, false])
    func aRangeIsAnsweredTrulyWhateverTheServerDoes(item: Case, takesRanges: Bool) async throws {
        let publisher = Publisher(Self.audio) { $0.takesRanges = takesRanges }
        try await withMedia(publisher) { library, _ in
            try await check(item, await library.ask(1, item.range))
            try await check(item, await library.ask(1, item.range))
        }
    }

    @Test(arguments: cases) func aKeptFileIsServedWithoutAskingAnybody(item: Case) async throws {
        let publisher = Publisher(Self.audio)
        try await withMedia(publisher) { library, folder in
            let first = try await library.ask().bytes()
            #expect(first == Heard(Self.audio))
            await library.close()
            let asked = publisher.asked.count
            let reopened = mediaLibrary(folder, publisher)
            try await check(item, await reopened.ask(1, item.range))
            #expect(publisher.asked.count == asked)
        }
    }

    @Test func theTagIsTheSameBeforeWhileAndAfterTheFileIsKept() async throws {
        try await withMedia(Publisher(Self.audio)) { library, folder in
            let probe = await library.ask(1, "bytes=0-1")
            let tag = try #require(probe.fields["ETag"])
            _ = try await probe.bytes()
            let whole = await library.ask()
            #expect(whole.fields["ETag"] == tag)
            _ = try await whole.bytes()
            await library.close()
            #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("entry-1.media").path))
            #expect(await mediaLibrary(folder, Publisher([])).ask().fields["ETag"] == tag)
        }
    }

    @Test func ifRangeWithAnotherTagGivesTheWhole() async throws {
        try await withMedia(Publisher(Self.audio)) { library, _ in
            let tag = try #require(await library.ask(1, "bytes=0-1").fields["ETag"])
            let same = await library.ask(1, "bytes=10-19", ["If-Range": tag])
            #expect(same.status == 206)
            #expect(try await same.bytes() == Heard(Self.audio[10..<20]))
            let other = await library.ask(1, "bytes=10-19", ["If-Range": "\"other\""])
            #expect(other.status == 200)
            #expect(try await other.bytes() == Heard(Self.audio))
        }
    }

    @Test func aVersionThatTheClientHasIsNotSentAgain() async throws {
        try await withMedia(Publisher(Self.audio)) { library, _ in
            let tag = try #require(await library.ask(1, method: .head).fields["ETag"])
            let again = await library.ask(1, nil, ["If-None-Match": tag])
            #expect(again.status == 304)
            #expect(try await again.bytes().isEmpty)
        }
    }

    @Test func headTellsLengthAndTypeAndFetchesNoMoreThanABeginning() async throws {
        let publisher = Publisher(audioBytes(20 << 20))
        try await withMedia(publisher) { library, _ in
            let head = await library.ask(1, "bytes=5-9", method: .head)
            #expect(head.status == 200)
            #expect(head.body.length == 20 << 20)
            #expect(head.fields["Content-Type"] == "audio/mpeg")
            await library.close()
            #expect(publisher.sent < 1 << 20)
        }
    }

    @Test func otherMethodsAndOtherEntriesAreRefused() async throws {
        try await withMedia(Publisher(Self.audio)) { library, _ in
            #expect(await library.ask(1, method: .post).status == 405)
            #expect(await library.ask(1, method: .post).fields["Allow"] == "GET, HEAD")
            #expect(await library.ask(100).status == 404)
        }
    }

    @Test func theServerIsAskedForIdentityAndForMissingBytesOnly() async throws {
        let publisher = Publisher(Self.audio) { $0.pieceSize = 1000 }
        try await withMedia(publisher, configure: { $0.lingersForever(readAhead: 1000) }) { library, _ in
            let middle = try await library.ask(1, "bytes=100000-149999").bytes()
            #expect(middle == Heard(Self.audio[100_000..<150_000]))
            let more = try await library.ask(1, "bytes=0-199999").bytes()
            #expect(more == Heard(Self.audio[0..<200_000]))
        }
        #expect((200_000...204_000).contains(publisher.sent), "no byte came twice")
        let asked = publisher.asked
        #expect(asked.allSatisfy { $0.fields["Accept-Encoding"] == "identity" && !$0.options.decompresses })
        #expect(asked.map { $0.fields["Range"] } == ["bytes=100000-", "bytes=0-99999", "bytes=150000-299999"])
        #expect(asked.map { $0.fields["If-Range"] } == [nil, "\"v1\"", "\"v1\""])
    }

    @Test func credentialsOfTheFeedGoToThePublisher() async throws {
        let publisher = Publisher(Self.audio)
        let url = try #require(URL(string: "https://media.example/a.mp3"))
        let source = MediaSource(url: url, fields: ["Authorization": "Basic eA=="])
        try await temporaryFolder { folder in
            let library = MediaLibrary(folder: folder, client: publisher, catalog: { _ in source })
            _ = try await library.ask().bytes()
            await library.close()
        }
        #expect(publisher.asked.first?.fields["Authorization"] == "Basic eA==")
        #expect(publisher.asked.first?.options.redirects == .follow)
    }
}
