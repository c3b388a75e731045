import PodcastAPI
import Podcasts

extension FeedAbout {
    /// The wire form of what a feed says about its show; makes the description safe, which is work for another thread.
    @concurrent static func make(_ feed: FeedRecord, seasons: [SeasonName]) async -> FeedAbout {
        let content = feed.content
        let extras = FeedExtras(json: content.extras)
        let description =
            content.description.map {
                NotesSanitizer().sanitize(RichText($0, kind: .html), fallbackBase: content.link)
            } ?? ""
        var about = FeedAbout(
            description: description,
            people: (extras.people ?? []).map { Person($0, artOwner: "f\(feed.id)") },
            funding: FundingLink.merged(nil, extras.funding),
            trailers: (extras.trailers ?? []).enumerated().map { TrailerLink($1, feed: feed.id, number: $0 + 1) },
            seasons: seasons,
            podroll: (extras.podroll ?? []).map(RemoteFeed.checked),
            medium: extras.medium ?? "podcast",
            categories: content.categories,
            podcast: PodcastDetails(extras.details)
        )
        about.publisher = extras.publisher.map(RemoteFeed.checked)
        about.serial = content.kind == "serial"
        about.complete = extras.isComplete ?? false
        about.language = content.language
        about.copyright = extras.copyright
        about.guid = content.podcastGUID
        return about
    }
}

extension TrailerLink {
    fileprivate init(_ trailer: FeedExtras.Trailer, feed: Int64, number: Int) {
        self.init(
            title: trailer.title,
            media: Media(
                url: "/api/feeds/\(feed)/trailers/\(number)",
                type: trailer.type ?? "audio/mpeg",
                length: trailer.length
            ),
            published: trailer.published,
            season: trailer.season
        )
    }
}

extension RemoteFeed {
    /// With an address that can be subscribed to, or none.
    fileprivate static func checked(_ remote: RemoteFeed) -> RemoteFeed {
        var remote = remote
        remote.url = WebAddress.safe(remote.url)
        return remote
    }
}
