import Database
import Foundation
import PodcastAPI

/// A subscription as the feed list shows it.
struct SubscriptionRow: Sendable, Equatable {
    var feed: Int64
    var url: String
    /// The user's own title.
    var customTitle: String?
    /// The feed's title; empty before its first fetch.
    var feedTitle: String
    var author: String?
    var description: String?
    var link: String?
    var imageURL: String?
    /// `serial` or `episodic`.
    var kind: String?
    var folder: String?
    var speed: Double?
    var skipIntro: Double?
    var skipOutro: Double?
    var keepNewest: Int?
    var queueRule: QueuePlace?
    var queueLimit: Int?
    var order: EntryOrder?
    var added: Date
    var unread: Int
    var total: Int
    /// When the newest entry was published.
    var newest: Date?
    var lastFetch: Date?
    var lastSuccess: Date?
    /// `nil` when polling has stopped.
    var nextRefresh: Date?
    var trouble: Trouble?

    /// Why the feed does not come in.
    struct Trouble: Sendable, Equatable {
        var code: String
        var sentence: String
        var since: Date
        var failures: Int
        /// The publisher said that it is gone for good.
        var isGone: Bool
    }

    init(_ row: Row) throws {
        feed = try row["feed_id"]
        url = try row["url"]
        customTitle = try row["custom_title"]
        feedTitle = try row["title"]
        author = try row["author"]
        description = try row["description"]
        link = try row["link"]
        imageURL = try row["image_url"]
        kind = try row["kind"]
        folder = try row["folder"]
        speed = try row["speed"]
        skipIntro = try row["skip_intro"]
        skipOutro = try row["skip_outro"]
        keepNewest = try row["keep_newest"]
        queueRule = (try row["queue_rule"] as String?).flatMap(QueuePlace.init)
        queueLimit = try row["queue_limit"]
        order = (try row["entry_order"] as String?).flatMap(EntryOrder.init)
        added = try row["added"]
        unread = try row["unread"]
        total = try row["total"]
        newest = try row["newest"]
        lastFetch = try row["last_fetch"]
        lastSuccess = try row["last_success"]
        nextRefresh = try row["next_refresh"]
        if let since: Date = try row["failing_since"], let sentence: String = try row["error_message"] {
            trouble = Trouble(
                code: try row["error_code"] ?? "",
                sentence: sentence,
                since: since,
                failures: try row["failures"],
                isGone: try row["is_gone"]
            )
        }
    }
}
