import Database
import Foundation

extension PodcastStore {
    /// Subscribes a user and claims the feed in one step, so that nobody else fetches what is being read already.
    ///
    /// The lease is `nil` when the feed was here before: then whoever has it keeps it fresh.
    func subscribeClaiming(
        user: Int64,
        url: String,
        folder: String?,
        now: Date,
        until: Date
    ) async throws -> (Subscribed, FetchLease?) {
        try await changing { writer in
            if let known = try Self.feedID(url, writer) {
                let added = try Self.addSubscription(user, known, folder, now, writer)
                return (Subscribed(feed: known, isNewFeed: false, isNewSubscription: added), nil)
            }
            let row = try writer.row("INSERT INTO feeds(url, created) VALUES (?, ?) RETURNING id", [url, now])
            guard let row else { throw StoreError.noSuchFeed }
            let feed: Int64 = try row["id"]
            let token = Int64.random(in: 1 ... .max)
            try writer.execute(
                "INSERT INTO fetch_states(feed_id, next_refresh, lease, lease_until) VALUES (?, ?, ?, ?)",
                [feed, now, token, until]
            )
            let added = try Self.addSubscription(user, feed, folder, now, writer)
            let lease = try Self.state(of: feed, writer).map { FetchLease(state: $0, token: token) }
            return (Subscribed(feed: feed, isNewFeed: true, isNewSubscription: added), lease)
        }
    }
}
