public import Essentials
public import HTTP

/// Why a feed could not be fetched; each case is one sentence with what to do about it.
///
/// Sentences name hosts only: the path and query of a private feed are its password (`?auth=…`).
public enum FetchFailure: SentenceError, Equatable {
    /// 401.
    case unauthorized(host: String)
    /// 403.
    case forbidden(host: String)
    /// 404.
    case notFound(host: String)
    /// 410.
    case gone(host: String)
    /// 429, or 503 with a time to come back.
    case busy(host: String, retryAfter: Duration?)
    /// 5xx.
    case serverError(host: String, status: Int)
    /// Any other status that carries no feed.
    case unexpectedStatus(host: String, status: Int)
    /// An HTML page where a feed was.
    case webPage(host: String)
    /// Something that is neither a feed nor a page; `found` describes it in two or three words.
    case notAFeed(host: String, found: String)
    /// No byte.
    case empty(host: String)
    /// More bytes than a feed may have.
    case tooLarge(host: String, limit: Int64)
    /// A private network.
    case privateAddress(host: String)
    /// A redirect that names no http or https address.
    case badRedirect(host: String)
    /// Redirects without end.
    case redirectLoop(host: String)
    /// The whole exchange took longer than allowed.
    case timedOut(host: String)
    /// The connection ended before the feed did, and what came holds no entry.
    case cut(host: String)
    /// The certificate or the TLS handshake failed.
    case insecure(host: String, reason: String)
    /// The stored address can't be used.
    case badAddress
    /// The network or the server's HTTP failed otherwise.
    case network(HTTPError)

    /// How a failure bears on the next attempt.
    public enum Kind: Sendable, Equatable {
        /// Never again: the publisher said so.
        case gone
        /// The host asked for a rest.
        case busy(retryAfter: Duration?)
        /// Nothing there.
        case missing
        /// Will be so until somebody changes something.
        case lasting
        /// May be over in a minute.
        case passing
    }

    /// How the failure bears on the next attempt.
    public var kind: Kind {
        switch self {
        case .gone: .gone
        case .busy(_, let retryAfter): .busy(retryAfter: retryAfter)
        case .notFound: .missing
        case .serverError, .timedOut, .cut, .empty: .passing
        case .network(let error): error.isRetryable ? .passing : .lasting
        default: .lasting
        }
    }

    /// A word for programs; never renamed.
    var code: String {
        switch self {
        case .unauthorized: "unauthorized"
        case .forbidden: "forbidden"
        case .notFound: "not-found"
        case .gone: "gone"
        case .busy: "busy"
        case .serverError: "server-error"
        case .unexpectedStatus: "unexpected-status"
        case .webPage: "web-page"
        case .notAFeed: "not-a-feed"
        case .empty: "empty"
        case .tooLarge: "too-large"
        case .privateAddress: "private-address"
        case .badRedirect: "bad-redirect"
        case .redirectLoop: "redirect-loop"
        case .timedOut: "timed-out"
        case .cut: "cut"
        case .insecure: "insecure"
        case .badAddress: "bad-address"
        case .network: "network"
        }
    }

    /// Whether no server answered at all: the line may be down, not the feed.
    var isUnreachable: Bool {
        switch self {
        case .network(.cannotResolve), .network(.cannotConnect), .timedOut: true
        default: false
        }
    }

    /// Whether trying again by itself can help.
    public var isRetryable: Bool {
        switch kind {
        case .busy, .passing: true
        case .gone, .missing, .lasting: false
        }
    }

    /// Maps an error of the HTTP client.
    public init(_ error: HTTPError, host: String) {
        switch error {
        case .invalidURL: self = .badAddress
        case .refusedAddress(let host): self = .privateAddress(host: host)
        case .untrustedCertificate(let host, let reason), .tlsFailed(let host, let reason):
            self = .insecure(host: host, reason: reason)
        case .timedOut(let host): self = .timedOut(host: host)
        case .tooManyRedirects(let host): self = .redirectLoop(host: host)
        case .redirectRefused(let host, _): self = .badRedirect(host: host)
        case .connectionLost(let host): self = .cut(host: host)
        case .bodyTooLarge(let limit): self = .tooLarge(host: host, limit: limit)
        default: self = .network(error)
        }
    }
}
