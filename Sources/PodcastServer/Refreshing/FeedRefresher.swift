import Foundation
import HTTP
import Podcasts

/// Refreshes one feed: fetches it, stores what came, and decides about its address and its next time.
struct FeedRefresher: SingleFeedRefreshing {
    let store: PodcastStore
    let fetcher: FeedFetcher
    let policy: RefreshPolicy
    let move = PermanentMove()
    let now: @Sendable () -> Date
    /// A random number from 0 up to 1.
    let jitter: @Sendable () -> Double

    /// Runs off the scheduler: parsing takes time.
    @concurrent
    func refresh(_ lease: FetchLease, lineIsDown: Bool) async throws -> RefreshReport {
        let begin = now()
        do {
            let upsert = store.upsert(into: lease.feed, now: begin)
            let fetched = try await fetcher.fetch(FetchRequest(lease.state)) { entries in
                try await upsert.add(entries.map(NewEntry.init))
            }
            return try await conclude(fetched, upsert, lease, since: begin, lineIsDown: lineIsDown)
        } catch StoreError.noSuchFeed {
            throw RefreshError.noSuchFeed
        } catch {
            // What was stored stays; the feed is due as before.
            try? await Shield.run { try await store.release(lease) }
            throw error
        }
    }

    /// Stores the result of a fetch whose entries went into `upsert`.
    ///
    /// - Parameter begin: when the fetch began; `nil` where nobody looked.
    func conclude(
        _ fetched: Fetched,
        _ upsert: EntryUpsert,
        _ lease: FetchLease,
        since begin: Date? = nil,
        lineIsDown: Bool = false
    ) async throws -> RefreshReport {
        switch fetched.result {
        case .failed(let failure):
            return try await Shield.run { try await fail(failure, lease, since: begin, lineIsDown: lineIsDown) }
        case .unchanged:
            return try await Shield.run { try await succeed(fetched, nil, 0, lease, since: begin) }
        case .feed(let feed):
            let target = try await announcedAddress(feed, lease.state.url)
            return try await Shield.run {
                try await store.setContent(FeedContent(feed), of: lease.feed)
                let report = try await upsert.finish()
                return try await succeed(
                    fetched,
                    feed,
                    report.inserted.count,
                    lease,
                    since: begin,
                    announced: target
                )
            }
        }
    }

    /// The address that `itunes:new-feed-url` names, when a feed is there that does not send elsewhere.
    private func announcedAddress(_ feed: ParsedFeed, _ current: String) async throws -> String? {
        guard let target = PermanentMove.announced(feed.newFeedURL, current: current) else { return nil }
        let there = try await fetcher.fetch(FetchRequest(url: target)) { _ in }
        guard case .feed(let moved) = there.result else { return nil }
        return PermanentMove.confirms(moved.newFeedURL, of: target) ? target : nil
    }

    private func succeed(
        _ fetched: Fetched,
        _ feed: ParsedFeed?,
        _ newEntries: Int,
        _ lease: FetchLease,
        since begin: Date?,
        announced: String? = nil
    ) async throws -> RefreshReport {
        let hints = feed.map(PublisherHints.init) ?? PublisherHints(json: lease.state.hints)
        let dates = try await store.newestDates(of: lease.feed)
        let next = policy.next(
            published: dates,
            hints: hints,
            freshness: fetched.freshness,
            now: now(),
            jitter: jitter()
        )
        var success = FetchSuccess(at: now(), nextRefresh: next)
        success.etag = fetched.entityTag
        success.lastModified = fetched.lastModified
        success.bodyHash = fetched.bodyDigest
        success.hints = hints.json
        success.observedInterval = policy.usualGap(dates, now: now())
        success.newEntries = feed.map { _ in newEntries }
        success.milliseconds = milliseconds(since: begin)
        var holder = lease.feed
        if let announced {
            // What was fetched belongs to the old address.
            (success.etag, success.lastModified, success.bodyHash) = (nil, nil, nil)
            success.nextRefresh = now()
            holder = try await moved(lease.feed, to: announced)
        } else {
            holder = try await follow(fetched, isRead: feed != nil, lease, &success)
        }
        try await store.record(success, lease)
        let outcome = feed == nil ? RefreshReport.Outcome.unchanged : .updated(newEntries: newEntries)
        return RefreshReport(feed: holder, outcome: outcome, next: success.nextRefresh)
    }

    /// Counts or makes a permanent move; returns the feed that has the address.
    private func follow(
        _ fetched: Fetched,
        isRead: Bool,
        _ lease: FetchLease,
        _ success: inout FetchSuccess
    ) async throws -> Int64 {
        let decision = move.decide(
            candidate: lease.state.moveURL.map { .init(url: $0, confirmations: lease.state.moveConfirmations) },
            current: lease.state.url,
            redirects: fetched.redirects,
            reading: isRead ? .feed : .unchanged
        )
        switch decision {
        case .stay: return lease.feed
        case .wait(let candidate):
            success.moveURL = candidate.url
            success.moveConfirmations = candidate.confirmations
            return lease.feed
        case .move(let target): return try await moved(lease.feed, to: target)
        }
    }

    private func moved(_ feed: Int64, to target: String) async throws -> Int64 {
        switch try await store.move(feed, to: target, now: now()) {
        case .renamed: feed
        case .merged(let other): other
        }
    }

    private func milliseconds(since begin: Date?) -> Int? {
        begin.flatMap { Int(exactly: (now().timeIntervalSince($0) * 1_000).rounded()) }.map { max($0, 0) }
    }

    private func fail(
        _ failure: FetchFailure,
        _ lease: FetchLease,
        since begin: Date?,
        lineIsDown: Bool
    ) async throws -> RefreshReport {
        let counts = !(lineIsDown && failure.isUnreachable)
        let failures = lease.state.failures + (counts ? 1 : 0)
        let next = policy.next(after: failure, failures: failures, now: now(), jitter: jitter())
        var trouble = FetchTrouble(
            at: now(),
            code: failure.code,
            sentence: failure.sentence,
            nextRefresh: next,
            isGone: failure.kind == .gone,
            counts: counts
        )
        trouble.milliseconds = milliseconds(since: begin)
        try await store.record(trouble, lease)
        return RefreshReport(feed: lease.feed, outcome: .failed(failure), next: next)
    }
}

extension FetchRequest {
    /// Asks for what changed since the last fetch.
    init(_ state: FetchState) {
        url = state.url
        entityTag = state.etag
        lastModified = state.lastModified
        bodyDigest = state.bodyHash
    }
}
