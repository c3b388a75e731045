/// The podcast server's API as both ends see it: each type here is one JSON object on the wire.
///
/// `docs/openapi.json` describes the same objects for everybody else; a test holds the two together.
public enum PodcastAPI {
    /// The id of the first row of the feed list: all subscriptions together.
    public static let allFeeds = "all"

    /// Entries in a page when the client names no limit.
    public static let defaultPageSize = 50

    /// The largest page.
    public static let maximumPageSize = 200
}
