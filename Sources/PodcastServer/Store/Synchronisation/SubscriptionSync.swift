import Database
import Foundation

/// Applies a program's additions and removals to a user's subscriptions, in one transaction.
struct SubscriptionSync {
    let user: Int64
    let client: String
    let now: Date
    var update = PodcastStore.SubscriptionUpdate(tick: 0)

    init(user: Int64, client: String, now: Date) {
        self.user = user
        self.client = client
        self.now = now
    }

    /// Additions first: a feed that goes under one address and comes under another stays, with all that was heard.
    mutating func apply(add: [String], remove: [String], _ writer: any DatabaseWriting) throws {
        var kept: Set<Int64> = []
        for url in add { kept.insert(try self.add(url, writer)) }
        for url in remove { try self.remove(url, kept, writer) }
    }

    private mutating func add(_ url: String, _ writer: any DatabaseWriting) throws -> Int64 {
        let known = try PodcastStore.feedID(url, writer)
        let feed = try known ?? PodcastStore.addFeed(url, now, writer)
        if known == nil { update.hasNewFeeds = true }
        if let other = try PodcastStore.syncURL(of: feed, user, writer) {
            if other != url { update.known[url] = other }
            return feed
        }
        if try PodcastStore.addSubscription(user, feed, nil, now, writer) {
            try mark(feed, writer)
        } else {
            try PodcastStore.noteSubscribed(user, feed, client: client, writer)
        }
        if let stored = try PodcastStore.syncURL(of: feed, user, writer), stored != url { update.known[url] = stored }
        return feed
    }

    private mutating func remove(_ url: String, _ kept: Set<Int64>, _ writer: any DatabaseWriting) throws {
        let sql = "SELECT feed_id FROM sync_subscriptions WHERE user_id = ? AND url = ? AND is_subscribed = 1"
        let noted: Int64? = try writer.value(sql, [user, url])
        guard let feed = try noted ?? PodcastStore.feedID(url, writer), !kept.contains(feed) else { return }
        if noted != nil {
            let tick = try PodcastStore.tick(of: user, writer)
            try writer.execute(
                "UPDATE sync_subscriptions SET is_subscribed = 0, tick = ?, client = ? WHERE user_id = ? AND url = ?",
                [tick, client, user, url]
            )
            // Another program may know the feed by another address, and still wants it.
            if try PodcastStore.syncURL(of: feed, user, writer) != nil { return }
        }
        update.gone += try PodcastStore.unsubscribe(user, feed, client: client, writer) ?? []
    }

    private func mark(_ feed: Int64, _ writer: any DatabaseWriting) throws {
        try writer.execute(
            "UPDATE sync_subscriptions SET client = ? WHERE user_id = ? AND feed_id = ?",
            [client, user, feed]
        )
    }
}
