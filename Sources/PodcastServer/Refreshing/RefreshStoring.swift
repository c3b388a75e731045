public import Foundation

/// A feed as refreshing knows it.
public struct RefreshableFeed: Sendable, Equatable {
    /// The feed's number in the store.
    public var id: Int64
    /// Its address.
    public var url: String
    /// The `ETag` of the last body read, as it came.
    public var entityTag: String?
    /// The `Last-Modified` of the last body read, as it came.
    public var lastModified: String?
    /// The digest of the last body read.
    public var bodyDigest: [UInt8]?
    /// Attempts that failed in a row.
    public var failures: Int
    /// Since when every attempt failed.
    public var failingSince: Date?
    /// Where permanent redirects led lately.
    public var move: PermanentMove.Candidate?

    /// A feed that was never fetched.
    public init(id: Int64, url: String) {
        self.id = id
        self.url = url
        failures = 0
    }
}

/// What an attempt leaves behind; stored in one transaction that also ends the lease.
public struct RefreshRecord: Sendable, Equatable {
    /// Trouble with a feed.
    public struct Trouble: Sendable, Equatable {
        /// One sentence.
        public var message: String
        /// Attempts that failed in a row.
        public var failures: Int
        /// Since when.
        public var since: Date
        /// Whether it is gone for good.
        public var isGone: Bool

        /// Describes trouble.
        public init(message: String, failures: Int, since: Date, isGone: Bool) {
            self.message = message
            self.failures = failures
            self.since = since
            self.isGone = isGone
        }
    }

    /// The feed with what is to be sent next time: validators, digest, move candidate, failures.
    public var feed: RefreshableFeed
    /// When the attempt ended.
    public var attempted: Date
    /// Whether the feed came in, changed or not.
    public var succeeded: Bool
    /// When to fetch it next; `nil` for never.
    public var next: Date?
    /// What is wrong; `nil` when all is well.
    public var trouble: Trouble?

    /// Records an attempt.
    public init(feed: RefreshableFeed, attempted: Date, succeeded: Bool, next: Date?, trouble: Trouble? = nil) {
        self.feed = feed
        self.attempted = attempted
        self.succeeded = succeeded
        self.next = next
        self.trouble = trouble
    }
}

/// What refreshing needs from the store.
public protocol RefreshStoring: Sendable {
    /// A feed to be fetched, with its address.
    typealias Claim = (id: Int64, url: String)

    /// Ends every lease: only for a store that one process uses, when it starts.
    func endLeases() async throws

    /// Where at least `count` feeds are overdue, spreads them over the time from `now` on, `spacing` for each, in no order.
    func spreadOverdue(now: Date, atLeast count: Int, spacing: Duration) async throws

    /// Leases feeds that are due and not leased, the longest due first.
    func claimDue(now: Date, limit: Int, leaseUntil: Date) async throws -> [Claim]

    /// Leases one feed, due or not; `nil` when there is no such feed.
    func claim(_ feed: Int64, leaseUntil: Date) async throws -> RefreshableFeed?

    /// When the next feed will be due; `nil` when none will.
    func nextDue() async throws -> Date?

    /// Ends a lease and leaves the feed due as it was.
    func release(_ feed: Int64) async throws

    /// Ends a lease and makes the feed due at a time; no attempt was made.
    func postpone(_ feed: Int64, until date: Date) async throws

    /// The address of a feed; `nil` when there is no such feed.
    func address(of feed: Int64) async throws -> String?

    /// All feeds that are still fetched, or those a user is subscribed to.
    func refreshableFeeds(of user: Int64?) async throws -> [Claim]

    /// When a feed's newest entries were published.
    func newestDates(of feed: Int64, limit: Int) async throws -> [Date]

    /// Stores what an attempt left behind, and ends the lease.
    func finish(_ record: RefreshRecord) async throws

    /// Gives a feed a new address and keeps the old one as an alias.
    ///
    /// Where another feed has that address already, subscriptions, flags and positions go over to it and this feed ends.
    /// - Returns: the id of the feed that has the address now.
    func move(_ feed: Int64, to url: String, now: Date) async throws -> Int64
}
