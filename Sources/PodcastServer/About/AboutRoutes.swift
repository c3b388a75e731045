import Foundation
import HTTP
import PodcastAPI

/// What a feed says about its show, and its trailers.
struct AboutRoutes: Sendable {
    let store: PodcastStore
    let trailers: MediaLibrary

    func add(to routes: inout APIRoutes) {
        routes.signedIn(.get, "/api/feeds/{id}/about") { user, _, parameters in
            let feed = try FeedRoutes.feed(parameters)
            let seasons = try await store.seasons(of: feed, user: user.id)
            guard let record = try await store.feed(id: feed) else { throw APIFailure.notFound("feed") }
            return .json(await FeedAbout.make(record, seasons: seasons))
        }
        routes.signedIn(.get, "/api/feeds/{id}/trailers/{number}") { user, request, parameters in
            let feed = try FeedRoutes.feed(parameters)
            _ = try await store.subscription(of: user.id, feed: feed)
            guard let number = Int(parameters["number"]), let key = TrailerKey(feed: feed, number: number) else {
                throw APIFailure.notFound("trailer")
            }
            return await trailers.respond(entry: key.value, name: parameters["number"], request: request)
        }
    }
}

/// A trailer as its media library names it: one number for feed and place in the list.
struct TrailerKey: Sendable {
    /// More trailers than any show has.
    private static let most: Int64 = 1000

    /// The number.
    let value: Int64

    /// Counts trailers from 1.
    init?(feed: Int64, number: Int) {
        guard (1...Int(Self.most)).contains(number), feed >= 0, feed < Int64.max / Self.most - 1 else { return nil }
        value = feed * Self.most + Int64(number - 1)
    }

    /// Where the trailer with that number is.
    static func source(_ value: Int64, _ store: PodcastStore) async throws -> MediaSource? {
        guard let feed = try await store.feed(id: value / most) else { return nil }
        let list = FeedExtras(json: feed.content.extras).trailers ?? []
        let index = Int(value % most)
        guard list.indices.contains(index), let url = URL(string: list[index].url) else { return nil }
        return MediaSource(url: url, type: list[index].type)
    }
}
