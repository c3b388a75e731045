import Essentials
import Foundation
import HTTP
import PodcastAPI

/// Marking many entries read, and taking that back.
struct MarkingRoutes: Sendable {
    let store: PodcastStore
    let now: @Sendable () -> Date

    func add(to routes: inout APIRoutes) {
        routes.signedIn(.post, "/api/feeds/{id}/read") { user, request, parameters in
            let isAll = parameters["id"] == PodcastAPI.allFeeds
            return try await mark(isAll ? .all : .feed(try FeedRoutes.feed(parameters)), user, request)
        }
        routes.signedIn(.post, "/api/folders/{id}/read") { user, request, parameters in
            let folder = try await store.folder(try FolderRoutes.folder(parameters["id"]), of: user.id)
            return try await mark(.folder(folder.name), user, request)
        }
        routes.signedIn(.post, "/api/undo") { user, request, _ in
            try await store.undo(try await request.json(UndoRequest.self).undo, user: user.id, now: now())
            return .json(UnreadCount(unread: try await store.unreadCount(of: user.id)))
        }
    }

    private func mark(
        _ scope: EntryList.Scope,
        _ user: UserRecord,
        _ request: HTTPServerRequest
    ) async throws -> HTTPServerResponse {
        let wish = try await request.json(MarkRead.self)
        var marking = Marking(scope: scope)
        if let days = wish.olderThan {
            guard days >= 0, days < 1e6 else { throw APIFailure.badRequest("olderThan is a number of days from 0.") }
            marking.until = now() - days * 86_400
        }
        marking.until = [marking.until, wish.before].compactMap(\.self).min()
        if let text = wish.entry {
            guard let entry = Int64(text) else { throw StoreError.noSuchEntry }
            marking.entry = entry
        }
        let marked = try await store.mark(marking, user: user.id, token: secureRandomBytes(18).base64URL, now: now())
        return .json(
            MarkedRead(
                unread: try await store.unreadCount(of: user.id),
                marked: marked.count,
                undo: marked.undo
            )
        )
    }
}
