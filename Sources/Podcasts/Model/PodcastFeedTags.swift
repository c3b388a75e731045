public import Foundation

/// `podcast:locked`.
public struct FeedLock: Sendable, Equatable {
    /// Whether importing the feed elsewhere is forbidden.
    public var isLocked: Bool
    /// The mail address that can unlock it.
    public var owner: String?
}

/// `podcast:trailer`.
public struct Trailer: Sendable, Equatable {
    /// The title.
    public var title: String?
    /// The file.
    public var url: String
    /// When it was published.
    public var published: Date?
    /// Bytes.
    public var length: Int64?
    /// The media type.
    public var type: String?
    /// The season that it is for.
    public var season: Int?
}

/// `podcast:liveItem`: a stream that is announced, running or over.
public struct LiveItem: Sendable, Equatable {
    /// `pending`, `live` or `ended`, lower-cased; the only source of the state.
    public var status: String
    /// When it begins.
    public var start: Date?
    /// When it ends.
    public var end: Date?
    /// All that an entry can hold; its guid changes with each new stream.
    public var entry: ParsedEntry
}

/// `podcast:block`.
public struct PodcastBlock: Sendable, Equatable {
    /// Whether listing is forbidden.
    public var isBlocked: Bool
    /// The service meant; `nil` means every service.
    public var service: String?
}

/// `podcast:remoteItem`.
public struct RemoteItem: Sendable, Equatable {
    /// The `podcast:guid` of the feed.
    public var feedGUID: String
    /// Where the feed was when this was written.
    public var feedURL: String?
    /// The guid of one entry; `nil` means the feed.
    public var itemGUID: String?
    /// The medium of the feed.
    public var medium: String?
    /// A title.
    public var title: String?
}

/// `podcast:updateFrequency`.
public struct UpdateFrequency: Sendable, Equatable {
    /// For people.
    public var text: String?
    /// No more entries will come.
    public var isComplete = false
    /// When the rule begins.
    public var start: Date?
    /// An RFC 5545 recurrence rule, as written.
    public var rule: String?
}
