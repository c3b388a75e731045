import Foundation
import HTTP

/// A subscription as the gpodder API describes a podcast.
struct PodcastObject: Sendable {
    var url: String
    var title: String
    var author: String
    var description: String
    var website: String
    var logo: String?

    /// Every key that clients insist on.
    var json: [String: Any] {
        [
            "url": url, "title": title, "author": author, "description": description, "website": website,
            "subscribers": 1, "subscribers_last_week": 1, "logo_url": logo ?? NSNull(),
            "scaled_logo_url": logo ?? NSNull(),
            "mygpo_link": website,
        ]
    }
}

extension GPodderRoutes.Parts {
    /// A user's subscriptions under the addresses that programs know.
    ///
    /// - Throws: ``APIFailure`` with 400 for a senseless `scale_logo`.
    func podcasts(of user: UserRecord, _ request: HTTPServerRequest) async throws -> [PodcastObject] {
        if let text = request.query("scale_logo"), !(Int(text).map { (1...256).contains($0) } ?? false) {
            throw APIFailure.badRequest("scale_logo is a number from 1 to 256.")
        }
        let addresses = try await store.syncURLs(of: user.id)
        return try await store.subscriptions(of: user.id).map { row in
            PodcastObject(
                url: addresses[row.feed] ?? row.url,
                title: row.displayTitle,
                author: row.author ?? "",
                description: row.description ?? "",
                website: row.link ?? "",
                logo: row.imageURL
            )
        }.sorted { $0.url < $1.url }
    }
}
