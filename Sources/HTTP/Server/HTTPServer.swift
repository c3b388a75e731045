/// Answers requests.
///
/// Called on the server's own executor; leave it for work that takes long, come back with the answer.
public protocol HTTPHandler: Sendable {
    /// The answer to `request`; the server adds `Date`, `Content-Length` or chunked coding, and omits bodies for HEAD.
    ///
    /// The surrounding task is cancelled when the client goes away.
    func respond(to request: HTTPServerRequest) async -> HTTPServerResponse
}

/// Listens and serves.
public protocol HTTPServer: Sendable {
    /// The port listened on, also when 0 was asked for.
    var port: Int { get }

    /// Stops accepting, lets exchanges in progress finish for `grace`, then closes what is left.
    func stop(grace: Duration) async
}

/// Where and how a server listens.
public struct HTTPServerConfiguration: Sendable {
    /// A certificate and its key.
    public struct Identity: Sendable {
        /// The certificate chain, leaf first, in PEM.
        public var certificatePEM: String
        /// The private key in PEM.
        public var keyPEM: String

        /// Pairs a certificate with its key.
        public init(certificatePEM: String, keyPEM: String) {
            self.certificatePEM = certificatePEM
            self.keyPEM = keyPEM
        }
    }

    /// IP addresses to listen on, `127.0.0.1` by default: a server is private until told otherwise.
    public var addresses = ["127.0.0.1"]
    /// The port; 0 lets the system choose.
    public var port = 0
    /// TLS identity; `nil` serves plain HTTP.
    public var identity: Identity?
    /// Request bodies larger than this are answered with 413 and never kept.
    public var maximumRequestBody: Int64 = 16 * 1024 * 1024
    /// Connections beyond this are closed at once.
    public var maximumConnections = 512
    /// A connection on which nothing moves for this long is closed.
    public var idleTimeout: Duration = .seconds(60)
    /// The `Server` field.
    public var name = "Tonearm"

    /// The defaults.
    public init() {}
}

/// A request as a server sees it.
public struct HTTPServerRequest: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// The percent-decoded path, `/` first; contains no NUL.
    ///
    /// Slashes that were encoded are decoded too: route on ``rawPath`` where that matters.
    public var path: String
    /// The path as sent.
    public var rawPath: String
    /// The query's pairs, decoded, in order.
    public var query: [(name: String, value: String)]
    /// Header fields.
    public var fields: HTTPFields
    /// The body; at most the server's limit.
    public var body: HTTPBody
    /// The peer's IP address in text form.
    public var remoteAddress: String
    /// Whether TLS protected the request.
    public var isSecure: Bool

    /// A request as a server or a test makes it.
    public init(
        method: HTTPMethod = .get,
        path: String,
        rawPath: String? = nil,
        query: [(name: String, value: String)] = [],
        fields: HTTPFields = [:],
        body: HTTPBody = .empty,
        remoteAddress: String = "127.0.0.1",
        isSecure: Bool = false
    ) {
        self.method = method
        self.path = path
        self.rawPath = rawPath ?? path
        self.query = query
        self.fields = fields
        self.body = body
        self.remoteAddress = remoteAddress
        self.isSecure = isSecure
    }

    /// The first value of a query name.
    public func query(_ name: String) -> String? { query.first { $0.name == name }?.value }
}

/// A server's answer.
public struct HTTPServerResponse: Sendable {
    /// What follows the header.
    public enum Content: Sendable {
        /// A body.
        case body(HTTPBody)
        /// The connection becomes a WebSocket, given to the closure; it is closed when the closure returns.
        case webSocket(WebSocketOptions, @Sendable (any WebSocket) async -> Void)
    }

    /// The status.
    public var status: HTTPStatus
    /// Header fields.
    public var fields: HTTPFields
    /// Body or WebSocket.
    public var content: Content

    /// An answer with a body.
    public init(_ status: HTTPStatus = .ok, fields: HTTPFields = [:], body: HTTPBody = .empty) {
        self.status = status
        self.fields = fields
        self.content = .body(body)
    }

    /// An answer that switches protocols; a request that is no WebSocket handshake gets 400 instead.
    public init(webSocket options: WebSocketOptions, _ serve: @escaping @Sendable (any WebSocket) async -> Void) {
        status = HTTPStatus(rawValue: 101)
        fields = [:]
        content = .webSocket(options, serve)
    }

    /// The body; empty for a WebSocket.
    public var body: HTTPBody {
        if case .body(let body) = content { body } else { .empty }
    }
}
