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
        let parts = id.dropFirst().split(separator: "-", maxSplits: 1)
        guard let kind = id.first, let number = parts.first.flatMap({ Int64($0) }) else {
            throw APIFailure.notFound("picture")
        }
        let token = parts.count > 1 ? String(parts[1]) : nil
        switch kind {
        case "f":
            let feed = try await store.subscription(of: user.id, feed: number)
            guard let token else { return (feed.imageURL, feed.displayTitle) }
            let extras = FeedExtras(json: try await store.feed(id: number)?.content.extras)
            return try named(token, extras.people ?? [], [])
        case "e":
            let entry = try await store.entry(number, of: user.id)
            guard let token else { return (entry.row.imageURL ?? entry.feedImageURL, entry.row.feedTitle) }
            let extras = EntryExtras(json: entry.extras)
            let people = extras.people ?? FeedExtras(json: entry.feedExtras).people ?? []
            return try named(token, people, extras.chapters ?? [])
        default: throw APIFailure.notFound("picture")
        }
    }

    /// The picture of a person or chapter.
    private func named(
        _ token: String,
        _ people: [ExtraPerson],
        _ chapters: [EntryExtras.Chapter]
    ) throws -> (source: String?, title: String) {
        let named = people.map { ($0.image, $0.name) } + chapters.map { ($0.image, $0.title ?? "") }
        for (source, title) in named where source.map(ArtToken.token) == token { return (source, title) }
        throw APIFailure.notFound("picture")
    }
}
