import Foundation
import PodcastAPI
import Podcasts

/// What a feed carries beyond the store's columns: JSON in `extras`.
struct FeedExtras: Codable, Sendable, Equatable {
    struct Trailer: Codable, Sendable, Equatable {
        var title: String?
        var url: String
        var published: Date?
        var length: Int64?
        var type: String?
        var season: Int?
    }

    /// The feed's people, for entries that name none.
    var people: [ExtraPerson]?
    var funding: [FundingLink]?
    /// WebSub hubs.
    var hubs: [String]?
    /// The address that the feed gives itself.
    var selfURL: String?
    var medium: String?
    var copyright: String?
    /// Newest first.
    var trailers: [Trailer]?
    var podroll: [RemoteFeed]?
    var publisher: RemoteFeed?
    /// `itunes:complete`, or the same said by `podcast:updateFrequency`.
    var isComplete: Bool?
    var details: ExtraDetails?

    init() {}

    init(_ feed: ParsedFeed) {
        people = feed.podcast.persons.map(ExtraPerson.init).nonEmpty
        funding = feed.podcast.funding.map { FundingLink(url: $0.url, label: $0.label) }.nonEmpty
        hubs = feed.hubURLs.nonEmpty
        selfURL = feed.selfURL
        medium = feed.medium
        copyright = feed.copyright
        trailers =
            feed.trailers.map {
                Trailer(
                    title: $0.title,
                    url: $0.url,
                    published: $0.published,
                    length: $0.length,
                    type: Enclosure(url: $0.url, declaredType: $0.type).type,
                    season: $0.season
                )
            }.sorted { $0.published ?? .distantPast > $1.published ?? .distantPast }.nonEmpty
        podroll = feed.podroll.map(RemoteFeed.init).nonEmpty
        publisher = feed.publisher.map(RemoteFeed.init)
        isComplete = feed.isComplete || feed.refreshHints.updateFrequency?.isComplete == true ? true : nil
        details = ExtraDetails(feed.podcast)
    }
}

extension RemoteFeed {
    fileprivate init(_ item: RemoteItem) {
        self.init(
            guid: item.feedGUID,
            url: item.feedURL,
            title: item.title,
            entry: item.itemGUID,
            medium: item.medium
        )
    }
}
