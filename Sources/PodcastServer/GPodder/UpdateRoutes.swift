import Foundation
import HTTP

/// What is new for a device in one answer, and the favourites: the page's starred entries.
struct UpdateRoutes: Sendable {
    let parts: GPodderRoutes.Parts

    func add(to routes: inout SyncRoutes) {
        routes.on(.get, "/api/2/updates/{user}/{device}.json") { caller, request, parameters in
            try await updates(caller, request, device: try parameters.device())
        }
        routes.on(.get, "/api/2/favorites/{user}.json") { caller, _, _ in
            let page = try await parts.store.entries(of: caller.user.id, .starred, limit: 500)
            let addresses = try await parts.store.syncURLs(of: caller.user.id)
            return try SyncJSON.response(page.entries.compactMap { Self.episode($0, addresses) })
        }
        // Lists of podcasts to recommend are not kept here.
        routes.on(.get, "/api/2/lists/{user}.json") { _, _, _ in try SyncJSON.response([Any]()) }
    }

    private func updates(
        _ caller: SyncAuthenticator.Caller,
        _ request: HTTPServerRequest,
        device: String
    ) async throws -> HTTPServerResponse {
        let since = try request.since()
        let withActions = try EpisodeActionRoutes.flag(request, "include_actions")
        let changes = try await parts.store.subscriptionChanges(
            of: caller.user.id,
            since: since,
            device: device,
            now: parts.now()
        )
        let podcasts = try await parts.podcasts(of: caller.user, request)
        let added = Set(changes.added)
        let addresses = try await parts.store.syncURLs(of: caller.user.id)
        let page = try await parts.store.entries(of: caller.user.id, limit: 500)
        let start = Date(timeIntervalSince1970: Double(since))
        let updates = page.entries.filter { $0.published >= start }.compactMap { row -> [String: Any]? in
            guard var episode = Self.episode(row, addresses) else { return nil }
            episode["status"] = row.isRead || row.position != nil ? "play" : "new"
            if withActions, let position = row.position, let duration = row.duration, position > 0, duration > 0 {
                episode["action"] = [
                    "podcast": episode["podcast_url"] ?? "", "episode": episode["url"] ?? "", "action": "play",
                    "position": Int(position), "started": 0, "total": Int(duration),
                    "timestamp": SyncTime.text(row.finished ?? parts.now()),
                ]
            }
            return episode
        }
        return try SyncJSON.response([
            "add": podcasts.filter { added.contains($0.url) }.map(\.json), "remove": changes.removed,
            "updates": updates, "timestamp": changes.tick,
        ])
    }

    /// An entry as the gpodder API describes an episode; `nil` for an article.
    private static func episode(_ row: EntryRow, _ addresses: [Int64: String]) -> [String: Any]? {
        guard let url = row.mediaURL, let podcast = addresses[row.feed] else { return nil }
        return [
            "title": row.title, "url": url, "podcast_title": row.feedTitle, "podcast_url": podcast,
            "description": row.summary, "website": "", "released": SyncTime.text(row.published), "mygpo_link": "",
        ]
    }
}
