public import Foundation

/// How a refresh ended.
public struct RefreshReport: Sendable, Equatable {
    /// What came of it.
    public enum Outcome: Sendable, Equatable {
        /// The feed was read; so many of its entries were new.
        case updated(newEntries: Int)
        /// The server said `304`, or the body was the same as last time.
        case unchanged
        /// The feed could not be fetched or read.
        case failed(FetchFailure)
    }

    /// The feed: another one than asked for when it moved to the address of a feed that was there already.
    public var feed: Int64
    /// What came of it.
    public var outcome: Outcome
    /// When it will be fetched next; `nil` for never.
    public var next: Date?

    /// Reports a refresh.
    public init(feed: Int64, outcome: Outcome, next: Date?) {
        self.feed = feed
        self.outcome = outcome
        self.next = next
    }
}

/// Refreshes one feed, now.
protocol SingleFeedRefreshing: Sendable {
    /// Fetches and stores a claimed feed, and ends the claim.
    ///
    /// - Parameter lineIsDown: a failure to reach the host is not held against the feed.
    /// - Throws: `CancellationError`, ``RefreshError``, or the store's error; the store is then consistent and the feed due again.
    @concurrent
    func refresh(_ lease: FetchLease, lineIsDown: Bool) async throws -> RefreshReport
}
