import Foundation
import HTTP
import HTTPSoup
import TestSupport
import Testing

/// The server as a foreign client sees it.
@Suite(.timeLimit(.minutes(1)))
struct CurlTests {
    private static let content = Array("0123456789abcdefghij".utf8)
    private static let modified = Date(timeIntervalSince1970: 784_111_777)

    /// Serves one file of 20 bytes, and echoes uploads.
    private func curl(_ arguments: [String], path: String = "/file") async throws -> String {
        try await temporaryFolder { folder in
            let file = folder.appendingPathComponent("file")
            try Data(Self.content).write(to: file)
            let handler = ClosureHandler { request in
                if request.path == "/echo" {
                    let bytes = (try? await request.body.collect(upTo: 10_000_000)) ?? []
                    return HTTPServerResponse(body: HTTPBody("\(request.method.rawValue) \(bytes.count)"))
                }
                return .file(
                    path: file.path,
                    size: 20,
                    modified: Self.modified,
                    entityTag: EntityTag("v1", isWeak: false),
                    contentType: "audio/mpeg",
                    request: request
                )
            }
            return try await SoupHTTPServer.withServer(handler: handler) { server in
                let result = try await runCommandAsync(
                    "curl",
                    ["-sS", "--noproxy", "*"] + arguments + [server.url(path).absoluteString]
                )
                #expect(result.errors.isEmpty)
                return result.text
            }
        }
    }

    @Test func aFileComesWhole() async throws {
        let text = try await curl(["-i"])
        #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(text.contains("Content-Type: audio/mpeg\r\n"))
        #expect(text.contains("ETag: \"v1\"\r\n"))
        #expect(text.contains("Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n"))
        #expect(text.contains("Accept-Ranges: bytes\r\n"))
        #expect(text.contains("Content-Length: 20\r\n"))
        #expect(text.hasSuffix("\r\n\r\n0123456789abcdefghij"))
    }

    @Test(arguments: [
        ("2-4", "bytes 2-4/20", "234"), ("15-", "bytes 15-19/20", "fghij"), ("-3", "bytes 17-19/20", "hij"),
        ("0-999", "bytes 0-19/20", "0123456789abcdefghij"),
    ])
    func aRangeComesAlone(range: String, field: String, body: String) async throws {
        let text = try await curl(["-i", "-r", range])
        #expect(text.hasPrefix("HTTP/1.1 206 Partial Content\r\n"))
        #expect(text.contains("Content-Range: \(field)\r\n"))
        #expect(text.contains("Content-Length: \(body.utf8.count)\r\n"))
        #expect(text.hasSuffix("\r\n\r\n\(body)"))
    }

    @Test func severalRangesComeWhole() async throws {
        let text = try await curl(["-i", "-r", "0-1,4-5"])
        #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(text.hasSuffix("\r\n\r\n0123456789abcdefghij"))
    }

    @Test func aRangeBehindTheEndIs416() async throws {
        let text = try await curl(["-i", "-r", "20-"])
        #expect(text.hasPrefix("HTTP/1.1 416 "))
        #expect(text.contains("Content-Range: bytes */20\r\n"))
    }

    @Test(arguments: [
        ("\"v1\"", 206), ("\"v2\"", 200), ("W/\"v1\"", 200), ("Sun, 06 Nov 1994 08:49:37 GMT", 206),
        ("Sun, 06 Nov 1994 08:49:38 GMT", 200),
    ])
    func ifRangeDecidesBetweenPartAndWhole(condition: String, status: Int) async throws {
        let text = try await curl(["-i", "-r", "0-1", "-H", "If-Range: \(condition)"])
        #expect(text.hasPrefix("HTTP/1.1 \(status) "))
    }

    @Test(arguments: ["If-None-Match: \"v1\"", "If-None-Match: *", "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT"])
    func whatIsKnownIsNotSentAgain(field: String) async throws {
        let text = try await curl(["-i", "-H", field])
        #expect(text.hasPrefix("HTTP/1.1 304 Not Modified\r\n"))
        #expect(!text.contains("Content-Length"))
        #expect(text.hasSuffix("\r\n\r\n"))
    }

    @Test func headGivesTheLength() async throws {
        let text = try await curl(["-I"])
        #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(text.contains("Content-Length: 20\r\n"))
    }

    @Test func aDownloadIsContinued() async throws {
        try await temporaryFolder { folder in
            let part = folder.appendingPathComponent("part")
            try Data(Self.content.prefix(7)).write(to: part)
            _ = try await curl(["-C", "-", "-o", part.path])
            #expect(try Array(Data(contentsOf: part)) == Self.content)
        }
    }

    @Test(arguments: [[], ["-H", "Transfer-Encoding: chunked"], ["-H", "Expect: 100-continue"]])
    func uploadsArriveWhole(arguments: [String]) async throws {
        try await temporaryFolder { folder in
            let file = folder.appendingPathComponent("upload")
            try Data(count: 3_000_000).write(to: file)
            let text = try await curl(arguments + ["-i", "-T", file.path], path: "/echo")
            #expect(text.hasSuffix("\r\n\r\nPUT 3000000"))
        }
    }

    @Test func anOldClientGetsAStreamThatEndsWithTheConnection() async throws {
        let handler = ClosureHandler { _ in
            let counter = Counter()
            return HTTPServerResponse(body: HTTPBody { counter.next() < 3 ? Array("piece".utf8) : nil })
        }
        try await SoupHTTPServer.withServer(handler: handler) { server in
            let result = try await runCommandAsync(
                "curl",
                ["-sS", "-i", "--http1.0", "--noproxy", "*", server.url().absoluteString]
            )
            #expect(result.text.hasSuffix("\r\n\r\npiecepiecepiece"))
            #expect(!result.text.contains("chunked"))
        }
    }
}
