import HTTP
import PodcastAPI

/// Routes sorted by who may use them.
struct APIRoutes: Sendable {
    typealias Action = @Sendable (UserRecord, HTTPServerRequest, Router.Parameters) async throws -> HTTPServerResponse

    private(set) var router = Router()
    private let accounts: Accounts

    init(accounts: Accounts) { self.accounts = accounts }

    /// A route for everybody.
    mutating func open(_ method: HTTPMethod, _ pattern: String, _ action: @escaping Router.Action) {
        router.on(method, pattern, action)
    }

    /// A route that needs a session.
    mutating func signedIn(_ method: HTTPMethod, _ pattern: String, _ action: @escaping Action) {
        router.on(method, pattern) { [accounts] request, parameters in
            let token = request.fields.cookie(SessionRoutes.cookieName)
            guard let token, let user = try await accounts.user(ofSession: token) else {
                throw try await accounts.signedOut()
            }
            return try await action(user, request, parameters)
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
