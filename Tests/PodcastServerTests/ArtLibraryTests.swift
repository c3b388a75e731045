import Foundation
import HTTP
import TestSupport
import Testing

@testable import PodcastServer

@Suite struct ArtLibraryTests {
    private struct Bench {
        var library: ArtLibrary
        var folder: URL
        var clock: HandClock
        let source = URL(string: "https://art.example/cover.png?token=secret")

        func ask(_ size: Int = 256, _ fields: HTTPFields = [:], method: HTTPMethod = .get) async -> HTTPServerResponse {
            let request = HTTPServerRequest(method: method, path: "/api/art/1", fields: fields)
            return await library.respond(source: source, fallbackText: "Some Show", size: size, request: request)
        }

        func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    private func withArt(_ server: PictureServer, _ body: (Bench) async throws -> Void) async throws {
        try await temporaryFolder { folder in
            let clock = HandClock()
            var configuration = ArtConfiguration()
            configuration.now = { clock.now }
            let library = ArtLibrary(folder: folder, client: server, configuration: configuration)
            try await body(Bench(library: library, folder: folder, clock: clock))
            await library.close()
        }
    }

    private func isPlaceholder(_ response: HTTPServerResponse) -> Bool {
        response.status == 200 && response.fields["Content-Type"] == "image/svg+xml"
            && response.fields["Cache-Control"] == "private, max-age=300"
    }

    @Test(arguments: [(1, 64), (64, 64), (65, 128), (300, 512), (513, 700), (5000, 700), (-1, 64)])
    func thePictureComesInTheSmallestSizeThatIsEnough(asked: Int, side: Int) async throws {
        let server = PictureServer(ArtFixtures.png(700, 350))
        try await withArt(server) { bench in
            let response = await bench.ask(asked)
            #expect(response.status == 200)
            #expect(response.fields["Content-Type"] == "image/jpeg")
            #expect(response.fields["Cache-Control"] == "private, max-age=86400")
            let bytes = try await response.bytes().bytes
            let size = try #require(PictureFormat(bytes)?.declaredSize(bytes))
            #expect(size == (side, side / 2))
            #expect(server.asked.count == 1)
            #expect(try bench.names().allSatisfy { !$0.contains("secret") && !$0.contains("cover") })
        }
    }

    @Test func oneRequestServesEveryClientAndSize() async throws {
        let server = PictureServer(ArtFixtures.png(600, 600))
        try await withArt(server) { bench in
            await withTaskGroup(of: Void.self) { group in
                for size in [64, 64, 128, 256, 512, 1024, 1024] {
                    group.addTask {
                        let response = await bench.ask(size)
                        #expect(response.fields["Content-Type"] == "image/jpeg")
                        #expect((try? await response.bytes())?.isEmpty == false)
                    }
                }
            }
            #expect(server.asked.count == 1)
            let names = try bench.names()
            #expect(names.count == 6)
        }
    }

    @Test func aVersionThatTheClientHasIsNotSentAgain() async throws {
        try await withArt(PictureServer(ArtFixtures.png(100, 100))) { bench in
            let tag = try #require(await bench.ask(64).fields["ETag"])
            #expect(await bench.ask(64, ["If-None-Match": tag]).status == 304)
            #expect(await bench.ask(128).fields["ETag"] != tag)
            #expect(await bench.ask(64, method: .head).body.length ?? 0 > 0)
            #expect(await bench.ask(64, method: .put).status == 405)
        }
    }

    struct Trouble: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var answer: PictureServer.Answer
        /// Seconds until the server is asked again.
        var patience: TimeInterval

        static func status(_ status: Int, _ patience: TimeInterval) -> Trouble {
            Trouble(
                testDescription: "\(status)",
                answer: { request in
                    HTTPResponse(status: HTTPStatus(rawValue: status), body: HTTPBody("no"), url: request.url)
                },
                patience: patience
            )
        }

        static func body(_ name: String, _ bytes: [UInt8]) -> Trouble {
            Trouble(testDescription: name, answer: PictureServer.serving(bytes), patience: 86_400)
        }

        static func error(_ error: HTTPError, _ patience: TimeInterval) -> Trouble {
            Trouble(testDescription: "\(error)", answer: { _ in throw error }, patience: patience)
        }
    }

    static let troubles: [Trouble] = [
        .status(404, 86_400), .status(410, 86_400), .status(403, 86_400), .status(500, 600), .status(304, 86_400),
        .error(.timedOut(host: "art.example"), 600), .error(.refusedAddress(host: "art.example"), 86_400),
        .body("HTML", Array("<!DOCTYPE html><title>404</title>".utf8)),
        .body("SVG", Array("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".utf8)),
        .body("nothing", []), .body("truncated", Array(ArtFixtures.png(50, 50).prefix(3000))),
        .body("bomb", ArtFixtures.png(1, 1, declared: (50_000, 50_000))),
        Trouble(
            testDescription: "endless",
            answer: { request in
                HTTPResponse(status: 200, body: HTTPBody { [UInt8](repeating: 0xFF, count: 65_536) }, url: request.url)
            },
            patience: 86_400
        ),
    ]

    @Test(arguments: troubles) func troubleGivesAPlaceholderAndLeavesTheServerAlone(trouble: Trouble) async throws {
        let server = PictureServer(trouble.answer)
        try await withArt(server) { bench in
            for _ in 0..<5 { #expect(isPlaceholder(await bench.ask())) }
            #expect(server.asked.count == 1)
            bench.clock.advance(trouble.patience - 1)
            #expect(isPlaceholder(await bench.ask()))
            #expect(server.asked.count == 1)
            server.serve(PictureServer.serving(ArtFixtures.png(10, 10)))
            bench.clock.advance(2)
            #expect(await bench.ask().fields["Content-Type"] == "image/jpeg")
            #expect(server.asked.count == 2)
        }
    }

    @Test func eachFailureInARowMakesTheWaitLonger() {
        let error = HTTPError.timedOut(host: "art.example")
        let waits = (1...5).map { ArtLibrary.patience(error, $0) }
        #expect(waits == [600, 2400, 9600, 38_400, 86_400])
    }

    @Test func oldArtIsShownWhileAndAfterTheServerFails() async throws {
        let server = PictureServer(ArtFixtures.png(10, 10))
        try await withArt(server) { bench in
            let tag = await bench.ask().fields["ETag"]
            server.serve { _ in throw HTTPError.timedOut(host: "art.example") }
            bench.clock.advance(8 * 86_400)
            #expect(await bench.ask().fields["ETag"] == tag)
            await eventually { server.asked.count == 2 }
            #expect(await bench.ask().fields["ETag"] == tag)
        }
    }

    @Test func newArtReplacesTheOldAndUnchangedArtIsNotFetched() async throws {
        let server = PictureServer(ArtFixtures.png(10, 10))
        try await withArt(server) { bench in
            let tag = await bench.ask().fields["ETag"]
            bench.clock.advance(8 * 86_400)
            _ = await bench.ask()
            await eventually { server.asked.count == 2 }
            #expect(server.asked[1].fields["If-None-Match"] == "\"1\"")
            server.serve(PictureServer.serving(ArtFixtures.png(20, 20), tag: "\"2\""))
            bench.clock.advance(8 * 86_400)
            await eventually { await bench.ask().fields["ETag"] != tag }
            await eventually { (try? bench.names().count) == 3 }
            #expect(server.asked.count == 3)
        }
    }

    @Test func lostAndDamagedFilesAreMadeAgain() async throws {
        let server = PictureServer(ArtFixtures.png(300, 300))
        try await withArt(server) { bench in
            _ = await bench.ask(64)
            for name in try bench.names() where !name.hasSuffix(".json") {
                try Data("rubbish".utf8).write(to: bench.folder.appendingPathComponent(name))
            }
            #expect(isPlaceholder(await bench.ask(128)))
            #expect(await bench.ask(128).fields["Content-Type"] == "image/jpeg")
            for name in try bench.names() where name.hasSuffix(".json") {
                try Data("{".utf8).write(to: bench.folder.appendingPathComponent(name))
            }
            #expect(await bench.ask(128).fields["Content-Type"] == "image/jpeg")
            #expect(server.asked.count == 3)
        }
    }

    @Test func aFolderThatCanNotBeWrittenGivesPlaceholdersWithoutHammering() async throws {
        let server = PictureServer(ArtFixtures.png(10, 10))
        let clock = HandClock()
        var configuration = ArtConfiguration()
        configuration.now = { clock.now }
        let folder = URL(fileURLWithPath: "/dev/null/art")
        let bench = Bench(
            library: ArtLibrary(folder: folder, client: server, configuration: configuration),
            folder: folder,
            clock: clock
        )
        for _ in 0..<4 { #expect(isPlaceholder(await bench.ask())) }
        #expect(server.asked.count == 1)
    }

    @Test func whatWasAskedForLongestAgoGoesAndOtherFilesStay() async throws {
        let server = PictureServer(ArtFixtures.png(100, 100))
        try await withArt(server) { bench in
            let foreign = bench.folder.appendingPathComponent("art-of-mine.png")
            try Data(count: 100_000).write(to: foreign)
            for number in 0..<6 {
                let request = HTTPServerRequest(path: "/")
                _ = await bench.library.respond(
                    source: URL(string: "https://art.example/\(number)"),
                    fallbackText: "",
                    size: 64,
                    request: request
                )
                bench.clock.advance(100)
            }
            let all = try bench.names().count
            await bench.library.folder.evict(limit: 40_000)
            let left = try bench.names()
            #expect(left.count < all)
            #expect(left.contains("art-of-mine.png"))
            let newest = try #require(URL(string: "https://art.example/5"))
            #expect(left.contains { $0.contains(ArtFolder.key(newest)) })
        }
    }

    @Test func withoutASourceThePlaceholderHasATag() async throws {
        try await withArt(PictureServer([])) { bench in
            let request = HTTPServerRequest(path: "/")
            let first = await bench.library.respond(source: nil, fallbackText: "X", size: 64, request: request)
            #expect(isPlaceholder(first))
            let tag = try #require(first.fields["ETag"])
            let again = HTTPServerRequest(path: "/", fields: ["If-None-Match": tag])
            #expect(await bench.library.respond(source: nil, fallbackText: "X", size: 64, request: again).status == 304)
        }
    }
}
