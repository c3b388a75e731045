import Foundation
import HTTP
import HTTPSoup
import TestSupport
import Testing

@testable import PodcastServer

/// The whole way: a publisher's server on a socket, this server on another, a client on the far end.
@Suite(.timeLimit(.minutes(3)), .serialized) struct MediaLoopbackTests {
    static let audio = audioBytes(3_000_000)

    private func withServers(
        upstream url: URL,
        configure: (inout MediaConfiguration) -> Void = { _ in },
        _ body: (URL, URL) async throws -> Void
    ) async throws {
        try await temporaryFolder { folder in
            let library = mediaLibrary(folder, SoupHTTPClient(), url: url.absoluteString, configure: configure)
            let front = ClosureHandler { await library.respond(entry: 1, name: "one.mp3", request: $0) }
            try await SoupHTTPServer.withServer(handler: front) { server in
                let address = try #require(URL(string: "http://127.0.0.1:\(server.port)/media/1/one.mp3"))
                try await body(address, folder)
            }
            await library.close()
        }
    }

    private func withPublisher(_ handler: ClosureHandler, _ body: (URL) async throws -> Void) async throws {
        try await SoupHTTPServer.withServer(handler: handler) { server in
            try await body(try #require(URL(string: "http://127.0.0.1:\(server.port)/show/one.mp3")))
        }
    }

    /// A publisher that honours ranges.
    private static func truthful(_ bytes: [UInt8], tag: String? = "v1") -> ClosureHandler {
        ClosureHandler { request in
            let size = Int64(bytes.count)
            let entityTag = tag.map { EntityTag($0, isWeak: false) }
            var fields: HTTPFields = ["Content-Type": "audio/mpeg"]
            fields["ETag"] = entityTag?.description
            switch ByteRange(requestedBy: request.fields, size: size, entityTag: entityTag, modified: nil) {
            case .whole: return HTTPServerResponse(.ok, fields: fields, body: HTTPBody(bytes))
            case .partial(let range):
                fields["Content-Range"] = ContentRange(range: range, size: size).description
                let part = Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
                return HTTPServerResponse(.partialContent, fields: fields, body: HTTPBody(part))
            case .unsatisfiable:
                fields["Content-Range"] = ContentRange(range: nil, size: size).description
                return HTTPServerResponse(.rangeNotSatisfiable, fields: fields)
            }
        }
    }

    private func curl(_ arguments: [String]) async throws -> CommandResult {
        try await runCommandAsync("curl", ["--silent", "--show-error", "--max-time", "60"] + arguments)
    }

    @Test func curlGetsRangesAndTheWholeAndTheFileIsKept() async throws {
        try await withPublisher(Self.truthful(Self.audio)) { upstream in
            try await withServers(upstream: upstream) { address, folder in
                let probe = try await curl(["--range", "0-1", "--write-out", "%{http_code}", address.absoluteString])
                #expect(probe.output == Self.audio[0...1] + Array("206".utf8))
                let tail = try await curl(["--range", "-1000", address.absoluteString])
                #expect(Heard(tail.output) == Heard(Self.audio.suffix(1000)))
                let whole = try await curl([address.absoluteString])
                #expect(Heard(whole.output) == Heard(Self.audio))
                let head = try await curl(["--head", address.absoluteString])
                let text = String(decoding: head.output, as: UTF8.self).lowercased()
                #expect(text.contains("content-length: 3000000") && text.contains("accept-ranges: bytes"))
                #expect(text.contains("content-type: audio/mpeg"))
                let file = folder.appendingPathComponent("entry-1.media")
                await eventually { FileManager.default.fileExists(atPath: file.path) }
                #expect(Heard(try Data(contentsOf: file)) == Heard(Self.audio))
                let kept = try await curl(["--range", "1000000-", address.absoluteString])
                #expect(Heard(kept.output) == Heard(Self.audio[1_000_000...]))
            }
        }
    }

    @Test func aServerWithoutLengthIsPassedOnAndKept() async throws {
        let endless = ClosureHandler { _ in
            let pieces = PieceSource(Self.audio)
            return HTTPServerResponse(
                .ok,
                fields: ["Content-Type": "audio/mpeg"],
                body: HTTPBody { await pieces.next() }
            )
        }
        try await withPublisher(endless) { upstream in
            try await withServers(upstream: upstream) { address, folder in
                let whole = try await curl([address.absoluteString])
                #expect(Heard(whole.output) == Heard(Self.audio))
                let file = folder.appendingPathComponent("entry-1.media")
                await eventually { FileManager.default.fileExists(atPath: file.path) }
                let part = try await curl(["--range", "5-9", address.absoluteString])
                #expect(part.output == Array(Self.audio[5...9]))
            }
        }
    }

    /// The length is a lie each time: the connection ends before it, and the next goes on at that byte.
    @Test func aCutConnectionGoesOnWithAnother() async throws {
        let first = Array(Self.audio[..<1_200_000])
        let header = "HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nETag: \"v1\"\r\nContent-Length: 3000000\r\n\r\n"
        let rest =
            "HTTP/1.1 206 Partial Content\r\nETag: \"v1\"\r\nContent-Length: 1800000\r\n"
            + "Content-Range: bytes 1200000-2999999/3000000\r\n\r\n"
        let ranged = header.replacingOccurrences(
            of: "200 OK\r\n",
            with: "206 Partial Content\r\nContent-Range: bytes 0-2999999/3000000\r\n"
        )
        let server = try LyingServer(
            [.receiveHeader, .send(ranged), .sendBytes(first)],
            [.receiveHeader, .send(rest), .sendBytes(Array(Self.audio[1_200_000...])), .waitForHangUp]
        )
        try await withServers(upstream: server.url("/one.mp3")) { address, _ in
            let whole = try await curl([address.absoluteString])
            #expect(Heard(whole.output) == Heard(Self.audio))
        }
        #expect(server.received(1).contains("Range: bytes=1200000-2999999"))
        #expect(server.received(1).contains("If-Range: \"v1\""))
    }

    @Test func aServerThatAlwaysCutsMakesTheClientNotice() async throws {
        let header = "HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nContent-Length: 3000000\r\n\r\n"
        let server = try LyingServer([.receiveHeader, .send(header), .sendBytes(Array(Self.audio[..<300_000]))])
        try await withServers(upstream: server.url("/one.mp3")) { address, _ in
            let result = try await curl([address.absoluteString])
            #expect(result.status == 18, "curl says: transferred a partial file")
            #expect(Heard(Self.audio.prefix(result.output.count)) == Heard(result.output))
        }
    }

    @Test func aClientThatLeavesEndsTheTransfer() async throws {
        let header = "HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nContent-Length: 900000000\r\n\r\n"
        let server = try LyingServer([.receiveHeader, .send(header), .sendEndlessly(Self.audio)])
        try await withServers(upstream: server.url("/one.mp3")) { address, _ in
            let response = try await SoupHTTPClient().send(HTTPRequest(.get, address))
            for try await piece in response.body where !piece.isEmpty { break }
        }
        await server.hungUp.wait()
        // Read-ahead, and what sockets hold.
        #expect(server.sentBytes < 40_000_000)
    }

    @Test func clientsOfOneEntryShareWhatComes() async throws {
        let asked = Counter()
        let publisher = ClosureHandler { request in
            await asked.add()
            return await Self.truthful(Self.audio).respond(to: request)
        }
        try await withPublisher(publisher) { upstream in
            try await withServers(upstream: upstream) { address, _ in
                let client = SoupHTTPClient()
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<4 {
                        group.addTask {
                            let response = try? await client.send(HTTPRequest(.get, address))
                            let bytes = try? await response?.body.collect(upTo: 1 << 30)
                            #expect(Heard(bytes ?? []) == Heard(Self.audio))
                        }
                    }
                }
            }
        }
        #expect(await asked.count == 1)
    }

    @Test(arguments: [404, 500]) func aRefusalIsJSONWithASentence(status: Int) async throws {
        let publisher = ClosureHandler { _ in HTTPServerResponse(HTTPStatus(rawValue: status), body: HTTPBody("gone")) }
        try await withPublisher(publisher) { upstream in
            try await withServers(upstream: upstream) { address, _ in
                let result = try await curl(["--write-out", "%{http_code}", address.absoluteString])
                let text = String(decoding: result.output, as: UTF8.self)
                #expect(text.hasPrefix("{\"error\":\"fetch-failed\",\"message\":\"127.0.0.1 "))
                #expect(text.hasSuffix("502"))
            }
        }
    }

    @Test func redirectsInACircleAreRefused() async throws {
        let publisher = ClosureHandler { request in
            HTTPServerResponse(302, fields: ["Location": "\(request.path)x"])
        }
        try await withPublisher(publisher) { upstream in
            try await withServers(upstream: upstream) { address, _ in
                let result = try await curl([address.absoluteString])
                #expect(String(decoding: result.output, as: UTF8.self).contains("redirects in a circle or too often"))
            }
        }
    }

    private actor Counter {
        private(set) var count = 0
        func add() { count += 1 }
    }

    private actor PieceSource {
        private var rest: ArraySlice<UInt8>

        init(_ bytes: [UInt8]) { rest = bytes[...] }

        func next() -> [UInt8]? {
            guard !rest.isEmpty else { return nil }
            defer { rest = rest.dropFirst(100_000) }
            return Array(rest.prefix(100_000))
        }
    }
}

/// A picture on the whole way.
@Suite(.timeLimit(.minutes(3))) struct ArtLoopbackTests {
    @Test func aPictureComesThroughAndACutOneBecomesAPlaceholder() async throws {
        let picture = ArtFixtures.png(120, 60)
        let header = "HTTP/1.1 200 OK\r\nContent-Length: \(picture.count)\r\n\r\n"
        let server = try LyingServer(
            [.receiveHeader, .send(header), .sendBytes(Array(picture.prefix(500)))],
            [.receiveHeader, .send(header), .sendBytes(picture)]
        )
        try await temporaryFolder { folder in
            let clock = HandClock()
            var configuration = ArtConfiguration()
            configuration.now = { clock.now }
            let library = ArtLibrary(folder: folder, client: SoupHTTPClient(), configuration: configuration)
            let request = HTTPServerRequest(path: "/api/art/1")
            let source = server.url("/cover")
            let first = await library.respond(source: source, fallbackText: "X", size: 64, request: request)
            #expect(first.fields["Content-Type"] == "image/svg+xml")
            clock.advance(601)
            let second = await library.respond(source: source, fallbackText: "X", size: 64, request: request)
            #expect(second.fields["Content-Type"] == "image/jpeg")
            await library.close()
        }
    }

    @Test func anEndlessBodyIsLeft() async throws {
        let header = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n"
        let server = try LyingServer([
            .receiveHeader, .send(header), .sendEndlessly([UInt8](repeating: 7, count: 65_536)),
        ])
        try await temporaryFolder { folder in
            let library = ArtLibrary(folder: folder, client: SoupHTTPClient())
            let request = HTTPServerRequest(path: "/api/art/1")
            let answer = await library.respond(source: server.url(), fallbackText: "X", size: 64, request: request)
            #expect(answer.fields["Content-Type"] == "image/svg+xml")
            await server.hungUp.wait()
            await library.close()
        }
    }
}
