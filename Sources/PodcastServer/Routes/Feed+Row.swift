import Foundation
import PodcastAPI

extension Feed {
    /// The wire form of a subscription.
    init(_ row: SubscriptionRow, isRefreshing: Bool) {
        self.init(
            id: "\(row.feed)",
            title: row.displayTitle,
            art: "/api/art/f\(row.feed)",
            unread: row.unread,
            entries: row.total
        )
        url = Self.withoutCredentials(row.url)
        link = row.link
        author = row.author
        description = row.description
        folder = row.folder
        speed = row.speed
        skipIntro = row.skipIntro
        skipOutro = row.skipOutro
        keepNewest = row.keepNewest
        queueRule = row.queueRule
        queueLimit = row.queueLimit
        order = row.order
        kind = row.kind
        newest = row.newest
        refreshing = isRefreshing
        refreshed = row.lastSuccess
        nextRefresh = row.nextRefresh
        trouble = row.trouble.map {
            FeedTrouble(message: $0.sentence, since: $0.since, failures: $0.failures, gone: $0.isGone)
        }
    }

    private static func withoutCredentials(_ url: String) -> String {
        guard var parts = URLComponents(string: url), parts.user != nil || parts.password != nil else { return url }
        parts.user = nil
        parts.password = nil
        return parts.string ?? url
    }
}

extension SubscriptionRow {
    /// The user's own title, else the feed's, else where it comes from.
    var displayTitle: String {
        if let customTitle { return customTitle }
        if !feedTitle.isEmpty { return feedTitle }
        return URLComponents(string: url)?.host ?? url
    }
}
