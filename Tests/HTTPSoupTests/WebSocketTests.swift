import Foundation
import HTTP
import HTTPSoup
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct WebSocketTests {
    private let client = SoupHTTPClient()

    /// Serves WebSockets with `serve` while `body` runs.
    private func withSocketServer(
        _ options: WebSocketOptions = WebSocketOptions(),
        identity: HTTPServerConfiguration.Identity? = nil,
        serve: @escaping @Sendable (any WebSocket) async -> Void,
        _ body: (SoupHTTPServer) async throws -> Void
    ) async throws {
        var configuration = HTTPServerConfiguration()
        configuration.identity = identity
        let handler = ClosureHandler { _ in HTTPServerResponse(webSocket: options, serve) }
        try await SoupHTTPServer.withServer(configuration, handler: handler) { try await body($0) }
    }

    private static let echo: @Sendable (any WebSocket) async -> Void = { socket in
        while let message = try? await socket.receive() { try? await socket.send(message) }
    }

    @Test(arguments: [
        WebSocketMessage.text("hello"), .text(""), .binary([]), .binary([0, 255]),
        .text(String(repeating: "ä", count: 100)),
        .binary(Array(repeating: 7, count: 126)), .binary(Array(repeating: 7, count: 65_536)),
    ])
    func messagesComeBackAsTheyWent(message: WebSocketMessage) async throws {
        try await withSocketServer(serve: Self.echo) { server in
            let socket = try await client.openWebSocket(HTTPRequest(server.url(scheme: "ws")), WebSocketOptions())
            try await socket.send(message)
            #expect(try await socket.receive() == message)
            await socket.close(code: 1000, reason: "")
            #expect(try await socket.receive() == nil)
        }
    }

    @Test func theCodeOfACloseReachesTheOtherEnd() async throws {
        try await withSocketServer(serve: { await $0.close(code: 4001, reason: "because") }) { server in
            let socket = try await client.openWebSocket(HTTPRequest(server.url()), WebSocketOptions())
            await #expect(throws: HTTPError.webSocketClosed(code: 4001)) { try await socket.receive() }
            await #expect(throws: HTTPError.webSocketClosed(code: 4001)) { try await socket.send(.text("late")) }
        }
    }

    @Test func aMessageOverTheLimitClosesWith1009() async throws {
        var options = WebSocketOptions()
        options.maximumMessageSize = 1000
        let ended = Recorder<HTTPError>()
        let done = Latch()
        let serve: @Sendable (any WebSocket) async -> Void = { socket in
            do {
                while try await socket.receive() != nil {}
            } catch let error as HTTPError {
                ended.append(error)
            } catch {}
            done.fire()
        }
        try await withSocketServer(options, serve: serve) { server in
            let socket = try await client.openWebSocket(HTTPRequest(server.url()), WebSocketOptions())
            try await socket.send(.binary(Array(repeating: 1, count: 1000)))
            try await socket.send(.binary(Array(repeating: 1, count: 1001)))
            await #expect(throws: HTTPError.webSocketClosed(code: 1009)) { try await socket.receive() }
            await done.wait()
            #expect(ended.all == [.webSocketClosed(code: 1009)])
        }
    }

    @Test func moreUnreadMessagesThanTheBoundCloseWith1008() async throws {
        var options = WebSocketOptions()
        options.maximumUnreadMessages = 10
        let release = Latch()
        try await withSocketServer(options, serve: { _ in await release.wait() }) { server in
            let socket = try await client.openWebSocket(HTTPRequest(server.url()), WebSocketOptions())
            for _ in 0..<11 { try? await socket.send(.text("unread")) }
            await #expect(throws: HTTPError.webSocketClosed(code: 1008)) { try await socket.receive() }
            release.fire()
        }
    }

    @Test func aPeerThatVanishesIsAnEndWithoutAClose() async throws {
        let ended = Recorder<HTTPError>()
        let done = Latch()
        let serve: @Sendable (any WebSocket) async -> Void = { socket in
            do { _ = try await socket.receive() } catch let error as HTTPError { ended.append(error) } catch {}
            done.fire()
        }
        try await withSocketServer(serve: serve) { server in
            let raw = try await Self.handshake(server.port)
            raw.hangUp()
            await done.wait()
            #expect(ended.all == [.webSocketClosed(code: 1006)])
        }
    }

    @Test func aPeerThatDoesNotAnswerPingsIsClosed() async throws {
        var options = WebSocketOptions()
        options.pingInterval = .milliseconds(50)
        let done = Latch()
        let serve: @Sendable (any WebSocket) async -> Void = { socket in
            _ = try? await socket.receive()
            done.fire()
        }
        try await withSocketServer(options, serve: serve) { server in
            let raw = try await Self.handshake(server.port)
            #expect(await raw.receive(2) == [0x89, 0])
            await done.wait()
        }
    }

    @Test func aPeerThatAnswersPingsStays() async throws {
        var options = WebSocketOptions()
        options.pingInterval = .seconds(1)
        try await withSocketServer(options, serve: Self.echo) { server in
            let raw = try await Self.handshake(server.port)
            for _ in 0..<3 {
                #expect(await raw.receive(2) == [0x89, 0])
                await raw.send([0x8A, 0x80, 0, 0, 0, 0])
            }
            await raw.send([0x81, 0x82, 0, 0, 0, 0, 104, 105])
            var answer = await raw.receive(2)
            while answer == [0x89, 0] { answer = await raw.receive(2) }
            #expect(answer == [0x81, 2])
        }
    }

    @Test(
        arguments: [
            ([0x81, 0x02, 104, 105], 1002), ([0x83, 0x80, 0, 0, 0, 0], 1002), ([0xC1, 0x80, 0, 0, 0, 0], 1002),
            ([0x81, 0x81, 0, 0, 0, 0, 0xFF], 1007), ([0x82, 0xFF, 0x7F, 0, 0, 0, 0, 0, 0, 0], 1009),
        ] as [([UInt8], Int)]
    )
    func aClientThatBreaksTheRulesIsClosedWithTheRightCode(frame: [UInt8], code: Int) async throws {
        try await withSocketServer(serve: Self.echo) { server in
            let raw = try await Self.handshake(server.port)
            await raw.send(frame)
            #expect(await raw.receive(4) == [0x88, 2, UInt8(code >> 8), UInt8(code & 255)])
            #expect(await raw.receiveAll().isEmpty)
        }
    }

    @Test func aSlowPeerHoldsTheSenderBack() async throws {
        let sent = Counter()
        let serve: @Sendable (any WebSocket) async -> Void = { socket in
            while sent.value < 10_000 {
                do { try await socket.send(.binary(Array(repeating: 1, count: 65_000))) } catch { return }
                sent.next()
            }
        }
        try await withSocketServer(serve: serve) { server in
            let raw = try await Self.handshake(server.port)
            var last = -1
            while last != sent.value {
                last = sent.value
                for _ in 0..<50 { _ = try await client.send(HTTPRequest(.head, server.url())) }
            }
            #expect(sent.value < 1000)
            raw.hangUp()
        }
    }

    @Test func aRequestThatIsNoHandshakeGets400() async throws {
        try await withSocketServer(serve: Self.echo) { server in
            let response = try await client.send(HTTPRequest(server.url()))
            #expect(response.status == .badRequest)
        }
    }

    @Test(arguments: [200, 302, 404, 503])
    func anAnswerThatIsNoSwitchIsRefused(status: Int) async throws {
        let handler = ClosureHandler { _ in
            HTTPServerResponse(HTTPStatus(rawValue: status), fields: ["Location": "/elsewhere"])
        }
        try await SoupHTTPServer.withServer(handler: handler) { server in
            _ = await #expect(throws: HTTPError.webSocketRefused(status: status)) {
                try await client.openWebSocket(HTTPRequest(server.url()), WebSocketOptions())
            }
        }
    }

    @Test func thePinHoldsForWebSocketsToo() async throws {
        let right = try await TestCertificate.make()
        let wrong = try await TestCertificate.make()
        try await withSocketServer(identity: right.identity, serve: Self.echo) { server in
            var configuration = HTTPClientConfiguration()
            configuration.trust = .pinned(sha256: right.pin)
            let paired = SoupHTTPClient(configuration: configuration)
            let socket = try await paired.openWebSocket(HTTPRequest(server.url(scheme: "wss")), WebSocketOptions())
            try await socket.send(.text("hello"))
            #expect(try await socket.receive() == .text("hello"))
            await socket.close(code: 1000, reason: "")
            configuration.trust = .pinned(sha256: wrong.pin)
            let other = SoupHTTPClient(configuration: configuration)
            await #expect(throws: HTTPError.pinMismatch(host: "127.0.0.1")) {
                try await other.openWebSocket(HTTPRequest(server.url(scheme: "wss")), WebSocketOptions())
            }
        }
    }

    @Test func stoppingTheServerSaysGoingAway() async throws {
        let handler = ClosureHandler { _ in HTTPServerResponse(webSocket: WebSocketOptions(), Self.echo) }
        let server = try await SoupHTTPServer.start(HTTPServerConfiguration(), handler: handler)
        let socket = try await client.openWebSocket(HTTPRequest(server.url()), WebSocketOptions())
        try await socket.send(.text("hello"))
        _ = try await socket.receive()
        await server.stop(grace: .seconds(10))
        await #expect(throws: HTTPError.webSocketClosed(code: 1001)) { try await socket.receive() }
    }

    /// Connects and upgrades by hand, so that the test decides about every frame.
    private static func handshake(_ port: Int) async throws -> RawConnection {
        let raw = try RawConnection(port: port)
        await raw.send(
            "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        let head = await raw.receive(until: "\r\n\r\n")
        #expect(head.hasPrefix("HTTP/1.1 101 "))
        #expect(head.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
        return raw
    }
}
