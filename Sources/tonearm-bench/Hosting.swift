import Dispatch
import Foundation
import GLibLoop
import HTTP
import HTTPSoup

/// Servers that print their address and run until SIGTERM.
enum Hosting {
    static func run(_ handler: some HTTPHandler) async throws {
        var configuration = HTTPServerConfiguration()
        configuration.maximumConnections = 4096
        let server = try await SoupHTTPServer.start(configuration, handler: handler)
        await announce(UInt(server.port))
        await server.stop(grace: .zero)
    }

    static func runBare(media: String) async throws {
        guard let port = await BareServer.start(media: media) else { throw CocoaError(.fileNoSuchFile) }
        await announce(port)
    }

    private static func announce(_ port: UInt) async {
        signal(SIGTERM, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
        let stopped = AsyncStream<Void>(bufferingPolicy: .bufferingNewest(1)) { continuation in
            source.setEventHandler { continuation.yield() }
        }
        source.resume()
        try? FileHandle.standardOutput.write(contentsOf: Data("http://127.0.0.1:\(port)\n".utf8))
        _ = await stopped.first { _ in true }
        source.cancel()
    }
}

/// The same answers as ``BareServer``, through Tonearm's own types.
struct PlainHandler: HTTPHandler {
    let media: String
    private let size: Int64

    init(media: String) {
        self.media = media
        let attributes = try? FileManager.default.attributesOfItem(atPath: media)
        size = (attributes?[.size] as? NSNumber)?.int64Value ?? 0
    }

    func respond(to request: HTTPServerRequest) async -> HTTPServerResponse {
        if request.path == "/small" {
            return HTTPServerResponse(
                .ok,
                fields: ["Content-Type": "application/json"],
                body: HTTPBody(BareServer.json)
            )
        }
        return .file(
            path: media,
            size: size,
            modified: nil,
            entityTag: nil,
            contentType: "application/octet-stream",
            request: request
        )
    }
}

/// A host of many small feeds at `/feed/N`, made beforehand.
struct FeedHost: HTTPHandler {
    private let feeds: [[UInt8]]

    init(count: Int) { feeds = (0..<count).map { Corpus.smallFeed(number: $0, items: 10) } }

    func respond(to request: HTTPServerRequest) async -> HTTPServerResponse {
        let number = Int(request.path.split(separator: "/").last ?? "") ?? -1
        guard feeds.indices.contains(number) else { return HTTPServerResponse(.notFound) }
        return HTTPServerResponse(
            .ok,
            fields: ["Content-Type": "application/rss+xml"],
            body: HTTPBody(feeds[number])
        )
    }
}
