import HTTP
import PodcastAPI

/// Setting up, signing in, signing out, and who is signed in.
struct SessionRoutes: Sendable {
    static let cookieName = "tonearm_session"

    let authenticator: Authenticator
    let store: PodcastStore
    let version: String

    private var accounts: Accounts { authenticator.accounts }

    func add(to routes: inout APIRoutes) {
        routes.open(.post, "/api/setup") { request, _ in
            let setup = try await request.json(SetupRequest.self)
            return try await signedIn(try await accounts.setUp(setup, from: authenticator.client(request)), request)
        }
        routes.open(.post, "/api/login") { request, _ in
            let login = try await request.json(LoginRequest.self)
            return try await signedIn(try await accounts.logIn(login, from: authenticator.client(request)), request)
        }
        routes.open(.post, "/api/password") { request, _ in
            let reset = try await request.json(PasswordReset.self)
            let done = try await accounts.resetPassword(reset, from: authenticator.client(request))
            return try await signedIn(done, request)
        }
        routes.open(.post, "/api/logout") { request, _ in
            if let token = request.fields.cookie(Self.cookieName) { try await accounts.logOut(token) }
            var response = HTTPServerResponse(.noContent)
            response.fields.append("Set-Cookie", cookie("", request, lifetime: .zero))
            return response
        }
        routes.identified(.get, "/api/me") { identity, _, _ in .json(try await me(identity.user, identity.access)) }
    }

    private func signedIn(
        _ signedIn: Accounts.SignedIn,
        _ request: HTTPServerRequest
    ) async throws -> HTTPServerResponse {
        var response = HTTPServerResponse.json(try await me(signedIn.user, .session))
        let lifetime = Duration.seconds(Accounts.sessionLifetime)
        response.fields.append("Set-Cookie", cookie(signedIn.token, request, lifetime: lifetime))
        return response
    }

    private func me(_ user: UserRecord, _ access: Me.Access) async throws -> Me {
        Me(
            id: "\(user.id)",
            name: user.name,
            administrator: user.isAdministrator,
            password: user.passwordHash != nil,
            access: access,
            unread: try await store.unreadCount(of: user.id),
            version: version
        )
    }

    private func cookie(_ token: String, _ request: HTTPServerRequest, lifetime: Duration) -> String {
        authenticator.cookie(Self.cookieName, token, request, lifetime: lifetime)
    }
}

extension Authenticator {
    /// A session's cookie, which browsers send over TLS only where the client came by it.
    func cookie(_ name: String, _ token: String, _ request: HTTPServerRequest, lifetime: Duration) -> String {
        // Tokens are base64url, which every cookie value may hold.
        guard var cookie = SetCookie(name: name, value: token) else { return "" }
        cookie.maximumAge = lifetime
        cookie.isSecure = proxies.isSecure(request)
        return cookie.description
    }
}
