public import Foundation

/// A feed as its publisher wrote it: every field that Tonearm reads, URLs resolved, nothing sanitised yet.
public struct ParsedFeed: Sendable, Equatable {
    /// The format that the document is written in.
    public var format: FeedFormat
    /// The character encoding that the bytes were read as, by its WHATWG name.
    public var encoding = "utf-8"
    /// The title as plain text.
    public var title: String?
    /// The web page of the show.
    public var link: String?
    /// Every link with its relation: `self`, `hub`, `next`, `alternate`.
    public var links: [FeedLink] = []
    /// RSS `description`, Atom `subtitle`.
    public var summary: RichText?
    /// `itunes:subtitle`, plain text.
    public var subtitle: String?
    /// `itunes:summary`, where `summary` does not already say it.
    public var itunesSummary: RichText?
    /// The language tag as written, blanks trimmed.
    public var language: String?
    /// `copyright`, `rights`, `dc:rights`.
    public var copyright: String?
    /// The program that made the feed.
    public var generator: String?
    /// The Atom `id` or the RSS 1.0 `rdf:about`.
    public var id: String?
    /// Authors in the order found.
    public var authors: [FeedPerson] = []
    /// `itunes:owner`.
    public var owner: FeedPerson?
    /// `managingEditor`.
    public var managingEditor: FeedPerson?
    /// `webMaster`.
    public var webMaster: FeedPerson?
    /// The picture to show: `itunes:image`, else `image/url`, else Atom `logo`, `media:thumbnail`, `icon`.
    public var image: String?
    /// Small square picture: Atom `icon`, JSON Feed `favicon`.
    public var icon: String?
    /// Categories of every vocabulary.
    public var categories: [FeedCategory] = []
    /// `itunes:keywords`, split at commas.
    public var keywords: [String] = []
    /// `itunes:explicit`: `nil` when the publisher did not say or said something unknown.
    public var isExplicit: Bool?
    /// `itunes:type`: oldest first when serial.
    public var isSerial = false
    /// `itunes:new-feed-url`: where the publisher says the feed has moved to.
    public var newFeedURL: String?
    /// `itunes:block` or `googleplay:block`: the publisher asks directories not to list it.
    public var isBlocked = false
    /// `itunes:complete`: no more entries will come.
    public var isComplete = false
    /// `pubDate` of the channel.
    public var published: Date?
    /// `lastBuildDate`, Atom `updated`, `dc:date`.
    public var updated: Date?
    /// What the feed says about how often to come back.
    public var refreshHints = RefreshHints()
    /// `podcast:guid`, lower-cased.
    public var podcastGUID: String?
    /// `podcast:medium` as written, lower-cased; absent means podcast.
    public var medium: String?
    /// `podcast:locked`: whether other hosts must not import the feed.
    public var locked: FeedLock?
    /// `podcast:trailer`, in feed order.
    public var trailers: [Trailer] = []
    /// `podcast:liveItem`, in feed order.
    public var liveItems: [LiveItem] = []
    /// `podcast:block`, in feed order.
    public var blocks: [PodcastBlock] = []
    /// `podcast:podroll`: shows that this one recommends.
    public var podroll: [RemoteItem] = []
    /// `podcast:publisher`: the publisher's own feed.
    public var publisher: RemoteItem?
    /// `podcast:remoteItem` directly in the channel: the members of a list feed.
    public var remoteItems: [RemoteItem] = []
    /// `podcast:podping`: whether the publisher announces changes over Podping.
    public var usesPodping: Bool?
    /// The Podcasting 2.0 tags that feeds and entries share.
    public var podcast = PodcastTags()
    /// The entries in feed order; empty of those taken away with ``FeedParser/takeEntries()``.
    public var entries: [ParsedEntry] = []
    /// How many entries the document held, taken ones included.
    public var entryCount = 0
    /// What had to be repaired or was not understood, by line; at most ``FeedLimits/maximumWarnings``.
    public var warnings: [FeedWarning] = []
    /// How many warnings there were in all.
    public var warningCount = 0

    /// An empty feed of a format.
    public init(format: FeedFormat) { self.format = format }

    /// The feed's own address as it states it (`atom:link rel=self`).
    public var selfURL: String? { url(rel: "self") }

    /// WebSub hubs (`atom:link rel=hub`).
    public var hubURLs: [String] { links.filter { $0.rel == "hub" }.map(\.href) }

    /// The next page of a paged or archived feed (RFC 5005): `next`, else `prev-archive`.
    public var nextPageURL: String? { url(rel: "next") ?? url(rel: "prev-archive") }

    /// The description to show: the longest-known order is summary, `itunes:summary`, subtitle.
    public var notes: RichText? { summary ?? itunesSummary ?? subtitle.map { RichText($0, kind: .text) } }

    private func url(rel: String) -> String? { links.first { $0.rel == rel }?.href }
}

/// The formats that ``FeedParser`` reads.
public enum FeedFormat: String, Sendable, Equatable, CaseIterable {
    /// Netscape's RDF Site Summary 0.90.
    case rss090 = "RSS 0.90"
    /// RSS 0.91, Netscape's or UserLand's.
    case rss091 = "RSS 0.91"
    /// RSS 0.92 to 0.94.
    case rss092 = "RSS 0.92"
    /// RSS 1.0, on RDF.
    case rss10 = "RSS 1.0"
    /// RSS 2.0, and any `<rss>` that names no version.
    case rss20 = "RSS 2.0"
    /// Atom 0.3, a draft that stayed in use.
    case atom03 = "Atom 0.3"
    /// Atom 1.0, RFC 4287.
    case atom10 = "Atom 1.0"
    /// JSON Feed 1.
    case jsonFeed10 = "JSON Feed 1.0"
    /// JSON Feed 1.1.
    case jsonFeed11 = "JSON Feed 1.1"
}

/// What a feed says about how often to come back.
public struct RefreshHints: Sendable, Equatable {
    /// RSS `ttl`: how long the feed may be cached.
    public var timeToLive: Duration?
    /// `sy:updatePeriod` divided by `sy:updateFrequency`.
    public var updateInterval: Duration?
    /// `skipHours`: hours of the day in GMT, 0 to 23.
    public var skipHours: [Int] = []
    /// `skipDays`: English names of days in GMT.
    public var skipDays: [String] = []
    /// `podcast:updateFrequency`.
    public var updateFrequency: UpdateFrequency?

    /// No hints.
    public init() {}
}
