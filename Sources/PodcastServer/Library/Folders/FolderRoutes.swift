import Foundation
import HTTP
import PodcastAPI

/// Folders of subscriptions.
struct FolderRoutes: Sendable {
    let store: PodcastStore

    func add(to routes: inout APIRoutes) {
        routes.signedIn(.get, "/api/folders") { user, _, _ in .json(try await list(user)) }
        routes.signedIn(.post, "/api/folders") { user, request, _ in
            let name = try Self.name(try await request.json(FolderName.self))
            return .json(Folder(try await store.addFolder(name, of: user.id)), status: .created)
        }
        routes.signedIn(.put, "/api/folders") { user, request, _ in
            let wanted = try await request.json(FolderOrder.self).folders.map(Self.folder)
            try await store.orderFolders(wanted, of: user.id)
            return .json(try await list(user))
        }
        routes.signedIn(.patch, "/api/folders/{id}") { user, request, parameters in
            let id = try Self.folder(parameters["id"])
            let name = try Self.name(try await request.json(FolderName.self))
            return .json(Folder(try await store.renameFolder(id, to: name, of: user.id)))
        }
        routes.signedIn(.delete, "/api/folders/{id}") { user, _, parameters in
            try await store.deleteFolder(try Self.folder(parameters["id"]), of: user.id)
            return HTTPServerResponse(.noContent)
        }
    }

    private func list(_ user: UserRecord) async throws -> FolderList {
        FolderList(folders: try await store.folders(of: user.id).map(Folder.init))
    }

    /// The number of a folder.
    static func folder(_ text: String) throws -> Int64 {
        guard let id = Int64(text) else { throw StoreError.noSuchFolder }
        return id
    }

    private static func name(_ request: FolderName) throws -> String {
        let name = request.name.trimmingBlanks
        guard !name.isEmpty, name.count <= 200, !name.contains("\0") else {
            throw APIFailure.badRequest("A folder's name has 1 to 200 characters.")
        }
        return name
    }
}

extension Folder {
    /// The wire form of a folder.
    init(_ row: FolderRow) {
        self.init(id: "\(row.id)", name: row.name, unread: row.unread, feeds: row.feeds)
    }
}
