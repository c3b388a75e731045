import Foundation
import HTTP

/// The rules of following redirects (RFC 9110 section 15.4), without a socket.
struct RedirectTrail {
    /// What to send now.
    private(set) var request: HTTPRequest
    /// The hops so far.
    private(set) var hops: [HTTPResponse.Redirect] = []
    private let options: HTTPRequestOptions
    private var visited: Set<String>

    init(_ request: HTTPRequest, _ options: HTTPRequestOptions) {
        self.request = request
        self.options = options
        visited = [Self.key(request)]
    }

    /// Whether the answer leads elsewhere and ``request`` now asks there.
    ///
    /// - Throws: ``HTTPError`` where the policy or a limit forbids it.
    mutating func follow(_ status: HTTPStatus, _ fields: HTTPFields, host: String) throws -> Bool {
        guard options.redirects != .off, status.isRedirect, let location = fields.values(of: "Location").first else {
            return false
        }
        guard let target = URL(string: location, relativeTo: request.url)?.absoluteURL,
            let address = WireAddress(target)
        else { throw HTTPError.redirectRefused(host: host, target: "something that is no web address") }
        let staysHome = Self.origin(request.url) == Self.origin(target)
        guard staysHome || options.redirects == .follow else {
            throw HTTPError.redirectRefused(host: host, target: address.host)
        }
        guard hops.count < options.maximumRedirects else { throw HTTPError.tooManyRedirects(host: host) }
        hops.append(.init(status: status, from: request.url, to: target))
        try changeMethod(status, host: host, target: address.host)
        if !staysHome {
            for name in ["Authorization", "Cookie", "Proxy-Authorization"] { request.fields[name] = nil }
        }
        request.url = target
        guard visited.insert(Self.key(request)).inserted else { throw HTTPError.tooManyRedirects(host: host) }
        return true
    }

    /// 303 always, and 301 and 302 after POST, ask by GET; the others repeat the request, which a stream cannot.
    private mutating func changeMethod(_ status: HTTPStatus, host: String, target: String) throws {
        let becomesGet =
            (status == .seeOther && request.method != .head)
            || (request.method == .post && (status.rawValue == 301 || status.rawValue == 302))
        if becomesGet, request.method != .get {
            request.method = .get
            request.body = .empty
            for name in ["Content-Type", "Content-Encoding", "Content-Language"] { request.fields[name] = nil }
        } else if case .stream = request.body.storage {
            throw HTTPError.redirectRefused(host: host, target: target)
        }
    }

    private static func key(_ request: HTTPRequest) -> String {
        "\(request.method.rawValue) \(request.url.absoluteString)"
    }

    /// Scheme, host and port.
    static func origin(_ url: URL) -> String {
        let scheme = url.scheme?.lowercased() ?? ""
        let port = url.port ?? (scheme == "https" ? 443 : 80)
        return "\(scheme)://\(url.host?.lowercased() ?? ""):\(port)"
    }
}
