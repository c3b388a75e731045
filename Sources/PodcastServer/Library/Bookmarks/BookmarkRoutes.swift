import Foundation
import HTTP
import PodcastAPI

/// Places that a user marked, and chapters that a user does not want to hear.
struct BookmarkRoutes: Sendable {
    let store: PodcastStore
    let now: @Sendable () -> Date

    func add(to routes: inout APIRoutes) {
        routes.signedIn(.get, "/api/entries/{id}/bookmarks") { user, _, parameters in
            let rows = try await store.bookmarks(of: try EntryRoutes.entry(parameters), user: user.id)
            return .json(BookmarkPage(bookmarks: rows.map(Bookmark.init)))
        }
        routes.signedIn(.post, "/api/entries/{id}/bookmarks") { user, request, parameters in
            try await add(try EntryRoutes.entry(parameters), user, request)
        }
        routes.signedIn(.get, "/api/bookmarks") { user, request, _ in
            let page = try await store.bookmarks(
                of: user.id,
                after: try request.query("after").map(EntryCursor.init(text:)),
                limit: try request.pageSize()
            )
            return .json(BookmarkPage(bookmarks: page.rows.map(Bookmark.init), next: page.next?.text))
        }
        routes.signedIn(.patch, "/api/bookmarks/{id}") { user, request, parameters in
            let change = try await request.json(BookmarkChange.self)
            let edit = BookmarkEdit(
                seconds: try change.seconds.map(Self.seconds),
                title: try change.title.map(Self.title),
                note: try change.note.map { try Self.note($0) }
            )
            let row = try await store.changeBookmark(try Self.bookmark(parameters), user: user.id, edit)
            return .json(Bookmark(row))
        }
        routes.signedIn(.delete, "/api/bookmarks/{id}") { user, _, parameters in
            try await store.removeBookmark(try Self.bookmark(parameters), user: user.id)
            return HTTPServerResponse(.noContent)
        }
        addChapters(to: &routes)
    }

    private func addChapters(to routes: inout APIRoutes) {
        routes.signedIn(.get, "/api/entries/{id}/skipped-chapters") { user, _, parameters in
            let entry = try EntryRoutes.entry(parameters)
            return .json(SkippedChapters(starts: try await store.skippedChapters(of: entry, user: user.id)))
        }
        routes.signedIn(.put, "/api/entries/{id}/skipped-chapters") { user, request, parameters in
            let entry = try EntryRoutes.entry(parameters)
            let starts = try await request.json(SkippedChapters.self).starts
            guard starts.count <= 1_000 else { throw APIFailure.badRequest("Send at most 1000 chapters.") }
            try await store.setSkippedChapters(try starts.map(Self.seconds), of: entry, user: user.id)
            return .json(SkippedChapters(starts: try await store.skippedChapters(of: entry, user: user.id)))
        }
    }

    private func add(
        _ entry: Int64,
        _ user: UserRecord,
        _ request: HTTPServerRequest
    ) async throws -> HTTPServerResponse {
        let wish = try await request.json(BookmarkRequest.self)
        let row = try await store.addBookmark(
            entry,
            user: user.id,
            seconds: try Self.seconds(wish.seconds),
            title: try Self.title(wish.title ?? ""),
            note: try Self.note(wish.note ?? ""),
            now: now()
        )
        return .json(Bookmark(row), status: .created)
    }

    private static func bookmark(_ parameters: Router.Parameters) throws -> Int64 {
        guard let id = Int64(parameters["id"]) else { throw StoreError.noSuchBookmark }
        return id
    }

    private static func seconds(_ seconds: Double) throws -> Double {
        guard seconds >= 0, seconds < 1e7 else { throw StoreError.invalidPosition }
        // Milliseconds are what players tell apart; more digits would make two of one place.
        return (seconds * 1_000).rounded() / 1_000
    }

    private static func title(_ text: String) throws -> String {
        let text = text.trimmingBlanks.filter { $0 != "\0" }
        guard text.count <= 500 else { throw APIFailure.badRequest("A bookmark's title has at most 500 characters.") }
        return text
    }

    private static func note(_ text: String) throws -> String? {
        let text = text.filter { $0 != "\0" }
        guard text.count <= 10_000 else {
            throw APIFailure.badRequest("A bookmark's note has at most 10000 characters.")
        }
        return text.trimmingBlanks.isEmpty ? nil : text
    }
}

extension Bookmark {
    /// The wire form of a bookmark.
    init(_ row: BookmarkRow) {
        self.init(
            id: "\(row.id)",
            entry: "\(row.entry)",
            entryTitle: row.entryTitle,
            feedTitle: row.feedTitle,
            art: row.hasOwnPicture ? "/api/art/e\(row.entry)" : "/api/art/f\(row.feed)",
            seconds: row.seconds,
            title: row.title,
            note: row.note,
            created: row.created
        )
    }
}
