import HTTP
import PodcastAPI

/// The administrator's users.
struct UserRoutes: Sendable {
    let authenticator: Authenticator
    let media: MediaLibrary

    private var accounts: Accounts { authenticator.accounts }

    func add(to routes: inout APIRoutes) {
        routes.administrator(.get, "/api/admin/users") { _, _, _ in
            .json(UserList(users: try await accounts.users()))
        }
        routes.administrator(.post, "/api/admin/users") { _, request, _ in
            let new = try await request.json(NewUser.self)
            return .json(
                try await accounts.addUser(new, base: authenticator.proxies.base(request)),
                status: .created
            )
        }
        routes.administrator(.patch, "/api/admin/users/{id}") { _, request, parameters in
            let id = try Self.user(parameters)
            return .json(try await accounts.changeUser(id, try await request.json(UserChange.self)))
        }
        routes.administrator(.delete, "/api/admin/users/{id}") { _, _, parameters in
            let gone = try await accounts.removeUser(try Self.user(parameters))
            await media.remove(gone)
            return HTTPServerResponse(.noContent)
        }
        routes.administrator(.post, "/api/admin/users/{id}/links") { _, request, parameters in
            let id = try Self.user(parameters)
            let wish = try await request.json(LinkRequest.self)
            let base = authenticator.proxies.base(request)
            return .json(try await accounts.makeLink(wish.purpose, forUser: id, base: base), status: .created)
        }
    }

    private static func user(_ parameters: Router.Parameters) throws -> Int64 {
        guard let user = Int64(parameters["id"]) else { throw APIFailure.notFound("user") }
        return user
    }
}
