/// The answer to `POST /api/import`: what was taken from an export.
public struct ImportReport: Codable, Sendable, Equatable {
    /// Subscriptions that are new.
    public var feeds: Int
    /// Entries whose state was taken.
    public var entries: Int
    /// Bookmarks that are new.
    public var bookmarks: Int
    /// Saved searches that are new.
    public var searches: Int
    /// Pieces that could not be taken, at most 100, each with a sentence.
    public var failed: [String]

    /// Counts nothing.
    public init() {
        feeds = 0
        entries = 0
        bookmarks = 0
        searches = 0
        failed = []
    }
}
