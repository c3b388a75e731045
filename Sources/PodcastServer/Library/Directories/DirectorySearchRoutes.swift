import Foundation
import HTTP
import PodcastAPI

/// Searching the directories that the administrator named, and naming them.
struct DirectorySearchRoutes: Sendable {
    let store: PodcastStore
    let search: DirectorySearch
    let settings: DirectorySettings

    func add(to routes: inout APIRoutes) {
        routes.signedIn(.get, "/api/directory") { user, request, _ in
            let query = (request.query("q") ?? "").trimmingBlanks
            guard (1...200).contains(query.count) else {
                throw APIFailure.badRequest("q holds what to look for, 1 to 200 characters.")
            }
            var answer = await search.search(query, in: try entries())
            let known = Dictionary(try await store.subscriptions(of: user.id).map { ($0.url, $0.feed) }) { first, _ in
                first
            }
            for index in answer.results.indices {
                answer.results[index].feed = known[answer.results[index].url].map { "\($0)" }
            }
            return .json(answer)
        }
        routes.administrator(.get, "/api/admin/directories") { _, _, _ in .json(try list()) }
        routes.administrator(.put, "/api/admin/directories") { _, request, _ in
            do {
                try settings.replace(try await request.json(DirectoryList.self).directories)
            } catch let error as DirectoryError where error != .unreadable {
                throw APIFailure.badRequest(error.sentence)
            }
            return .json(try list())
        }
    }

    private func entries() throws -> [DirectorySettings.Entry] {
        do {
            return try settings.entries()
        } catch let error as DirectoryError {
            throw APIFailure(.internalServerError, .storageFailed, error.sentence)
        }
    }

    private func list() throws -> DirectoryList {
        DirectoryList(
            directories: try entries().map { entry in
                var directory = Directory(name: entry.name, kind: entry.kind, url: entry.url)
                directory.hasKey = entry.key != nil && entry.secret != nil
                return directory
            }
        )
    }
}
