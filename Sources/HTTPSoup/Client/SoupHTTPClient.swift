import CSoup
import Foundation
import GLibLoop
public import HTTP

/// An HTTP client over libsoup.
///
/// Its connections are its own: two clients share neither trust nor sockets. Letting go of the client closes idle connections.
public final class SoupHTTPClient: HTTPClient {
    private let session: ClientSession

    /// A client with one idea of trust.
    public init(configuration: HTTPClientConfiguration = HTTPClientConfiguration()) {
        session = ClientSession(configuration)
    }

    /// Sends and follows redirects as the options say.
    public func send(_ request: HTTPRequest, _ options: HTTPRequestOptions) async throws -> HTTPResponse {
        try await follow(request, options)
    }

    @GLibActor
    private func follow(_ request: HTTPRequest, _ options: HTTPRequestOptions) async throws -> HTTPResponse {
        var trail = RedirectTrail(request, options)
        let deadline = options.totalTimeout.map { ContinuousClock.now + $0 }
        while true {
            let exchange = try ClientExchange(trail.request, options, session: session, deadline: deadline)
            let head = try await exchange.send(trail.request.body)
            guard try trail.follow(head.status, head.fields, host: exchange.host) else {
                return response(exchange, head, trail, options)
            }
            await exchange.drain()
        }
    }

    @GLibActor
    private func response(
        _ exchange: ClientExchange,
        _ head: (status: HTTPStatus, fields: HTTPFields),
        _ trail: RedirectTrail,
        _ options: HTTPRequestOptions
    ) -> HTTPResponse {
        var fields = head.fields
        if options.decompresses, ContentCoding.isDecoded(fields["Content-Encoding"]) {
            // What they say is no longer true of the body that the caller reads.
            fields["Content-Encoding"] = nil
            fields["Content-Length"] = nil
        }
        let hasBody = trail.request.method != .head && head.status != .noContent && head.status != .notModified
        let length = hasBody ? fields["Content-Length"].flatMap(Int64.init) : 0
        let source = BodySource(exchange)
        return HTTPResponse(
            status: head.status,
            fields: fields,
            body: HTTPBody(length: length) { try await source.next() },
            url: trail.request.url,
            redirects: trail.hops
        )
    }

    /// Opens a WebSocket; redirects are refused.
    public func openWebSocket(_ request: HTTPRequest, _ options: WebSocketOptions) async throws -> any WebSocket {
        try await connect(request, options)
    }

    @GLibActor
    private func connect(_ request: HTTPRequest, _ options: WebSocketOptions) async throws -> any WebSocket {
        var limits = HTTPRequestOptions()
        limits.idleTimeout = options.connectTimeout
        let deadline = ContinuousClock.now + options.connectTimeout
        let exchange = try ClientExchange(request, limits, session: session, deadline: deadline)
        return SoupWebSocket(try await exchange.openWebSocket(), options, isServer: false)
    }
}

/// Hands an exchange's body to its reader; letting go of it ends the exchange.
@GLibActor
private final class BodySource {
    private let exchange: ClientExchange

    init(_ exchange: ClientExchange) { self.exchange = exchange }

    func next() async throws -> [UInt8]? { try await exchange.next() }
}

/// Which content codings libsoup has taken off.
enum ContentCoding {
    /// Whether all codings that a `Content-Encoding` field names are decoded by libsoup; it leaves the body as it is otherwise.
    static func isDecoded(_ field: String?) -> Bool {
        guard let field else { return false }
        let known: Set = ["gzip", "x-gzip", "deflate", "br"]
        let names = field.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        return !names.isEmpty && names.allSatisfy(known.contains)
    }
}
