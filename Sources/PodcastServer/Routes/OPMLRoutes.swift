import Foundation
import HTTP
import PodcastAPI
import Podcasts

/// The subscriptions as an OPML list, out and in.
struct OPMLRoutes: Sendable {
    /// Far above any real list: ten thousand subscriptions have two megabytes.
    private static let maximumLength: Int64 = 16 << 20
    private static let mediaTypes = ["text/x-opml", "text/xml", "application/xml", "text/x-opml+xml"]

    let store: PodcastStore
    let refreshing: FeedRefreshing
    let feeds: FeedRoutes

    func add(to routes: inout APIRoutes) {
        routes.signedIn(.get, "/api/opml") { user, _, _ in
            let rows = try await store.subscriptions(of: user.id)
            return HTTPServerResponse(
                .ok,
                fields: [
                    "Content-Type": "text/x-opml; charset=utf-8", "Cache-Control": "no-store",
                    "Content-Disposition": "attachment; filename=\"tonearm.opml\"",
                ],
                body: HTTPBody(Self.list(rows).document)
            )
        }
        routes.signedIn(.post, "/api/opml") { user, request, _ in
            let type = request.fields["Content-Type"].flatMap { MediaType($0) }?.essence ?? ""
            guard Self.mediaTypes.contains(type) else {
                throw APIFailure(.unsupportedMediaType, .badRequest, "Send OPML with Content-Type: text/x-opml.")
            }
            let body = try await request.body.collect(upTo: Self.maximumLength)
            let outcome = try await refreshing.subscriber.importOPML(body, user: user.id)
            return .json(try await feeds.report(outcome, user))
        }
    }

    /// The subscriptions in the order of their titles, as they are called here.
    private static func list(_ rows: [SubscriptionRow]) -> OPML {
        let sorted = rows.sorted { $0.displayTitle.localizedStandardCompare($1.displayTitle) == .orderedAscending }
        let feeds = sorted.map { row in
            OPML.Feed(url: row.url, title: row.displayTitle, link: row.link, folders: row.folder.map { [$0] } ?? [])
        }
        return OPML(title: "Tonearm subscriptions", feeds: feeds)
    }
}
