import Database
import Foundation

/// An entry as a list shows it to one user.
struct EntryRow: Sendable, Equatable {
    var id: Int64
    var feed: Int64
    /// The user's own title of the feed, else the feed's.
    var feedTitle: String
    /// The publisher's own name for it.
    var guid: String?
    var title: String
    var summary: String
    /// When it was published; when it was first seen if the feed does not say.
    var published: Date
    /// Seconds: as a player found them, else as the feed says.
    var duration: Double?
    var season: Int?
    var episode: Double?
    var kind: String?
    var isExplicit: Bool?
    /// The entry's own picture.
    var imageURL: String?
    var mediaURL: String?
    var mediaType: String?
    var mediaLength: Int64?
    var isRead: Bool
    var isStarred: Bool
    /// Where playing stopped, in seconds.
    var position: Double?
    var finished: Date?
    /// How the server's copy stands that the user asked for.
    var download: String?
    var isQueued: Bool

    static let columns = """
        e.id, e.feed_id, coalesce(nullif(b.title, ''), f.title) AS feed_title, e.guid, e.title, e.summary, s.sort_date, \
        coalesce(s.duration, e.duration) AS duration, e.season, e.episode, e.kind, e.explicit, e.image_url, \
        e.media_url, e.media_type, e.media_length, s.read, s.starred, s.position, s.finished_at, \
        (SELECT d.state FROM download_wishes w JOIN downloads d ON d.entry_id = w.entry_id \
        WHERE w.user_id = s.user_id AND w.entry_id = s.entry_id) AS download, \
        (SELECT 1 FROM queue_entries q WHERE q.user_id = s.user_id AND q.entry_id = s.entry_id) AS queued
        """

    /// The user's state leads, so that a list is a walk along one of its indexes.
    static let tables = """
        entry_states s
        CROSS JOIN entries e ON e.id = s.entry_id
        CROSS JOIN subscriptions b ON b.user_id = s.user_id AND b.feed_id = s.feed_id
        CROSS JOIN feeds f ON f.id = s.feed_id
        """

    init(_ row: Row) throws {
        id = try row["id"]
        feed = try row["feed_id"]
        feedTitle = try row["feed_title"]
        guid = try row["guid"]
        title = try row["title"]
        summary = try row["summary"]
        published = try row["sort_date"]
        duration = try row["duration"]
        season = try row["season"]
        episode = try row["episode"]
        kind = try row["kind"]
        isExplicit = try row["explicit"]
        imageURL = try row["image_url"]
        mediaURL = try row["media_url"]
        mediaType = try row["media_type"]
        mediaLength = try row["media_length"]
        isRead = try row["read"]
        isStarred = try row["starred"]
        position = try row["position"]
        finished = try row["finished_at"]
        download = try row["download"]
        isQueued = (try row["queued"] as Int64?) != nil
    }
}

/// An entry with everything a page about it needs.
struct EntryRecord: Sendable, Equatable {
    var row: EntryRow
    var author: String?
    var link: String?
    var updated: Date?
    var firstSeen: Date
    /// Raw HTML: to be sanitised before it is shown.
    var notes: String?
    var notesBase: String?
    /// JSON, as ``NewEntry/extras`` gave it.
    var extras: String?
    /// The feed's picture, for an entry without its own.
    var feedImageURL: String?
    /// The feed's web page.
    var feedLink: String?
    /// JSON, as ``FeedContent/extras`` gave it.
    var feedExtras: String?

    static let columns = """
        \(EntryRow.columns), e.author, e.link, e.updated, e.first_seen, t.notes, t.notes_base, t.extras, \
        f.image_url AS feed_image_url, f.link AS feed_link, f.extras AS feed_extras
        """

    init(_ row: Row) throws {
        self.row = try EntryRow(row)
        author = try row["author"]
        link = try row["link"]
        updated = try row["updated"]
        firstSeen = try row["first_seen"]
        notes = try row["notes"]
        notesBase = try row["notes_base"]
        extras = try row["extras"]
        feedImageURL = try row["feed_image_url"]
        feedLink = try row["feed_link"]
        feedExtras = try row["feed_extras"]
    }
}
