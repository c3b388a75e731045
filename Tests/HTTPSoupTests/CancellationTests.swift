import Foundation
import HTTP
import HTTPSoup
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CancellationTests {
    private let client = SoupHTTPClient()

    @Test func cancellingARequestEndsItOnTheWire() async throws {
        let server = try LyingServer([.receiveHeader, .pause, .waitForHangUp])
        let task = Task { try await client.send(HTTPRequest(server.url())) }
        await server.paused.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        server.proceed()
        await server.hungUp.wait()
    }

    @Test func cancellingABodyEndsItOnTheWire() async throws {
        let server = try LyingServer([
            .receiveHeader, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), .waitForHangUp,
        ])
        let response = try await client.send(HTTPRequest(server.url()))
        let task = Task {
            for try await _ in response.body {}
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await server.hungUp.wait()
    }

    @Test func droppingABodyUnreadEndsItOnTheWire() async throws {
        let server = try LyingServer([
            .receiveHeader, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendEndlessly(Array(repeating: 65, count: 4096)),
        ])
        do {
            let response = try await client.send(HTTPRequest(server.url()))
            #expect(response.status == .ok)
        }
        await server.hungUp.wait()
    }

    @Test func aCancelledTaskSendsNothing() async throws {
        let server = try LyingServer([.receiveHeader])
        let start = Latch()
        let task = Task {
            await start.wait()
            return try await client.send(HTTPRequest(server.url()))
        }
        task.cancel()
        start.fire()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(server.connections == 0)
    }

    @Test func aSlowReaderHoldsTheProducerBack() async throws {
        let produced = Counter()
        let handler = ClosureHandler { _ in
            HTTPServerResponse(
                body: HTTPBody { produced.next() < 10_000 ? Array(repeating: 1, count: 64 * 1024) : nil }
            )
        }
        try await SoupHTTPServer.withServer(handler: handler) { server in
            let response = try await client.send(HTTPRequest(server.url()))
            var iterator = response.body.makeAsyncIterator()
            var count = try #require(try await iterator.next()).count
            // The producer goes on until every buffer between the two is full. Other exchanges show that the loop has had its turns.
            var last = -1
            while last != produced.value {
                last = produced.value
                for _ in 0..<50 { _ = try await client.send(HTTPRequest(.head, server.url())) }
            }
            #expect(produced.value < 1000)
            while let chunk = try await iterator.next() { count += chunk.count }
            #expect(count == 10_000 * 64 * 1024)
        }
    }

    @Test func aClientThatLeavesCancelsTheHandler() async throws {
        let entered = Latch()
        let cancelled = Latch()
        let never = Latch()
        let handler = ClosureHandler { _ in
            entered.fire()
            await never.wait()
            if Task.isCancelled { cancelled.fire() }
            return HTTPServerResponse()
        }
        try await SoupHTTPServer.withServer(handler: handler) { server in
            let task = Task { try await client.send(HTTPRequest(server.url())) }
            await entered.wait()
            task.cancel()
            await cancelled.wait()
        }
    }

    @Test func aClientThatLeavesCancelsTheProducerOfABody() async throws {
        let cancelled = Latch()
        let never = Latch()
        let isFirst = Counter()
        let handler = ClosureHandler { _ in
            HTTPServerResponse(
                body: HTTPBody {
                    if isFirst.next() == 0 { return [1] }
                    await never.wait()
                    if Task.isCancelled { cancelled.fire() }
                    return nil
                }
            )
        }
        try await SoupHTTPServer.withServer(handler: handler) { server in
            do {
                let response = try await client.send(HTTPRequest(server.url()))
                var iterator = response.body.makeAsyncIterator()
                #expect(try await iterator.next() == [1])
            }
            await cancelled.wait()
        }
    }
}
