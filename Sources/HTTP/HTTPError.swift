public import Essentials

/// What can go wrong between two ends of HTTP.
///
/// Names hosts, never paths, queries or credentials.
public enum HTTPError: SentenceError, Equatable {
    /// The address is not an http or https URL with a host.
    case invalidURL
    /// The name has no address.
    case cannotResolve(host: String)
    /// Nobody answers there.
    case cannotConnect(host: String, reason: String)
    /// The host's address is one that this client must not talk to (a private network, for instance).
    case refusedAddress(host: String)
    /// The server's certificate is not trusted.
    case untrustedCertificate(host: String, reason: String)
    /// The server's certificate is not the pinned one.
    case pinMismatch(host: String)
    /// TLS failed for another reason.
    case tlsFailed(host: String, reason: String)
    /// Nothing came for the configured time.
    case timedOut(host: String)
    /// More redirects than the limit, or a circle.
    case tooManyRedirects(host: String)
    /// The redirect policy forbids this one.
    case redirectRefused(host: String, target: String)
    /// The connection ended before the message did.
    case connectionLost(host: String)
    /// The answer is not HTTP, or its coding is broken.
    case malformedResponse(host: String)
    /// More bytes than allowed.
    case bodyTooLarge(limit: Int64)
    /// The port is taken or may not be used.
    case cannotListen(address: String, port: Int, reason: String)
    /// The WebSocket ended or broke a rule; the code is RFC 6455's.
    case webSocketClosed(code: Int)
    /// The server refused to switch to WebSocket.
    case webSocketRefused(status: Int)

    /// One sentence.
    public var sentence: String {
        switch self {
        case .invalidURL: "That is not an http or https address."
        case .cannotResolve(let host): "No server is known by the name \(host)."
        case .cannotConnect(let host, let reason): "\(host) can't be reached: \(reason)."
        case .refusedAddress(let host): "\(host) is on a private network, which this server does not fetch from."
        case .untrustedCertificate(let host, let reason): "The certificate of \(host) is not trusted: \(reason)."
        case .pinMismatch(let host): "\(host) showed another certificate than the one it was paired with."
        case .tlsFailed(let host, let reason): "A secure connection to \(host) failed: \(reason)."
        case .timedOut(let host): "\(host) took too long to answer."
        case .tooManyRedirects(let host): "\(host) redirects in a circle or too often."
        case .redirectRefused(let host, let target): "\(host) redirects to \(target), which is not allowed here."
        case .connectionLost(let host): "The connection to \(host) was lost before everything had come."
        case .malformedResponse(let host): "\(host) gave an answer that is not valid HTTP."
        case .bodyTooLarge(let limit): "The answer is larger than the limit of \(limit) bytes."
        case .cannotListen(let address, let port, let reason): "Can't listen on \(address) port \(port): \(reason)."
        case .webSocketClosed(let code): "The live connection was closed (code \(code))."
        case .webSocketRefused(let status): "The server refused a live connection (status \(status))."
        }
    }

    /// Networks come back; wrong addresses, certificates and limits do not change by themselves.
    public var isRetryable: Bool {
        switch self {
        case .cannotResolve, .cannotConnect, .timedOut, .connectionLost, .malformedResponse, .webSocketClosed: true
        default: false
        }
    }
}
