import Foundation
import HTTP
import PodcastAPI

/// Pages of entries: of a feed, of a folder, of all; and what follows an entry.
struct ListRoutes: Sendable {
    let store: PodcastStore
    let now: @Sendable () -> Date

    func add(to routes: inout APIRoutes) {
        routes.signedIn(.get, "/api/feeds/{id}/entries") { user, request, parameters in
            let isAll = parameters["id"] == PodcastAPI.allFeeds
            return .json(try await page(user, request, isAll ? .all : .feed(try FeedRoutes.feed(parameters))))
        }
        routes.signedIn(.get, "/api/folders/{id}/entries") { user, request, parameters in
            let folder = try await store.folder(try FolderRoutes.folder(parameters["id"]), of: user.id)
            return .json(try await page(user, request, .folder(folder.name)))
        }
        routes.signedIn(.get, "/api/entries/{id}/next") { user, request, parameters in
            let direction = request.query("direction").map(Autoplay.init)
            guard direction != .some(nil), direction != .off else {
                throw APIFailure.badRequest("direction is newer or older.")
            }
            let filter = request.query("filter")
            guard [nil, "all", "unread"].contains(filter) else {
                throw APIFailure.badRequest("filter is all or unread.")
            }
            let entry = try await store.next(
                after: try EntryRoutes.entry(parameters),
                of: user.id,
                direction ?? nil,
                unreadOnly: filter == "unread"
            )
            return .json(NextEntry(entry: entry.map(EntrySummary.init)))
        }
    }

    private func page(
        _ user: UserRecord,
        _ request: HTTPServerRequest,
        _ scope: EntryList.Scope
    ) async throws -> EntryPage {
        let rows = try await store.entries(
            of: user.id,
            in: try EntryList(scope, request, now: now()),
            after: try request.query("after").map(EntryCursor.init(text:)),
            limit: try request.pageSize()
        )
        return EntryPage(entries: rows.entries.map(EntrySummary.init), next: rows.next?.text)
    }
}
