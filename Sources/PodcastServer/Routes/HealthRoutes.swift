import Foundation
import HTTP
import PodcastAPI

/// How a feed comes in, for a person who asks why nothing new arrives.
struct HealthRoutes: Sendable {
    let store: PodcastStore

    func add(to routes: inout APIRoutes) {
        routes.signedIn(.get, "/api/feeds/{id}/health") { user, _, parameters in
            let feed = try FeedRoutes.feed(parameters)
            let row = try await store.subscription(of: user.id, feed: feed)
            let state = try await store.fetchState(of: feed)
            var health = FeedHealth(row, fetches: try await store.fetches(of: feed))
            health.rhythm = state?.observedInterval
            return .json(health)
        }
    }
}

extension FeedHealth {
    /// The wire form of what the store knows.
    init(_ row: SubscriptionRow, fetches: [FetchRecord]) {
        self.init(state: Self.state(of: row), fetches: fetches.map(Fetch.init))
        checked = row.lastFetch
        refreshed = row.lastSuccess
        nextRefresh = row.nextRefresh
        code = row.trouble?.code
        advice = row.trouble.map { FeedAdvice.sentence(code: $0.code, failures: $0.failures) }
        trouble = row.trouble.map {
            FeedTrouble(message: $0.sentence, since: $0.since, failures: $0.failures, gone: $0.isGone)
        }
    }

    private static func state(of row: SubscriptionRow) -> State {
        if row.nextRefresh == nil { return .stopped }
        if row.trouble != nil { return .failing }
        return row.lastFetch == nil ? .new : .well
    }
}

extension FeedHealth.Fetch {
    /// The wire form of a fetch.
    init(_ record: FetchRecord) {
        self.init(at: record.at, outcome: record.outcome.rawValue, newEntries: record.newEntries)
        seconds = record.milliseconds.map { Double($0) / 1_000 }
        code = record.code
        message = record.sentence
    }
}
