import Database
import Foundation

/// A feed as stored, for all of its subscribers.
struct FeedRecord: Sendable, Equatable {
    var id: Int64
    /// The present address, which may hold a user and a password or a secret in its query.
    var url: String
    var created: Date
    var content: FeedContent

    static let columns = """
        f.id, f.url, f.created, f.title, f.author, f.description, f.link, f.image_url, f.language, f.categories, \
        f.explicit, f.kind, f.podcast_guid, f.extras
        """

    init(_ row: Row) throws {
        id = try row["id"]
        url = try row["url"]
        created = try row["created"]
        content = FeedContent(title: try row["title"])
        content.author = try row["author"]
        content.description = try row["description"]
        content.link = try row["link"]
        content.imageURL = try row["image_url"]
        content.language = try row["language"]
        content.categories = JSONText.words(try row["categories"])
        content.isExplicit = try row["explicit"]
        content.kind = try row["kind"]
        content.podcastGUID = try row["podcast_guid"]
        content.extras = try row["extras"]
    }
}
