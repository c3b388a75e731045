import Essentials
import Foundation
import HTTP
import PodcastAPI
import TestSupport
import Testing

@testable import PodcastServer

@Suite struct MediaFaultTests {
    static let audio = audioBytes(300_000)

    struct Case: Sendable {
        var fault: Publisher.Fault
        var status: Int
        var word: String
        var retryAfter: String?
    }

    @Test(arguments: [
        Case(fault: .status(401, [:]), status: 502, word: "permission"),
        Case(fault: .status(403, [:]), status: 502, word: "permission"),
        Case(fault: .status(404, [:]), status: 502, word: "any more"),
        Case(fault: .status(410, [:]), status: 502, word: "any more"),
        Case(fault: .status(500, [:]), status: 502, word: "status 500"),
        Case(fault: .status(204, [:]), status: 502, word: "status 204"),
        Case(fault: .status(302, [:]), status: 502, word: "status 302"),
        Case(fault: .status(503, ["Retry-After": "120"]), status: 503, word: "busy", retryAfter: "120"),
        Case(fault: .status(429, [:]), status: 503, word: "busy"),
        Case(fault: .error(.timedOut(host: "media.example")), status: 504, word: "too long"),
        Case(fault: .error(.tooManyRedirects(host: "media.example")), status: 502, word: "redirects"),
        Case(fault: .error(.refusedAddress(host: "media.example")), status: 502, word: "private network"),
        Case(fault: .error(.cannotResolve(host: "media.example")), status: 502, word: "media.example"),
        Case(fault: .page("<!DOCTYPE html><title>Sign in</title>", type: "text/html"), status: 502, word: "web page"),
        Case(fault: .page("\n <HTML>Sign in</HTML>", type: "audio/mpeg"), status: 502, word: "web page"),
        Case(fault: .page("file not found", type: "text/plain"), status: 502, word: "web page"),
        Case(fault: .page("{\"error\":1}", type: "application/json"), status: 502, word: "web page"),
        Case(fault: .page("", type: "audio/mpeg"), status: 502, word: "without content"),
    ])
    func aServerThatDoesNotGiveTheFileIsNamedInASentence(item: Case) async throws {
        let publisher = Publisher(Self.audio) { $0.fault = { _ in item.fault } }
        try await withMedia(publisher) { library, folder in
            for range in [nil, "bytes=0-1", "bytes=1000-"] {
                let response = await library.ask(1, range)
                #expect(response.status.rawValue == item.status)
                #expect(response.fields["Content-Type"] == "application/json; charset=utf-8")
                #expect(response.fields["Retry-After"] == item.retryAfter)
                let error = try APICoding.decode(APIError.self, from: try await response.bytes().bytes)
                #expect(error.error == .fetchFailed)
                #expect(error.message.contains(item.word))
                #expect(!error.message.contains("one.mp3"))
            }
            // Nothing of it is kept, and the next time the file is there.
            publisher.edit { $0.fault = nil }
            let bytes1 = try await library.bytes()
            #expect(bytes1 == Heard(Self.audio))
            await library.close()
            #expect(try names(folder) == ["entry-1.json", "entry-1.media"])
        }
    }

    @Test func anErrorPageWhileFillingDoesNotSpoilWhatIsThere() async throws {
        let publisher = Publisher(Self.audio)
        try await withMedia(publisher) { library, _ in
            _ = try await library.ask(1, "bytes=0-99999").bytes()
            publisher.edit { $0.fault = { _ in .page("<html>later</html>", type: "text/html") } }
            await library.close()
        }
        try await temporaryFolder { folder in
            let first = mediaLibrary(folder, publisher) { $0.fetchesNoMoreThanAsked() }
            publisher.edit { $0.fault = nil }
            _ = try await first.ask(1, "bytes=0-99999").bytes()
            await first.close()
            publisher.edit { $0.fault = { _ in .page("<html>later</html>", type: "text/html") } }
            let second = mediaLibrary(folder, publisher) { $0.fetchesNoMoreThanAsked() }
            #expect(await second.ask(1, "bytes=250000-").status == 502)
            let bytes2 = try await second.bytes(1, "bytes=0-99999")
            #expect(bytes2 == Heard(Self.audio[0..<100_000]))
            await second.close()
        }
    }

    @Test func aBrokenConnectionIsTakenUpAtItsByte() async throws {
        let publisher = Publisher(Self.audio) { $0.fault = { $0 < 3 ? .cut(after: 70_000) : nil } }
        try await withMedia(publisher) { library, _ in
            let bytes3 = try await library.bytes()
            #expect(bytes3 == Heard(Self.audio))
        }
        let ranges = publisher.asked.map { $0.fields["Range"] }
        #expect(ranges == ["bytes=0-", "bytes=70000-299999", "bytes=140000-299999", "bytes=210000-299999"])
        #expect(publisher.asked.dropFirst().allSatisfy { $0.fields["If-Range"] == "\"v1\"" })
    }

    @Test(arguments: [true, false]) func aConnectionThatBreaksForGoodEndsTheAnswerAsAnError(
        takesRanges: Bool
    ) async throws {
        let publisher = Publisher(Self.audio) {
            $0.takesRanges = takesRanges
            $0.fault = { .cut(after: $0 == 0 ? 70_000 : 0) }
        }
        try await withMedia(publisher) { library, _ in
            let response = await library.ask()
            #expect(response.status == 200)
            await #expect(throws: HTTPError.connectionLost(host: "media.example")) { try await response.bytes() }
            #expect(publisher.asked.count == 4, "one request and a bounded number of attempts")
        }
    }

    @Test func aPartShorterThanAskedForIsCompleted() async throws {
        let publisher = Publisher(Self.audio) { $0.fault = { $0 < 2 ? .short(by: 100_000) : nil } }
        try await withMedia(publisher) { library, _ in
            let bytes4 = try await library.bytes()
            #expect(bytes4 == Heard(Self.audio))
        }
    }

    @Test func anotherPartThanTheOneAskedForIsNotBelieved() async throws {
        let publisher = Publisher(Self.audio) { $0.fault = { _ in .otherPart } }
        try await withMedia(publisher) { library, _ in
            let response = await library.ask(1, "bytes=200000-200009")
            #expect(response.status == 206)
            let bytes5 = try await response.bytes()
            #expect(bytes5 == Heard(Self.audio[200_000..<200_010]))
        }
    }

    @Test func aCompressedAnswerIsDecoded() async throws {
        let publisher = Publisher(Self.audio) {
            $0.compresses = true; $0.takesRanges = false
        }
        try await withMedia(publisher) { library, _ in
            let bytes6 = try await library.bytes()
            #expect(bytes6 == Heard(Self.audio))
            await library.close()
            #expect(publisher.asked.last?.options.decompresses == true)
        }
    }

    @Test(arguments: [true, false]) func withoutALengthTheWholeComesAndIsKeptIfItsEndIsProven(
        isChunked: Bool
    ) async throws {
        let publisher = Publisher(Self.audio) {
            $0.takesRanges = false
            $0.tellsLength = false
            $0.isChunked = isChunked
        }
        try await withMedia(publisher) { library, folder in
            let response = await library.ask(1, "bytes=100-199")
            #expect(response.status == 200)
            #expect(response.body.length == nil)
            let bytes7 = try await response.bytes()
            #expect(bytes7 == Heard(Self.audio))
            await library.close()
            #expect(try names(folder) == (isChunked ? ["entry-1.json", "entry-1.media"] : []))
        }
    }

    @Test(arguments: [true, false]) func anotherVersionIsNeverMixedWithTheOld(namesVersions: Bool) async throws {
        let newer = audioBytes(namesVersions ? 300_000 : 299_000, seed: 2)
        let publisher = Publisher(Self.audio) { if !namesVersions { $0.entityTag = nil } }
        try await temporaryFolder { folder in
            let first = mediaLibrary(folder, publisher) { $0.fetchesNoMoreThanAsked() }
            let response = await first.ask(1, "bytes=0-99999")
            let tag = response.fields["ETag"]
            _ = try await response.bytes()
            await first.close()
            publisher.edit {
                $0.bytes = newer
                if namesVersions { $0.entityTag = "\"v2\"" }
            }
            let second = mediaLibrary(folder, publisher)
            let whole = await second.ask()
            #expect(whole.fields["ETag"] != tag)
            let bytes8 = try await whole.bytes()
            #expect(bytes8 == Heard(newer))
            await second.close()
        }
    }

    @Test func aVersionThatChangesUnderAReaderCutsIt() async throws {
        let publisher = Publisher(Self.audio) { $0.fault = { $0 == 0 ? .cut(after: 100_000) : nil } }
        try await withMedia(publisher, configure: { $0.fetchesNoMoreThanAsked() }) { library, _ in
            publisher.edit(atRequest: 1) {
                $0.bytes = audioBytes(300_000, seed: 2)
                $0.entityTag = "\"v2\""
            }
            let response = await library.ask()
            await #expect(throws: MediaError.changed(host: "media.example")) { try await response.bytes() }
            let bytes9 = try await library.bytes()
            #expect(bytes9 == Heard(audioBytes(300_000, seed: 2)))
        }
    }

    /// Nothing tells the versions apart but the bytes themselves.
    @Test func aNamelessVersionOfTheSameLengthIsNoticedWhereTransfersMeet() async throws {
        let publisher = Publisher(Self.audio) {
            $0.entityTag = nil
            $0.fault = { $0 == 0 ? .cut(after: 100_000) : nil }
        }
        try await withMedia(publisher, configure: { $0.fetchesNoMoreThanAsked() }) { library, _ in
            publisher.edit(atRequest: 1) { $0.bytes = audioBytes(300_000, seed: 2) }
            let response = await library.ask()
            await #expect(throws: MediaError.changed(host: "media.example")) { try await response.bytes() }
        }
    }

    @Test func aFullDiskDoesNotStopTheMusic() async throws {
        // A folder that can't be made stands for every disk that can't be written.
        let reported = Latch()
        let publisher = Publisher(Self.audio) { $0.fault = { $0 == 1 ? .cut(after: 50_000) : nil } }
        let folder = URL(fileURLWithPath: "/dev/null/media")
        let library = mediaLibrary(folder, publisher) { $0.report = { _ in reported.fire() } }
        let bytes10 = try await library.bytes()
        #expect(bytes10 == Heard(Self.audio))
        let part = await library.ask(1, "bytes=100000-199999")
        #expect(part.status == 206)
        let bytes11 = try await part.bytes()
        #expect(bytes11 == Heard(Self.audio[100_000..<200_000]))
        publisher.edit { $0.takesRanges = false }
        let bytes12 = try await library.bytes(1, "bytes=299990-")
        #expect(bytes12 == Heard(Self.audio[299_990...]))
        await library.close()
        #expect(reported.hasFired)
    }

    private func names(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
}
