import Foundation
import HTTP
import HTTPSoup
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ClientLimitTests {
    private let client = SoupHTTPClient()

    private func options(_ change: (inout HTTPRequestOptions) -> Void) -> HTTPRequestOptions {
        var options = HTTPRequestOptions()
        change(&options)
        return options
    }

    @Test func anEndlessBodyIsStoppedAtTheLimitAndThePeerSeesIt() async throws {
        let server = try LyingServer([
            .receiveHeader, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendEndlessly(Array(repeating: 65, count: 4096)),
        ])
        let response = try await client.send(HTTPRequest(server.url()), options { $0.maximumBodyLength = 100_000 })
        await #expect(throws: HTTPError.bodyTooLarge(limit: 100_000)) {
            for try await _ in response.body {}
        }
        await server.hungUp.wait()
        #expect(server.sentBytes < 16_000_000)
    }

    @Test func aBodyDeclaredTooLargeIsRefusedBeforeItComes() async throws {
        let server = try LyingServer([
            .receiveHeader, .send("HTTP/1.1 200 OK\r\nContent-Length: 100001\r\n\r\n"), .waitForHangUp,
        ])
        let response = try await client.send(HTTPRequest(server.url()), options { $0.maximumBodyLength = 100_000 })
        await #expect(throws: HTTPError.bodyTooLarge(limit: 100_000)) {
            for try await _ in response.body {}
        }
        await server.hungUp.wait()
    }

    @Test func aSmallCompressedBodyThatUnpacksToMuchIsStoppedAtTheLimit() async throws {
        try await temporaryFolder { folder in
            let file = folder.appendingPathComponent("zeros")
            try Data(count: 50_000_000).write(to: file)
            let packed = try await runCommandAsync("gzip", ["-9", "-c", file.path]).output
            #expect(packed.count < 100_000)
            let handler = ClosureHandler { _ in
                HTTPServerResponse(fields: ["Content-Encoding": "gzip"], body: HTTPBody(packed))
            }
            try await SoupHTTPServer.withServer(handler: handler) { server in
                let response = try await client.send(
                    HTTPRequest(server.url()),
                    options { $0.maximumBodyLength = 1_000_000 }
                )
                await #expect(throws: HTTPError.bodyTooLarge(limit: 1_000_000)) {
                    for try await _ in response.body {}
                }
            }
        }
    }

    @Test(arguments: ["gzip", "brotli"])
    func compressedBodiesAreDecoded(tool: String) async throws {
        try await temporaryFolder { folder in
            let text = String(repeating: "the same again, ", count: 10_000)
            let file = folder.appendingPathComponent("text")
            try Data(text.utf8).write(to: file)
            let packed = try await runCommandAsync(tool, ["-c", file.path]).output
            let coding = tool == "gzip" ? "gzip" : "br"
            let handler = ClosureHandler { request in
                // libsoup asks for brotli over TLS only, and decodes it wherever it comes.
                guard request.fields["Accept-Encoding"]?.contains("gzip") == true else {
                    return HTTPServerResponse(body: HTTPBody("plain \(request.fields["Accept-Encoding"] ?? "")"))
                }
                return HTTPServerResponse(fields: ["Content-Encoding": coding], body: HTTPBody(packed))
            }
            try await SoupHTTPServer.withServer(handler: handler) { server in
                let decoded = try await client.send(HTTPRequest(server.url()))
                #expect(decoded.fields["Content-Encoding"] == nil)
                #expect(decoded.fields["Content-Length"] == nil)
                #expect(try await decoded.body.collect(upTo: 1_000_000) == Array(text.utf8))
                let plain = try await client.send(HTTPRequest(server.url()), options { $0.decompresses = false })
                #expect(try await plain.body.collect(upTo: 100) == Array("plain identity".utf8))
            }
        }
    }

    @Test func aPlainBodyThatClaimsToBePackedIsReadAsItIs() async throws {
        let server = try LyingServer([
            .receiveHeader, .send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain"),
        ])
        let response = try await client.send(HTTPRequest(server.url()))
        #expect(try await response.body.collect(upTo: 10) == Array("plain".utf8))
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", HTTPError.connectionLost(host: "127.0.0.1")),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc", .connectionLost(host: "127.0.0.1")),
        ("HTTP/1.1 200 OK\r\nX: ", .malformedResponse(host: "127.0.0.1")),
        ("", .connectionLost(host: "127.0.0.1")),
        ("SSH-2.0-OpenSSH_9.2\r\n\r\n\r\n", .malformedResponse(host: "127.0.0.1")),
    ])
    func brokenAnswersAreErrorsAndNeverShortBodies(answer: String, expected: HTTPError) async throws {
        let server = try LyingServer([.receiveHeader, .send(answer)])
        await #expect(throws: expected) {
            let response = try await client.send(HTTPRequest(server.url()))
            for try await _ in response.body {}
        }
    }

    @Test func anEndlessHeaderIsAnError() async throws {
        let server = try LyingServer([
            .receiveHeader, .send("HTTP/1.1 200 OK\r\n"), .sendEndlessly(Array("X-Field: value\r\n".utf8)),
        ])
        await #expect(throws: HTTPError.self) { try await client.send(HTTPRequest(server.url())) }
        await server.hungUp.wait()
    }

    @Test func aPeerThatSaysNothingTimesOut() async throws {
        let server = try LyingServer([.receiveHeader, .waitForHangUp])
        await #expect(throws: HTTPError.timedOut(host: "127.0.0.1")) {
            try await client.send(HTTPRequest(server.url()), options { $0.idleTimeout = .seconds(2) })
        }
        await server.hungUp.wait()
    }

    @Test func aBodyThatStopsTimesOut() async throws {
        let server = try LyingServer([
            .receiveHeader, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), .waitForHangUp,
        ])
        await #expect(throws: HTTPError.timedOut(host: "127.0.0.1")) {
            let response = try await client.send(HTTPRequest(server.url()), options { $0.idleTimeout = .seconds(2) })
            for try await _ in response.body {}
        }
        await server.hungUp.wait()
    }

    @Test func theTotalTimeEndsABodyThatTrickles() async throws {
        let server = try LyingServer([
            .receiveHeader, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendEndlessly([65]),
        ])
        await #expect(throws: HTTPError.timedOut(host: "127.0.0.1")) {
            let response = try await client.send(HTTPRequest(server.url()), options { $0.totalTimeout = .seconds(2) })
            for try await _ in response.body {}
        }
        await server.hungUp.wait()
    }

    @Test func nobodyThereIsAClearError() async throws {
        let port = try LyingServer([]).port
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
        await #expect(throws: HTTPError.cannotConnect(host: "127.0.0.1", reason: "nothing listens there")) {
            try await client.send(HTTPRequest(url))
        }
    }

    @Test func anUnknownNameIsAClearError() async throws {
        let url = try #require(URL(string: "http://no-such-name.invalid/"))
        await #expect(throws: HTTPError.cannotResolve(host: "no-such-name.invalid")) {
            try await client.send(HTTPRequest(url))
        }
    }

    @Test(arguments: ["ftp://example.org/", "file:///etc/passwd", "http:///nohost", "mailto:a@b"])
    func onlyWebAddressesAreAccepted(text: String) async throws {
        let url = try #require(URL(string: text))
        await #expect(throws: HTTPError.invalidURL) { try await client.send(HTTPRequest(url)) }
    }
}
