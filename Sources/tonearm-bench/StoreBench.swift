import Foundation
import HTTP
import HTTPSoup
import PodcastServer

/// Measurements of the server with its store.
enum StoreBench {
    /// Subscribes to every address of a list and fetches each once; the seconds of the fetching.
    ///
    /// The pauses between two feeds of one host are left out: all of them come from one host here, and newsboat has none.
    static func refresh(list: String, home: String) async throws -> Double {
        let server = try await open(home) { configuration in
            configuration.refreshing.perHost = configuration.refreshing.parallel
            configuration.refreshing.hostGap = .zero
            configuration.refreshing.startSpacing = .zero
        }
        try await server.createDemoAdministrator()
        let addresses = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
        let outlines = addresses.map { "<outline type=\"rss\" xmlUrl=\"\($0)\"/>" }
        let document = "<opml version=\"2.0\"><body>\(outlines.joined())</body></opml>"
        _ = try await server.importAdministratorsOPML(Array(document.utf8))
        let clock = ContinuousClock()
        let start = clock.now
        let entries = try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await server.run() }
            let entries = try await server.refreshAll()
            group.cancelAll()
            return entries
        }
        let seconds = (clock.now - start) / .seconds(1)
        await server.close()
        // A fast run that fetched nothing would be no measurement.
        guard entries == addresses.count * 10 else { throw CocoaError(.fileReadCorruptFile) }
        return seconds
    }

    /// Makes a store with so many feeds and entries by serving and fetching them once.
    static func fill(home: String, feeds: Int, entries: Int) async throws {
        let host = FilledHost(feeds: feeds, entries: entries / max(1, feeds))
        try await SoupHTTPServer.withServer(handler: host) { listener in
            let list = URL(fileURLWithPath: home + ".list")
            let addresses = (0..<feeds).map { "http://127.0.0.1:\(listener.port)/feed/\($0)" }
            try Data(addresses.joined(separator: "\n").utf8).write(to: list)
            let server = try await open(home) { configuration in
                configuration.refreshing.perHost = configuration.refreshing.parallel
                configuration.refreshing.hostGap = .zero
                configuration.refreshing.startSpacing = .zero
            }
            try await server.createDemoAdministrator()
            let outlines = addresses.map { "<outline type=\"rss\" xmlUrl=\"\($0)\"/>" }
            let document = "<opml version=\"2.0\"><body>\(outlines.joined())</body></opml>"
            _ = try await server.importAdministratorsOPML(Array(document.utf8))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await server.run() }
                _ = try await server.refreshAll()
                group.cancelAll()
            }
            await server.close()
        }
    }

    /// The median time in which the server answers the first page of all entries, session check and JSON included.
    static func firstPage(home: String) async throws -> Double {
        let server = try await open(home)
        guard let token = try await server.makeSignInToken() else { throw CocoaError(.fileNoSuchFile) }
        let login = await server.respond(
            to: HTTPServerRequest(
                method: .post,
                path: "/api/login",
                fields: ["Content-Type": "application/json"],
                body: HTTPBody(#"{"token":"\#(token)"}"#)
            )
        )
        let cookie = String((login.fields["Set-Cookie"] ?? "").prefix { $0 != ";" })
        let request = HTTPServerRequest(path: "/api/feeds/all/entries", fields: ["Cookie": cookie])
        let clock = ContinuousClock()
        var times: [Double] = []
        for _ in 0..<101 {
            let start = clock.now
            let response = await server.respond(to: request)
            times.append((clock.now - start) / .seconds(1))
            guard response.status == .ok else { throw CocoaError(.fileReadNoPermission) }
        }
        await server.close()
        return times.sorted()[times.count / 2]
    }

    private static func open(
        _ home: String,
        _ adjust: (inout PodcastServer.Configuration) -> Void = { _ in }
    ) async throws -> PodcastServer {
        let data = URL(fileURLWithPath: home).appendingPathComponent("data")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        var configuration = PodcastServer.Configuration(
            store: .file(data.appendingPathComponent("podcasts.sqlite")),
            media: data.appendingPathComponent("media"),
            mediaLimit: 1 << 30,
            art: data.appendingPathComponent("art"),
            page: data,
            version: "bench"
        )
        adjust(&configuration)
        var client = HTTPClientConfiguration()
        client.maximumConnectionsPerHost = 16
        let soup = SoupHTTPClient(configuration: client)
        return try await PodcastServer.open(configuration, clients: .init(feeds: soup, media: soup))
    }
}

/// A host of feeds with many entries each, made when they are asked for.
private struct FilledHost: HTTPHandler {
    let feeds: Int
    let entries: Int

    func respond(to request: HTTPServerRequest) async -> HTTPServerResponse {
        let number = Int(request.path.split(separator: "/").last ?? "") ?? -1
        guard (0..<feeds).contains(number) else { return HTTPServerResponse(.notFound) }
        let body = await Self.make(number, entries)
        return HTTPServerResponse(.ok, fields: ["Content-Type": "application/rss+xml"], body: HTTPBody(body))
    }

    @concurrent private static func make(_ number: Int, _ entries: Int) async -> [UInt8] {
        Corpus.smallFeed(number: number, items: entries)
    }
}
