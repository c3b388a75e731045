import Foundation
import HTTP
import TestSupport
import Testing

@testable import PodcastServer

@Suite("Refreshing what fails, over real sockets")
struct RefreshFailureTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var status: HTTPStatus
        var fields: HTTPFields = [:]
        var body = ""
        var failure: FetchFailure
        /// Hours to the next attempt.
        var hours: Double?
        var testDescription: String { "\(status.rawValue) \(body.prefix(20))" }
    }

    static let host = "127.0.0.1"
    /// What the clock of ``ManualTime`` shows.
    static let inTwoHours = HTTPDate.string(from: Date(timeIntervalSince1970: 1_800_007_200))

    @Test(
        "Each answer that is no feed has its sentence and its time to come back",
        arguments: [
            Case(status: 401, failure: .unauthorized(host: host), hours: 1),
            Case(status: 403, failure: .forbidden(host: host), hours: 1),
            Case(status: 404, failure: .notFound(host: host), hours: 1),
            Case(status: 410, failure: .gone(host: host), hours: nil),
            Case(status: 418, failure: .unexpectedStatus(host: host, status: 418), hours: 1),
            Case(
                status: 429,
                fields: ["Retry-After": "7200"],
                failure: .busy(host: host, retryAfter: .seconds(7200)),
                hours: 2
            ),
            Case(
                status: 429,
                fields: ["Retry-After": inTwoHours],
                failure: .busy(host: host, retryAfter: .seconds(7200)),
                hours: 2
            ),
            Case(status: 429, failure: .busy(host: host, retryAfter: nil), hours: 0.25),
            Case(
                status: 503,
                fields: ["Retry-After": "60"],
                failure: .busy(host: host, retryAfter: .seconds(60)),
                hours: 0.25
            ),
            Case(status: 503, failure: .serverError(host: host, status: 503), hours: 0.25),
            Case(status: 500, failure: .serverError(host: host, status: 500), hours: 0.25),
            Case(status: 204, failure: .empty(host: host), hours: 0.25),
            Case(status: 200, failure: .empty(host: host), hours: 0.25),
            Case(status: 301, failure: .badRedirect(host: host), hours: 1),
            Case(status: 304, failure: .badRedirect(host: host), hours: 1),
            Case(
                status: 302,
                fields: ["Location": "ftp://files.example/feed"],
                failure: .badRedirect(host: host),
                hours: 1
            ),
            Case(
                status: 200,
                body: "<!DOCTYPE html><html><head></head></html>",
                failure: .webPage(host: host),
                hours: 1
            ),
            Case(
                status: 200,
                body: "{\"a\": 1}",
                failure: .notAFeed(host: host, found: "JSON of another kind"),
                hours: 1
            ),
            Case(
                status: 200,
                body: "<opml version=\"2.0\"><body/></opml>",
                failure: .notAFeed(host: host, found: "an OPML list of feeds"),
                hours: 1
            ),
            Case(
                status: 200,
                body: "<svg xmlns=\"http://www.w3.org/2000/svg\"><g/></svg>",
                failure: .notAFeed(host: host, found: "XML of another kind"),
                hours: 1
            ),
            Case(
                status: 200,
                body: "just words",
                failure: .notAFeed(host: host, found: "neither XML nor JSON"),
                hours: 1
            ),
        ]
    )
    func answers(_ row: Case) async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on("/feed", row.status, row.fields, row.body)
            let feed = try await bench.add("/feed")
            let report = try await bench.refreshing.refresh(feed)
            #expect(report.outcome == .failed(row.failure))
            #expect(report.next == row.hours.map { bench.time.date + $0 * 3600 })
            let subscription = try await bench.store.subscription(of: bench.test.user, feed: feed)
            #expect(subscription.trouble?.sentence == row.failure.sentence)
            #expect(subscription.trouble?.failures == 1)
            #expect(subscription.trouble?.isGone == (row.hours == nil))
            #expect(subscription.nextRefresh == report.next)
        }
    }

    @Test("Failures count up and are forgotten at the first success; what was stored stays")
    func recovers() async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on("/feed") { _, count in
                count == 1 || count == 2
                    ? HTTPServerResponse(500)
                    : HTTPServerResponse(
                        fields: ["ETag": "\"e\""],
                        body: HTTPBody(FeedText.rss(items: 1...(count + 1)))
                    )
            }
            let feed = try await bench.add("/feed")
            _ = try await bench.refreshing.refresh(feed)
            #expect(try await bench.failure(feed) == .serverError(host: "127.0.0.1", status: 500))
            let since = bench.time.date
            bench.time.advance(by: .seconds(1800))
            _ = try await bench.failure(feed)
            let state = try #require(await bench.state(feed))
            #expect(state.failures == 2)
            #expect(state.failingSince == since)
            #expect(state.etag == "\"e\"")
            #expect(try await bench.test.titles(of: feed).count == 1)
            #expect(try await bench.refreshing.refresh(feed).outcome == .updated(newEntries: 3))
            #expect(try await bench.state(feed)?.failures == 0)
            #expect(try await bench.store.subscription(of: bench.test.user, feed: feed).trouble == nil)
        }
    }

    @Test("A feed that is gone is left alone until a person asks")
    func gone() async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on("/feed") { _, count in
                count == 0 ? HTTPServerResponse(.gone) : HTTPServerResponse(body: HTTPBody(FeedText.rss(items: [1])))
            }
            let feed = try await bench.add("/feed")
            #expect(try await bench.failure(feed) == .gone(host: "127.0.0.1"))
            #expect(try await bench.store.addresses(.all).isEmpty)
            #expect(try await bench.refreshing.refresh(feed).outcome == .updated(newEntries: 1))
            #expect(try await bench.state(feed)?.isGone == false)
        }
    }

    @Test("Redirects in a circle end with a sentence")
    func circle() async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on("/a", .init(rawValue: 301), ["Location": "/b"])
            bench.site.on("/b", .init(rawValue: 302), ["Location": "/a"])
            for number in 0..<30 {
                bench.site.on("/long/\(number)", .init(rawValue: 302), ["Location": "/long/\(number + 1)"])
            }
            #expect(try await bench.failure(bench.add("/a")) == .redirectLoop(host: "127.0.0.1"))
            #expect(try await bench.failure(bench.add("/long/0")) == .redirectLoop(host: "127.0.0.1"))
        }
    }

    @Test("A private address is refused, whether the feed has it or a redirect leads there")
    func privateAddress() async throws {
        try await RefreshBench.run(allowsPrivateAddresses: false) { bench async throws in
            bench.site.on("/feed", feed: FeedText.rss(items: [1]))
            #expect(try await bench.failure(bench.add("/feed")) == .privateAddress(host: "127.0.0.1"))
            let byName = bench.base.replacingOccurrences(of: "127.0.0.1", with: "localhost") + "/feed"
            #expect(try await bench.failure(bench.add(byName)) == .privateAddress(host: "localhost"))
            #expect(bench.site.counts.isEmpty)
        }
        try await RefreshBench.run { bench async throws in
            // Allowed by the switch, but not what a redirect makes of it.
            bench.site.on("/feed", .init(rawValue: 302), ["Location": "http://169.254.169.254/latest/meta-data"])
            #expect(try await bench.failure(bench.add("/feed")) == .privateAddress(host: "169.254.169.254"))
        }
    }

    @Test("A connection that ends early keeps the entries that came whole")
    func cut() async throws {
        let text = FeedText.rss(items: 1...10)
        let server = try LyingServer([
            .receiveHeader, .send("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\nETag: \"x\"\r\n\r\n"),
            .send(String(text.prefix(text.count / 2))),
        ])
        try await RefreshBench.run { bench async throws in
            let feed = try await bench.add(server.url().absoluteString)
            #expect(try await bench.failure(feed) == .cut(host: "127.0.0.1"))
            let titles = try await bench.test.titles(of: feed)
            #expect((3...5).contains(titles.count))
            #expect(try await bench.state(feed)?.etag == nil)
        }
    }

    @Test("A server that miscounts its own bytes still gives its feed")
    func miscounted() async throws {
        let text = FeedText.rss(items: 1...3)
        let server = try LyingServer([
            .receiveHeader, .send("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count + 100)\r\n\r\n"), .send(text),
        ])
        try await RefreshBench.run { bench async throws in
            let feed = try await bench.add(server.url().absoluteString)
            #expect(try await bench.refreshing.refresh(feed).outcome == .updated(newEntries: 3))
        }
    }

    @Test("An endless body is cut off at the limit")
    func endless() async throws {
        let server = try LyingServer([
            .receiveHeader, .send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n<rss><channel><title>"),
            .sendEndlessly(Array(repeating: UInt8(ascii: "a"), count: 10_000)),
        ])
        try await RefreshBench.run({ $0.maximumBody = 3 << 20 }) { bench async throws in
            let feed = try await bench.add(server.url().absoluteString)
            #expect(try await bench.failure(feed) == .tooLarge(host: "127.0.0.1", limit: 3 << 20))
            await server.hungUp.wait()
        }
    }

    @Test("A compressed bomb is measured by what it unpacks to")
    func bomb() async throws {
        let bomb = GzipBomb.bytes(prefix: "<rss><channel><title>", filler: UInt8(ascii: "a"), length: 50 << 20)
        #expect(bomb.count < 400_000)
        let server = try LyingServer([
            .receiveHeader,
            .send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n"),
            .sendBytes(bomb),
            .waitForHangUp,
        ])
        try await RefreshBench.run({ $0.maximumBody = 2 << 20 }) { bench async throws in
            let feed = try await bench.add(server.url().absoluteString)
            #expect(try await bench.failure(feed) == .tooLarge(host: "127.0.0.1", limit: 2 << 20))
        }
    }

    @Test("A server that never finishes is given up")
    func slow() async throws {
        let server = try LyingServer(
            [.receiveHeader, .send("HTTP/1.1 200 OK\r\n\r\n<rss><channel>"), .waitForHangUp],
            [.receiveHeader, .waitForHangUp]
        )
        try await RefreshBench.run({ $0.timeout = .milliseconds(200) }) { bench async throws in
            let feed = try await bench.add(server.url().absoluteString)
            for _ in 0..<2 { #expect(try await bench.failure(feed) == .timedOut(host: "127.0.0.1")) }
        }
    }

    @Test("A port on which nobody listens is a failure of the network")
    func nobody() async throws {
        try await RefreshBench.run { bench async throws in
            let failure = try await bench.failure(bench.add("http://127.0.0.1:1/feed"))
            guard case .network(.cannotConnect) = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
            #expect(failure?.isRetryable == true)
        }
    }
}

/// A gzip stream that repeats one byte, made by hand: fixed Huffman codes, each of 13 bits for 258 bytes.
enum GzipBomb {
    static func bytes(prefix: String, filler: UInt8, length: Int) -> [UInt8] {
        var bits = BitWriter()
        bits.bytes = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        bits.write(0b011, 3)  // the last block, fixed codes
        for byte in Array(prefix.utf8) + [filler] { bits.writeReversed(0x30 + Int(byte), 8) }
        for _ in 0..<(length / 258) {
            bits.writeReversed(0b1100_0101, 8)  // length 258
            bits.writeReversed(0, 5)  // distance 1
        }
        bits.writeReversed(0, 7)  // end of block
        bits.flush()
        return bits.bytes
    }

    private struct BitWriter {
        var bytes: [UInt8] = []
        private var pending = 0
        private var count = 0

        mutating func write(_ value: Int, _ length: Int) {
            for bit in 0..<length { put((value >> bit) & 1) }
        }

        mutating func writeReversed(_ value: Int, _ length: Int) {
            for bit in (0..<length).reversed() { put((value >> bit) & 1) }
        }

        mutating func flush() { while count != 0 { put(0) } }

        private mutating func put(_ bit: Int) {
            pending |= bit << count
            count += 1
            guard count == 8 else { return }
            bytes.append(UInt8(pending))
            (pending, count) = (0, 0)
        }
    }
}
