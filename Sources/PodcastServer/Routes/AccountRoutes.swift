import HTTP
import PodcastAPI

/// What users do with their own account: password, sessions, API tokens, links for another device.
struct AccountRoutes: Sendable {
    let authenticator: Authenticator

    private var accounts: Accounts { authenticator.accounts }

    func add(to routes: inout APIRoutes) {
        routes.personal(.put, "/api/me/password") { identity, request, _ in
            let change = try await request.json(PasswordChange.self)
            try await accounts.changePassword(change, of: identity, from: authenticator.client(request))
            return HTTPServerResponse(.noContent)
        }
        routes.personal(.post, "/api/links") { identity, request, _ in
            let base = authenticator.proxies.base(request)
            return .json(
                try await accounts.makeLink(.signIn, user: identity.user.id, base: base),
                status: .created
            )
        }
        addSessions(to: &routes)
        addTokens(to: &routes)
    }

    private func addSessions(to routes: inout APIRoutes) {
        routes.personal(.get, "/api/sessions") { identity, _, _ in
            .json(SessionList(sessions: try await accounts.sessions(of: identity)))
        }
        routes.personal(.delete, "/api/sessions") { identity, _, _ in
            try await accounts.endOtherSessions(of: identity)
            return HTTPServerResponse(.noContent)
        }
        routes.personal(.delete, "/api/sessions/{id}") { identity, _, parameters in
            try await accounts.endSession(parameters["id"], of: identity)
            return HTTPServerResponse(.noContent)
        }
    }

    private func addTokens(to routes: inout APIRoutes) {
        routes.personal(.get, "/api/tokens") { identity, _, _ in
            .json(APITokenList(tokens: try await accounts.tokens(of: identity.user)))
        }
        routes.personal(.post, "/api/tokens") { identity, request, _ in
            let wish = try await request.json(NewAPIToken.self)
            return .json(try await accounts.makeToken(named: wish.name, for: identity.user), status: .created)
        }
        routes.personal(.delete, "/api/tokens/{id}") { identity, _, parameters in
            try await accounts.revokeToken(parameters["id"], of: identity.user)
            return HTTPServerResponse(.noContent)
        }
    }
}
