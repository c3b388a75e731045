import HTTP
import PodcastAPI

/// Setting up, signing in, signing out, and who is signed in.
struct SessionRoutes: Sendable {
    static let cookieName = "tonearm_session"

    let accounts: Accounts
    let store: PodcastStore
    let version: String

    func add(to routes: inout APIRoutes) {
        routes.open(.post, "/api/setup") { request, _ in
            let setup = try await request.json(SetupRequest.self)
            return try await signedIn(try await accounts.setUp(setup, from: Self.client(request)), request)
        }
        routes.open(.post, "/api/login") { request, _ in
            let login = try await request.json(LoginRequest.self)
            return try await signedIn(try await accounts.logIn(login, from: Self.client(request)), request)
        }
        routes.open(.post, "/api/logout") { request, _ in
            if let token = request.fields.cookie(Self.cookieName) { try await accounts.logOut(token) }
            var response = HTTPServerResponse(.noContent)
            response.fields.append("Set-Cookie", Self.cookie("", request, lifetime: .zero))
            return response
        }
        routes.signedIn(.get, "/api/me") { user, _, _ in .json(try await me(user)) }
    }

    private func signedIn(
        _ signedIn: Accounts.SignedIn,
        _ request: HTTPServerRequest
    ) async throws -> HTTPServerResponse {
        var response = HTTPServerResponse.json(try await me(signedIn.user))
        let lifetime = Duration.seconds(Accounts.sessionLifetime)
        response.fields.append("Set-Cookie", Self.cookie(signedIn.token, request, lifetime: lifetime))
        return response
    }

    private func me(_ user: UserRecord) async throws -> Me {
        Me(
            id: "\(user.id)",
            name: user.name,
            administrator: user.isAdministrator,
            password: user.passwordHash != nil,
            unread: try await store.unreadCount(of: user.id),
            version: version
        )
    }

    private static func client(_ request: HTTPServerRequest) -> Accounts.Client {
        Accounts.Client(address: request.remoteAddress, agent: request.fields["User-Agent"])
    }

    private static func cookie(_ token: String, _ request: HTTPServerRequest, lifetime: Duration) -> String {
        // Tokens are base64url, which every cookie value may hold.
        guard var cookie = SetCookie(name: cookieName, value: token) else { return "" }
        cookie.maximumAge = lifetime
        // A proxy in front that ends TLS says so; somebody who lies about it only loses their own cookie.
        cookie.isSecure = request.isSecure || request.fields["X-Forwarded-Proto"]?.lowercased() == "https"
        return cookie.description
    }
}
