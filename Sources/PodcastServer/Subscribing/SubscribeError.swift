import Essentials
import PodcastAPI

/// Why an address can't be subscribed to.
enum SubscribeError: SentenceError, Equatable {
    /// The page links to several feeds, best first: a person has to choose.
    case chooseFeed([FeedChoice])
    /// The page links to no feed.
    case noFeedOnPage(host: String)
    /// Neither a feed nor a page nor a list.
    case notAFeed(host: String)
    /// It could not be fetched.
    case fetchFailed(FetchFailure)
    /// The list holds no address of a feed.
    case emptyList
    /// The file is no OPML list.
    case notAList
    /// The list is larger than allowed.
    case listTooLarge

    var sentence: String {
        switch self {
        case .chooseFeed(let choices): "This page has \(choices.count) feeds; choose one."
        case .noFeedOnPage(let host):
            "The page at \(host) links to no feed; look on it for “RSS” or “Podcast” and give that link."
        case .notAFeed(let host): "What \(host) gives at this address is neither a feed nor a page; check the address."
        case .fetchFailed(let failure): failure.sentence
        case .emptyList: "There is no feed in this list."
        case .notAList: "That is no OPML list; export one from another podcast app and try again."
        case .listTooLarge: "The list is too large to be one of feeds; nothing was imported."
        }
    }

    var isRetryable: Bool {
        if case .fetchFailed(let failure) = self { failure.isRetryable } else { false }
    }
}
