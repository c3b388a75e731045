import HTTP
import PodcastAPI

/// Host names under which only players are served: a request must carry an API token and ask for what a player needs.
///
/// So a tunnel can expose just that, without a rule at the proxy. The page, signing in, administration and the addresses for
/// other programs do not exist there.
struct TokenHosts: Sendable {
    private let names: Set<String>

    init(_ names: [String]) { self.names = Set(names.map { Self.name($0) }) }

    /// Whether a request is for one of them.
    ///
    /// A forwarded name counts whoever sent it: it can only take rights away.
    func includes(_ request: HTTPServerRequest) -> Bool {
        guard !names.isEmpty else { return false }
        for field in ["Host", "X-Forwarded-Host"] {
            for value in request.fields.values(of: field) {
                let hosts = value.split(separator: ",").map { Self.name(String($0).trimmingBlanks) }
                if hosts.contains(where: names.contains) { return true }
            }
        }
        return false
    }

    /// Refuses all but a player's request.
    ///
    /// - Parameter route: the pattern that the request's path matches; `nil` for the page's files and what is not there.
    /// - Throws: ``APIFailure`` with 403.
    func check(_ request: HTTPServerRequest, route: String?) throws {
        guard let route, request.bearerToken != nil, Self.isForPlayers(request.method, route) else {
            throw APIFailure(
                .forbidden,
                .tokenHost,
                "This host name serves players with a token only; use the server's other address."
            )
        }
    }

    private static func isForPlayers(_ method: HTTPMethod, _ route: String) -> Bool {
        switch route {
        case "/api/feeds", "/api/me": method == .get || method == .head
        default: ["/api/art/", "/api/entries/", "/media/"].contains { route.hasPrefix($0) }
        }
    }

    /// A host name as it is compared: without port, case and the dot of the root.
    private static func name(_ host: String) -> String {
        var name = host[...]
        if let colon = name.lastIndex(of: ":"), !name.hasSuffix("]") { name = name[..<colon] }
        while name.hasSuffix(".") { name = name.dropLast() }
        return name.lowercased()
    }
}

extension HTTPServerRequest {
    /// What an `Authorization: Bearer …` carries.
    var bearerToken: String? { credentials(of: "bearer") }

    /// What follows the scheme of the `Authorization` field.
    func credentials(of scheme: String) -> String? {
        guard let field = fields["Authorization"], let blank = field.firstIndex(of: " "),
            field[..<blank].lowercased() == scheme
        else { return nil }
        return String(field[field.index(after: blank)...]).trimmingBlanks
    }
}
