/// Sends requests.
///
/// One client has one idea of trust; connections are never shared between two of them.
public protocol HTTPClient: Sendable {
    /// Sends `request` and returns when the answer's header is in; the body follows at the reader's pace.
    ///
    /// Cancelling the task, or dropping the body unread, ends the exchange on the wire.
    /// - Throws: ``HTTPError``, or `CancellationError`.
    func send(_ request: HTTPRequest, _ options: HTTPRequestOptions) async throws -> HTTPResponse

    /// Opens a WebSocket (RFC 6455) to a ws, wss, http or https URL; redirects are refused.
    ///
    /// - Throws: ``HTTPError``, or `CancellationError`.
    func openWebSocket(_ request: HTTPRequest, _ options: WebSocketOptions) async throws -> any WebSocket
}

extension HTTPClient {
    /// Sends with the default options.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await send(request, HTTPRequestOptions())
    }
}

/// The limits and manners of one exchange.
public struct HTTPRequestOptions: Sendable {
    /// What to do when the answer names another address.
    public enum RedirectPolicy: Sendable, Equatable {
        /// Hand the 3xx to the caller.
        case off
        /// Follow within scheme, host and port; anything else is ``HTTPError/redirectRefused(host:target:)``.
        case sameOrigin
        /// Follow anywhere; `Authorization`, `Cookie` and `Proxy-Authorization` stay behind when the origin changes.
        case follow
    }

    /// The redirect policy; off by default, because a caller that wants to be led elsewhere should say so.
    public var redirects: RedirectPolicy = .off
    /// Hops followed before ``HTTPError/tooManyRedirects(host:)``; browsers stop at 20, feeds need fewer.
    public var maximumRedirects = 10
    /// How long connecting, the header or the next piece of the body may take.
    public var idleTimeout: Duration = .seconds(30)
    /// How long the whole exchange may take, body included; `nil` for no limit.
    public var totalTimeout: Duration?
    /// Decoded bytes accepted before ``HTTPError/bodyTooLarge(limit:)``; counted as they come.
    public var maximumBodyLength: Int64?
    /// Whether to ask for and decode gzip and brotli.
    ///
    /// Off for media: ranges count encoded bytes.
    public var decompresses = true

    /// The defaults.
    public init() {}
}

/// Whom a client trusts and talks to; given when it is made.
public struct HTTPClientConfiguration: Sendable {
    /// Which server certificates are accepted.
    public enum Trust: Sendable {
        /// The system's certificate authorities.
        case system
        /// Certificates that chain to one of these (PEM).
        case authorities(pem: String)
        /// Exactly the certificate with this SHA-256 of its DER, whatever its name, date or issuer.
        case pinned(sha256: [UInt8])
    }

    /// Which certificates are accepted.
    public var trust: Trust = .system
    /// Asked with each IP address (text form) before a byte goes there; `false` refuses.
    ///
    /// Guards against names that resolve to private addresses, rebinding included, because it is asked about the
    /// address really dialled.
    public var allowsAddress: (@Sendable (_ address: String) -> Bool)?
    /// The User-Agent sent when the request has none.
    public var userAgent = "Tonearm/0.1 (podcast player)"
    /// Connections kept to one host; 2 is polite to small servers.
    public var maximumConnectionsPerHost = 2
    /// Connections in all.
    public var maximumConnections = 32

    /// The defaults.
    public init() {}
}
