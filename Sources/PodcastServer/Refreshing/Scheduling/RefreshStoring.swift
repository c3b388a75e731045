import Foundation

/// What the scheduler needs from the store: due feeds and the right to fetch them.
protocol RefreshStoring: Sendable {
    /// A feed with its address.
    typealias Address = (feed: Int64, url: String)

    /// Takes back what a dead process had claimed.
    func releaseAllFeeds() async throws

    /// Where at least `count` feeds are overdue, spreads them over the time from `now` on: `spacing` for each, in no order.
    func spreadOverdue(now: Date, atLeast count: Int, spacing: Duration) async throws

    /// Claims feeds that are due and not claimed, the longest due first.
    func claimDueFeeds(now: Date, until: Date, limit: Int) async throws -> [FetchLease]

    /// Claims one feed, due or not; `nil` when another process fetches it.
    ///
    /// - Throws: ``StoreError/noSuchFeed``.
    func claimFeed(_ feed: Int64, now: Date, until: Date) async throws -> FetchLease?

    /// Holds a claimed feed for longer; false when another process took it meanwhile.
    func renew(_ lease: FetchLease, until: Date) async throws -> Bool

    /// When the next unclaimed feed is due, or a claim runs out.
    func nextDue() async throws -> Date?

    /// Gives a feed back; it stays due.
    func release(_ lease: FetchLease) async throws

    /// Gives a feed back unfetched, to be due at a time.
    func postpone(_ lease: FetchLease, until date: Date) async throws

    /// The addresses of all feeds that are still fetched, of a user's, or of one feed whether it is still fetched or not.
    func addresses(_ choice: RefreshChoice) async throws -> [Address]
}

/// Which feeds to refresh.
enum RefreshChoice: Sendable, Equatable {
    /// Every feed that is still fetched.
    case all
    /// Those of a user that are still fetched.
    case user(Int64)
    /// One, also when it is no longer fetched.
    case feed(Int64)
}
