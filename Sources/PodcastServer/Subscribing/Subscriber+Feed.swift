import Foundation
import HTTP
import Podcasts

extension Subscriber {
    /// Reads an answer as a feed and subscribes to it as soon as it turns out to be one; `nil` when it does not.
    func subscribe(
        toFeed answer: FeedAnswer,
        _ request: FetchRequest,
        _ user: Int64,
        _ folder: String?
    ) async throws -> SubscriptionResult? {
        var subscription: FeedSubscription?
        let fetched: Fetched
        do {
            fetched = try await refresher.fetcher.read(answer, request) { entries in
                if subscription == nil { subscription = try await begin(request.url, answer, user, folder) }
                try await subscription?.upsert?.add(entries.map(NewEntry.init))
            }
            if subscription == nil, fetched.failure == nil {
                subscription = try await begin(request.url, answer, user, folder)
            }
        } catch {
            // The subscription stays and the scheduler fetches it; a feed that nobody holds is due at once.
            if let lease = subscription?.lease { try? await Shield.run { try await store.release(lease) } }
            await wake()
            throw error
        }
        guard let subscription else {
            if let failure = fetched.failure, failure.mayBeAboutTypes { return nil }
            throw SubscribeError.fetchFailed(fetched.failure ?? .badAddress)
        }
        if let lease = subscription.lease, let upsert = subscription.upsert {
            _ = try await refresher.conclude(fetched, upsert, lease)
        }
        await wake()
        var result = SubscriptionResult()
        result.count(subscription.subscribed)
        return result
    }

    /// A subscription that its feed's entries flow into.
    private struct FeedSubscription {
        var subscribed: Subscribed
        /// `nil` when somebody else fetches the feed at this moment; then nothing is stored here.
        var lease: FetchLease?
        var upsert: EntryUpsert?
    }

    private func begin(
        _ url: String,
        _ answer: FeedAnswer,
        _ user: Int64,
        _ folder: String?
    ) async throws -> FeedSubscription {
        // Where the address leads to a feed that is here already, that one is meant.
        let target = FeedURL.canonical(answer.response.url.absoluteString) ?? url
        let known = target == url ? nil : try await store.feed(url: target)?.url
        guard known == nil else {
            let subscribed = try await store.subscribe(user: user, url: known ?? url, folder: folder, now: now())
            return FeedSubscription(subscribed: subscribed)
        }
        let until = now() + configuration.lease / .seconds(1)
        let (subscribed, lease) = try await store.subscribeClaiming(
            user: user,
            url: url,
            folder: folder,
            now: now(),
            until: until
        )
        let upsert = lease.map { store.upsert(into: $0.feed, now: now()) }
        return FeedSubscription(subscribed: subscribed, lease: lease, upsert: upsert)
    }
}
