import Database
import Foundation

/// What is remembered about fetching a feed.
struct FetchState: Sendable, Equatable {
    var feed: Int64
    var url: String
    /// The validators that the address gave last.
    var etag: String?
    var lastModified: String?
    /// The digest of the last body, to tell an unchanged one before it is parsed.
    var bodyHash: [UInt8]?
    var lastFetch: Date?
    var lastSuccess: Date?
    /// `nil` when polling has stopped.
    var nextRefresh: Date?
    /// Attempts that failed in a row, and since when.
    var failures: Int
    var failingSince: Date?
    /// Where permanent redirects led, how often in a row.
    var moveURL: String?
    var moveConfirmations: Int
    /// The publisher said that it is gone for good.
    var isGone: Bool
    /// The usual time between two entries in seconds, as last observed.
    var observedInterval: Double?
    /// JSON of what the feed asks about polling.
    var hints: String?

    static let columns = """
        t.feed_id, f.url, t.etag, t.last_modified, t.body_hash, t.last_fetch, t.last_success, t.next_refresh, \
        t.failures, t.failing_since, t.move_url, t.move_confirmations, t.is_gone, t.observed_interval, t.hints
        """

    init(_ row: Row) throws {
        feed = try row["feed_id"]
        url = try row["url"]
        etag = try row["etag"]
        lastModified = try row["last_modified"]
        bodyHash = try row["body_hash"]
        lastFetch = try row["last_fetch"]
        lastSuccess = try row["last_success"]
        nextRefresh = try row["next_refresh"]
        failures = try row["failures"]
        failingSince = try row["failing_since"]
        moveURL = try row["move_url"]
        moveConfirmations = try row["move_confirmations"]
        isGone = try row["is_gone"]
        observedInterval = try row["observed_interval"]
        hints = try row["hints"]
    }
}

/// The right to fetch a feed until a moment: several copies of the server share the work by it.
struct FetchLease: Sendable, Equatable {
    var state: FetchState
    /// Tells this lease from a later one of the same feed.
    var token: Int64

    var feed: Int64 { state.feed }
}

/// A fetch that went well, whether it brought anything or not.
struct FetchSuccess: Sendable, Equatable {
    var at: Date
    var nextRefresh: Date
    /// The validators for the next request; after `Not modified` those in force.
    var etag: String?
    var lastModified: String?
    var bodyHash: [UInt8]?
    var moveURL: String?
    var moveConfirmations = 0
    var observedInterval: Double?
    var hints: String?
    /// New entries; `nil` when nothing had changed.
    var newEntries: Int?
    /// How long it took.
    var milliseconds: Int?

    init(at: Date, nextRefresh: Date) {
        self.at = at
        self.nextRefresh = nextRefresh
    }
}

/// A fetch that failed.
struct FetchTrouble: Sendable, Equatable {
    var at: Date
    /// A word for programs.
    var code: String
    /// One sentence without a secret.
    var sentence: String
    /// `nil` stops polling.
    var nextRefresh: Date?
    var isGone: Bool
    /// Whether it counts as the feed's own failure; not while the line is down.
    var counts: Bool
    /// How long it took.
    var milliseconds: Int?

    init(at: Date, code: String, sentence: String, nextRefresh: Date?, isGone: Bool = false, counts: Bool = true) {
        self.at = at
        self.code = code
        self.sentence = sentence
        self.nextRefresh = nextRefresh
        self.isGone = isGone
        self.counts = counts
    }
}
