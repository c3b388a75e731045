public import Foundation

/// `GET /api/feeds/{id}/health`: how a feed comes in, what failed since when, and what to do about it.
public struct FeedHealth: Codable, Sendable, Equatable {
    /// How the feed comes in.
    public struct State: RawRepresentable, Codable, Sendable, Hashable {
        /// The word on the wire.
        public var rawValue: String
        /// Any word: an older client may meet a newer server.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Not fetched yet.
        public static let new = State(rawValue: "new")
        /// The last fetch went well.
        public static let well = State(rawValue: "well")
        /// The last fetches failed; it is tried again.
        public static let failing = State(rawValue: "failing")
        /// It is no longer fetched by itself.
        public static let stopped = State(rawValue: "stopped")
    }

    /// How it comes in.
    public var state: State
    /// What a person can do, in one sentence; absent when there is nothing to do.
    public var advice: String?
    /// What is wrong; absent when all is well.
    public var trouble: FeedTrouble?
    /// What is wrong, for programs: `not-found`, `network`, `web-page` and others.
    public var code: String?
    /// When it was fetched last, with whatever result.
    public var checked: Date?
    /// When it was fetched last with success.
    public var refreshed: Date?
    /// When it will be fetched next; absent when it is no longer fetched.
    public var nextRefresh: Date?
    /// The usual time between two entries in seconds.
    public var rhythm: Double?
    /// The hub that tells of new entries; absent when the feed names none or pushing is off.
    public var push: Push?
    /// The last fetches, newest first, at most 20.
    public var fetches: [Fetch]

    /// Makes a report.
    public init(state: State, fetches: [Fetch] = []) {
        self.state = state
        self.fetches = fetches
    }

    /// One fetch.
    public struct Fetch: Codable, Sendable, Equatable {
        /// When it ended.
        public var at: Date
        /// `updated`, `unchanged`, `failed` or `pushed`.
        public var outcome: String
        /// New entries that it brought.
        public var newEntries: Int
        /// How long it took.
        public var seconds: Double?
        /// What failed, for programs.
        public var code: String?
        /// What failed, in one sentence.
        public var message: String?

        /// Describes a fetch.
        public init(at: Date, outcome: String, newEntries: Int) {
            self.at = at
            self.outcome = outcome
            self.newEntries = newEntries
        }
    }

    /// What a WebSub hub does for the feed.
    public struct Push: Codable, Sendable, Equatable {
        /// The hub's host.
        public var hub: String
        /// `pending`, `active` or `failed`.
        public var state: String
        /// Until when the hub promised to tell.
        public var until: Date?
        /// When it told last.
        public var last: Date?
        /// Why it does not work, in one sentence.
        public var message: String?

        /// Describes a hub's part.
        public init(hub: String, state: String) {
            self.hub = hub
            self.state = state
        }
    }
}
