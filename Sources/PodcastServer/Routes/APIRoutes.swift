import HTTP
import PodcastAPI

/// Routes sorted by who may use them.
struct APIRoutes: Sendable {
    typealias Action = @Sendable (UserRecord, HTTPServerRequest, Router.Parameters) async throws -> HTTPServerResponse
    /// An action that wants to know how somebody is signed in.
    typealias IdentifiedAction =
        @Sendable (Identity, HTTPServerRequest, Router.Parameters) async throws -> HTTPServerResponse

    private(set) var router = Router()
    private let authenticator: Authenticator

    init(authenticator: Authenticator) { self.authenticator = authenticator }

    /// A route for everybody.
    mutating func open(_ method: HTTPMethod, _ pattern: String, _ action: @escaping Router.Action) {
        router.on(method, pattern, action)
    }

    /// A route for users, however they are signed in.
    mutating func signedIn(_ method: HTTPMethod, _ pattern: String, _ action: @escaping Action) {
        identified(method, pattern) { identity, request, parameters in
            try await action(identity.user, request, parameters)
        }
    }

    /// The same, where the action wants to know how.
    mutating func identified(_ method: HTTPMethod, _ pattern: String, _ action: @escaping IdentifiedAction) {
        router.on(method, pattern) { [authenticator] request, parameters in
            guard let identity = try await authenticator.identity(of: request) else {
                throw try await authenticator.accounts.signedOut()
            }
            return try await action(identity, request, parameters)
        }
    }

    /// A route for users in person: what changes the account can't be done with an API token, so that one that leaks is
    /// revoked and nothing is left of it.
    mutating func personal(_ method: HTTPMethod, _ pattern: String, _ action: @escaping IdentifiedAction) {
        identified(method, pattern) { identity, request, parameters in
            if case .token = identity.proof {
                throw APIFailure(.forbidden, .sessionNeeded, "An API token can't do that; sign in on the page.")
            }
            return try await action(identity, request, parameters)
        }
    }

    /// A route for administrators in person.
    mutating func administrator(_ method: HTTPMethod, _ pattern: String, _ action: @escaping IdentifiedAction) {
        personal(method, pattern) { identity, request, parameters in
            guard identity.user.isAdministrator else {
                throw APIFailure(.forbidden, .administratorNeeded, "Only an administrator can do that.")
            }
            return try await action(identity, request, parameters)
        }
    }
}

extension Accounts {
    /// The answer to somebody without a session: sign in, or set the server up first.
    func signedOut() async throws -> APIFailure {
        if try await hasAdministrator() { return APIFailure(.unauthorized, .signedOut, "Sign in to go on.") }
        return APIFailure(
            .unauthorized,
            .setupNeeded,
            "This server is new: open the link that it printed in its terminal."
        )
    }
}
