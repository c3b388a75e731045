import HTTP

/// Signing in for the cookie, and out.
struct SyncSignInRoutes: Sendable {
    func add(to routes: inout SyncRoutes) {
        // The body, which some clients send in one form and some in another, says nothing.
        routes.on(.post, "/api/2/auth/{user}/login.json", isSigningIn: true) { _, _, _ in SyncJSON.done }
        routes.signOut(.post, "/api/2/auth/{user}/logout.json")
    }
}

extension SyncRoutes {
    /// The route that ends the cookie's session; also without one it is done.
    fileprivate mutating func signOut(_ method: HTTPMethod, _ pattern: String) {
        let authenticator = self.authenticator
        open(method, pattern) { request, parameters in
            var response = SyncJSON.done
            guard let cookie = request.fields.cookie(SyncAuthenticator.cookieName) else { return response }
            try await authenticator.checkCookie(request, names: parameters["user"])
            try await authenticator.authenticator.accounts.endSyncSession(cookie)
            let cookieName = SyncAuthenticator.cookieName
            response.fields.append(
                "Set-Cookie",
                authenticator.authenticator.cookie(cookieName, "", request, lifetime: .zero)
            )
            return response
        }
    }
}
