import Foundation
import HTTP
import PodcastAPI

/// Entries: pages of a list, one whole, and what a user does with it.
struct EntryRoutes: Sendable {
    let store: PodcastStore
    let now: @Sendable () -> Date

    func add(to routes: inout APIRoutes) {
        routes.signedIn(.get, "/api/feeds/{id}/entries") { user, request, parameters in
            .json(try await page(user, request, parameters))
        }
        routes.signedIn(.get, "/api/entries/unread-count") { user, _, _ in
            .json(UnreadCount(unread: try await store.unreadCount(of: user.id)))
        }
        routes.signedIn(.get, "/api/entries/{id}") { user, _, parameters in
            .json(await Entry.make(try await store.entry(try Self.entry(parameters), of: user.id)))
        }
        routes.signedIn(.put, "/api/entries/{id}/position") { user, request, parameters in
            let sent = try await request.json(PlayPosition.self)
            let stored = try await store.setPosition(
                of: try Self.entry(parameters),
                user: user.id,
                StoredPosition(seconds: sent.seconds, duration: sent.duration, at: sent.at),
                now: now()
            )
            return .json(PlayPosition(seconds: stored.seconds, duration: stored.duration, at: stored.at))
        }
        routes.signedIn(.put, "/api/entries/{id}/read") { user, request, parameters in
            let flag = try await request.json(ReadFlag.self)
            try await store.setRead(flag.read, entry: try Self.entry(parameters), user: user.id, now: now())
            return .json(flag)
        }
        routes.signedIn(.put, "/api/entries/{id}/starred") { user, request, parameters in
            let flag = try await request.json(StarredFlag.self)
            try await store.setStarred(flag.starred, entry: try Self.entry(parameters), user: user.id)
            return .json(flag)
        }
    }

    /// The number of an entry in the path.
    static func entry(_ parameters: Router.Parameters) throws -> Int64 {
        guard let entry = Int64(parameters["id"]) else { throw APIFailure.notFound("entry") }
        return entry
    }

    private func page(
        _ user: UserRecord,
        _ request: HTTPServerRequest,
        _ parameters: Router.Parameters
    ) async throws -> EntryPage {
        let feed = parameters["id"] == PodcastAPI.allFeeds ? nil : try FeedRoutes.feed(parameters)
        let rows = try await store.entries(
            of: user.id,
            feed: feed,
            try Self.selection(request),
            after: try request.query("after").map(EntryCursor.init(text:)),
            limit: try Self.limit(request)
        )
        return EntryPage(entries: rows.entries.map(EntrySummary.init), next: rows.next?.text)
    }

    private static func limit(_ request: HTTPServerRequest) throws -> Int {
        guard let text = request.query("limit") else { return PodcastAPI.defaultPageSize }
        guard let limit = Int(text), (1...PodcastAPI.maximumPageSize).contains(limit) else {
            throw APIFailure.badRequest("limit is a number from 1 to \(PodcastAPI.maximumPageSize).")
        }
        return limit
    }

    private static func selection(_ request: HTTPServerRequest) throws -> EntrySelection {
        switch request.query("filter").map(EntryFilter.init) {
        case nil, .some(.some(.all)): .all
        case .some(.some(.unread)): .unread
        case .some(.some(.starred)): .starred
        case .some(.some(.started)): .started
        default: throw APIFailure.badRequest("filter is one of all, unread, starred and started.")
        }
    }
}
