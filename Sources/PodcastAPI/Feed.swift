public import Foundation

/// One subscription, or the first row that stands for all of them.
public struct Feed: Codable, Sendable, Equatable {
    /// A number as text, or ``PodcastAPI/allFeeds``.
    public var id: String
    /// The title: the user's own, else the feed's, else its host.
    public var title: String
    /// The feed's address, without user and password.
    public var url: String?
    /// The web page it belongs to.
    public var link: String?
    /// Who makes it.
    public var author: String?
    /// Plain text.
    public var description: String?
    /// The folder it is filed in.
    public var folder: String?
    /// Playback speed for this feed, 0.5 to 3.
    public var speed: Double?
    /// Seconds at the beginning of each episode that are skipped.
    public var skipIntro: Double?
    /// Seconds at the end of each episode that are skipped.
    public var skipOutro: Double?
    /// How many of the newest episodes are downloaded by themselves and kept; absent for none.
    public var keepNewest: Int?
    /// Where new episodes go in the queue by themselves; absent for nowhere.
    public var queueRule: QueuePlace?
    /// How many episodes of this feed the queue takes by itself; absent for no limit.
    public var queueLimit: Int?
    /// The order of its entries; newest first when absent.
    public var order: EntryOrder?
    /// `serial` where the publisher means it to be heard from the beginning.
    public var kind: String?
    /// Path of its artwork; takes `?size=` in pixels.
    public var art: String
    /// Unread entries.
    public var unread: Int
    /// All entries.
    public var entries: Int
    /// When the newest entry was published.
    public var newest: Date?
    /// Whether a refresh is under way.
    public var refreshing: Bool
    /// When it was last fetched with success.
    public var refreshed: Date?
    /// When it will be fetched next; absent when polling has stopped.
    public var nextRefresh: Date?
    /// What is wrong with it; absent when all is well.
    public var trouble: FeedTrouble?

    /// Makes a row.
    public init(id: String, title: String, art: String, unread: Int, entries: Int) {
        self.id = id
        self.title = title
        self.art = art
        self.unread = unread
        self.entries = entries
        refreshing = false
    }
}

/// Why a feed does not come in.
public struct FeedTrouble: Codable, Sendable, Equatable {
    /// One sentence with what to do.
    public var message: String
    /// Since when every attempt failed.
    public var since: Date
    /// Attempts that failed in a row.
    public var failures: Int
    /// Whether the publisher said that the feed is gone for good (410): it is no longer fetched.
    public var gone: Bool

    /// Describes trouble.
    public init(message: String, since: Date, failures: Int, gone: Bool) {
        self.message = message
        self.since = since
        self.failures = failures
        self.gone = gone
    }
}

/// `GET /api/feeds`.
public struct FeedList: Codable, Sendable, Equatable {
    /// All Subscriptions first, then the subscriptions by title.
    public var feeds: [Feed]

    /// Makes a list.
    public init(feeds: [Feed]) { self.feeds = feeds }
}

/// `POST /api/feeds`: an address of a feed, of a page that links to one, or of an OPML list.
public struct SubscribeRequest: Codable, Sendable, Equatable {
    /// The address; a bare host gets `https://`.
    public var url: String
    /// The folder to file it in.
    public var folder: String?

    /// Makes a request.
    public init(url: String, folder: String? = nil) {
        self.url = url
        self.folder = folder
    }
}

/// The answer to a subscription or an import: what is now subscribed and what failed.
public struct SubscribeReport: Codable, Sendable, Equatable {
    /// An address that could not be subscribed to.
    public struct Failure: Codable, Sendable, Equatable {
        /// The address as it stood in the list.
        public var url: String
        /// Its title there.
        public var title: String?
        /// One sentence.
        public var message: String

        /// Describes a failure.
        public init(url: String, title: String? = nil, message: String) {
            self.url = url
            self.title = title
            self.message = message
        }
    }

    /// Subscriptions made.
    public var added: [Feed]
    /// Subscriptions that were there before.
    public var existing: [Feed]
    /// What failed.
    public var failed: [Failure]

    /// Makes a report.
    public init(added: [Feed] = [], existing: [Feed] = [], failed: [Failure] = []) {
        self.added = added
        self.existing = existing
        self.failed = failed
    }
}

/// `PATCH /api/feeds/{id}`: only the keys given change; an empty string or a zero takes the user's own value away.
public struct FeedChange: Codable, Sendable, Equatable {
    /// The user's own title.
    public var title: String?
    /// The folder's name; made where there is none.
    public var folder: String?
    /// The speed.
    public var speed: Double?
    /// See ``Feed/skipIntro``; at most 3,600.
    public var skipIntro: Double?
    /// See ``Feed/skipOutro``; at most 3,600.
    public var skipOutro: Double?
    /// See ``Feed/keepNewest``; at most 100.
    public var keepNewest: Int?
    /// See ``Feed/queueRule``: `top`, `end` or `off`.
    public var queueRule: String?
    /// See ``Feed/queueLimit``; at most 100.
    public var queueLimit: Int?
    /// See ``Feed/order``.
    public var order: EntryOrder?

    /// Makes a change.
    public init(title: String? = nil, folder: String? = nil, speed: Double? = nil) {
        self.title = title
        self.folder = folder
        self.speed = speed
    }
}
