public import Foundation

/// What a client asks.
public struct HTTPRequest: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// An absolute http or https URL.
    public var url: URL
    /// Header fields; `Host`, `Content-Length` and `Connection` are the client's own.
    public var fields: HTTPFields
    /// The body; sent as it is produced.
    public var body: HTTPBody

    /// A GET request.
    public init(_ url: URL, fields: HTTPFields = [:]) { self.init(.get, url, fields: fields) }

    /// A request with no body unless one is given.
    public init(_ method: HTTPMethod, _ url: URL, fields: HTTPFields = [:], body: HTTPBody = .empty) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
    }
}

/// What a client got.
public struct HTTPResponse: Sendable {
    /// A redirect that was followed.
    public struct Redirect: Sendable, Equatable {
        /// The status that told to go elsewhere.
        public var status: HTTPStatus
        /// The address that said so.
        public var from: URL
        /// The address it named.
        public var to: URL

        /// Records one hop.
        public init(status: HTTPStatus, from: URL, to: URL) {
            self.status = status
            self.from = from
            self.to = to
        }
    }

    /// The status.
    public var status: HTTPStatus
    /// Header fields.
    public var fields: HTTPFields
    /// The body, read as it comes; leaving it unread and dropping it closes the connection.
    public var body: HTTPBody
    /// The address that answered, after redirects.
    public var url: URL
    /// The redirects followed, in order.
    public var redirects: [Redirect]

    /// An answer as a client or a test makes it.
    public init(
        status: HTTPStatus,
        fields: HTTPFields = [:],
        body: HTTPBody = .empty,
        url: URL,
        redirects: [Redirect] = []
    ) {
        self.status = status
        self.fields = fields
        self.body = body
        self.url = url
        self.redirects = redirects
    }
}
