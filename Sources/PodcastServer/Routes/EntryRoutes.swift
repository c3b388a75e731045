import Foundation
import HTTP
import PodcastAPI

/// Entries: one whole, and what a user does with it.
struct EntryRoutes: Sendable {
    let store: PodcastStore
    let now: @Sendable () -> Date

    func add(to routes: inout APIRoutes) {
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
            var answer = PlayPosition(seconds: stored.seconds, duration: stored.duration, at: stored.at)
            answer.read = stored.isRead
            return .json(answer)
        }
        routes.signedIn(.delete, "/api/entries/{id}/position") { user, _, parameters in
            try await store.clearPosition(of: try Self.entry(parameters), user: user.id, now: now())
            return HTTPServerResponse(.noContent)
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
}
