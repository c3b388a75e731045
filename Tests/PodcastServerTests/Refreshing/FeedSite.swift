import Foundation
import HTTP
import HTTPSoup
import Synchronization

@testable import PodcastServer

/// A site of feeds for a real server: answers by path, remembers what was asked and how much at once.
final class FeedSite: HTTPHandler {
    typealias Answer = @Sendable (_ request: HTTPServerRequest, _ count: Int) async -> HTTPServerResponse

    private struct State {
        var answers: [String: Answer] = [:]
        var requests: [String: [HTTPFields]] = [:]
        var running: [String: Int] = [:]
        var mostAtOnce: [String: Int] = [:]
    }

    private let state = Mutex(State())

    /// Answers a path; `count` is 0 for the first request.
    func on(_ path: String, _ answer: @escaping Answer) { state.withLock { $0.answers[path] = answer } }

    /// Answers a path with a status and fields.
    func on(_ path: String, _ status: HTTPStatus, _ fields: HTTPFields = [:], _ body: String = "") {
        on(path) { _, _ in HTTPServerResponse(status, fields: fields, body: HTTPBody(body)) }
    }

    /// Answers a path with a feed.
    func on(_ path: String, feed: String, _ fields: HTTPFields = [:]) { on(path, .ok, fields, feed) }

    /// The header fields of the requests for a path.
    func requests(_ path: String) -> [HTTPFields] { state.withLock { $0.requests[path] ?? [] } }

    /// All requests, by path.
    var counts: [String: Int] { state.withLock { $0.requests.mapValues(\.count) } }

    /// The most requests that were answered at once, by host.
    var mostAtOnce: [String: Int] { state.withLock(\.mostAtOnce) }

    func respond(to request: HTTPServerRequest) async -> HTTPServerResponse {
        let host = request.fields["Host"] ?? ""
        let (answer, count) = state.withLock { state in
            state.running[host, default: 0] += 1
            state.mostAtOnce[host] = max(state.mostAtOnce[host] ?? 0, state.running[host] ?? 0)
            state.requests[request.path, default: []].append(request.fields)
            return (state.answers[request.path], (state.requests[request.path]?.count ?? 1) - 1)
        }
        defer { state.withLock { $0.running[host, default: 1] -= 1 } }
        return await answer?(request, count) ?? HTTPServerResponse(.notFound)
    }
}

/// A whole refreshing service over real sockets and a real store; times are the test's.
struct RefreshBench {
    let site: FeedSite
    let base: String
    let time: ManualTime
    let test: TestStore
    let refreshing: FeedRefreshing

    var store: PodcastStore { test.store }

    /// Adds a feed of the site that is not due by itself.
    func add(_ path: String) async throws -> Int64 {
        try await test.add(path.hasPrefix("http") ? path : base + path, due: time.date + 1_000_000)
    }

    func state(_ feed: Int64) async throws -> FetchState? { try await store.fetchState(of: feed) }

    /// Refreshes a feed that must fail, and returns why.
    func failure(_ feed: Int64) async throws -> FetchFailure? {
        if case .failed(let failure) = try await refreshing.refresh(feed).outcome { failure } else { nil }
    }

    /// Runs a server, a client and the service for as long as `body` takes.
    static func run(
        allowsPrivateAddresses: Bool = true,
        _ change: (inout RefreshConfiguration) -> Void = { _ in },
        _ body: (RefreshBench) async throws -> Void
    ) async throws {
        var configuration = RefreshConfiguration()
        configuration.hostGap = .zero
        configuration.jitter = { 0 }
        change(&configuration)
        let site = FeedSite()
        let time = ManualTime()
        let test = try await TestStore(now: time.date)
        try await SoupHTTPServer.withServer(handler: site) { server in
            let refreshing = FeedRefreshing(
                store: test.store,
                client: client(allowsPrivateAddresses),
                now: { time.date },
                configuration: configuration
            )
            let bench = RefreshBench(
                site: site,
                base: "http://127.0.0.1:\(server.port)",
                time: time,
                test: test,
                refreshing: refreshing
            )
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await refreshing.run() }
                try await body(bench)
                group.cancelAll()
            }
        }
    }

    static func client(_ allowsPrivateAddresses: Bool = true) -> SoupHTTPClient {
        var configuration = HTTPClientConfiguration()
        let guarding = AddressGuard(allowsPrivateAddresses: allowsPrivateAddresses)
        configuration.allowsAddress = { guarding.allows($0) }
        return SoupHTTPClient(configuration: configuration)
    }
}

/// Small feeds.
enum FeedText {
    /// An RSS feed whose items are named by number; `channel` is put before them.
    static func rss(
        _ title: String = "Show",
        items: some Sequence<Int>,
        channel: String = "",
        notes: String = ""
    ) -> String {
        let entries = items.map { number in
            """
            <item><guid isPermaLink="false">id-\(number)</guid><title>Episode \(number)</title>
            <pubDate>\(HTTPDate.string(from: Date(timeIntervalSince1970: 1_700_000_000 + Double(number) * 86_400)))</pubDate>
            <description>Notes \(number) \(notes)</description>
            <enclosure url="https://media.example/\(number).mp3" length="1000" type="audio/mpeg"/></item>
            """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
            <title>\(title)</title><link>https://show.example/</link>\(channel)
            \(entries.joined(separator: "\n"))
            </channel></rss>
            """
    }
}
