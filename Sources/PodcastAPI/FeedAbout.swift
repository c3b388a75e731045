public import Foundation

/// `GET /api/feeds/{id}/about`: what a feed says about its show.
public struct FeedAbout: Codable, Sendable, Equatable {
    /// The publisher's description as HTML from an allow-list.
    public var description: String
    /// Who makes it.
    public var people: [Person]
    /// Where listeners can give money.
    public var funding: [FundingLink]
    /// Trailers, newest first.
    public var trailers: [TrailerLink]
    /// The seasons that have entries here, by number.
    public var seasons: [SeasonName]
    /// Shows that this one recommends.
    public var podroll: [RemoteFeed]
    /// The publisher's own feed.
    public var publisher: RemoteFeed?
    /// `podcast`, `music`, `audiobook` or another medium.
    public var medium: String
    /// Whether the publisher wants it heard from its beginning.
    public var serial: Bool
    /// Whether the publisher says that no more will come.
    public var complete: Bool
    /// The categories, each once.
    public var categories: [String]
    /// A language tag.
    public var language: String?
    /// The copyright line.
    public var copyright: String?
    /// `podcast:guid`.
    public var guid: String?
    /// The other Podcasting 2.0 tags.
    public var podcast: PodcastDetails

    /// Describes a show.
    public init(
        description: String = "",
        people: [Person] = [],
        funding: [FundingLink] = [],
        trailers: [TrailerLink] = [],
        seasons: [SeasonName] = [],
        podroll: [RemoteFeed] = [],
        medium: String = "podcast",
        categories: [String] = [],
        podcast: PodcastDetails = PodcastDetails()
    ) {
        self.description = description
        self.people = people
        self.funding = funding
        self.trailers = trailers
        self.seasons = seasons
        self.podroll = podroll
        self.medium = medium
        self.categories = categories
        self.podcast = podcast
        serial = false
        complete = false
    }
}

/// A short recording that introduces a show or a season.
public struct TrailerLink: Codable, Sendable, Equatable {
    /// The title; absent where the publisher gives none.
    public var title: String?
    /// What plays, on this server.
    public var media: Media
    /// When it was published.
    public var published: Date?
    /// The season that it introduces.
    public var season: Int?

    /// Names a trailer.
    public init(title: String? = nil, media: Media, published: Date? = nil, season: Int? = nil) {
        self.title = title
        self.media = media
        self.published = published
        self.season = season
    }
}

/// A season.
public struct SeasonName: Codable, Sendable, Equatable {
    /// The number.
    public var number: Int
    /// The name; absent where the publisher gives none.
    public var name: String?

    /// Names a season.
    public init(number: Int, name: String? = nil) {
        self.number = number
        self.name = name
    }
}

/// A feed somewhere, or one of its entries.
public struct RemoteFeed: Codable, Sendable, Equatable {
    /// Its `podcast:guid`.
    public var guid: String
    /// Its address, to subscribe to; absent where the publisher names the guid alone.
    public var url: String?
    /// Its title.
    public var title: String?
    /// The guid of the entry; absent for a whole feed.
    public var entry: String?
    /// Its medium.
    public var medium: String?

    /// Names a feed.
    public init(
        guid: String,
        url: String? = nil,
        title: String? = nil,
        entry: String? = nil,
        medium: String? = nil
    ) {
        self.guid = guid
        self.url = url
        self.title = title
        self.entry = entry
        self.medium = medium
    }
}
