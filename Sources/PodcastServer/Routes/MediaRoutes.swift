import Foundation
import HTTP
import PodcastAPI

/// What is seen and heard: artwork and media.
struct MediaRoutes: Sendable {
    let store: PodcastStore
    let media: MediaLibrary
    let art: ArtLibrary

    func add(to routes: inout APIRoutes) {
        routes.signedIn(.get, "/media/{id}/{name}") { user, request, parameters in
            let entry = try EntryRoutes.entry(parameters)
            // The entry must belong to one of the user's own subscriptions.
            _ = try await store.position(of: entry, user: user.id)
            return await media.respond(entry: entry, name: parameters["name"], request: request)
        }
        routes.signedIn(.get, "/api/art/{id}") { user, request, parameters in
            let (source, title) = try await picture(parameters["id"], user)
            let size = request.query("size").flatMap { Int($0) } ?? 256
            return await art.respond(
                source: source.flatMap { URL(string: $0) },
                fallbackText: title,
                size: size,
                request: request
            )
        }
    }

    /// The address of a picture, and the title that a placeholder shows instead.
    private func picture(_ id: String, _ user: UserRecord) async throws -> (source: String?, title: String) {
        if id == PodcastAPI.allFeeds { return (nil, "All") }
        guard let kind = id.first, let number = Int64(id.dropFirst()) else { throw APIFailure.notFound("picture") }
        switch kind {
        case "f":
            let feed = try await store.subscription(of: user.id, feed: number)
            return (feed.imageURL, feed.displayTitle)
        case "e":
            let entry = try await store.entry(number, of: user.id)
            return (entry.row.imageURL ?? entry.feedImageURL, entry.row.feedTitle)
        default: throw APIFailure.notFound("picture")
        }
    }
}
