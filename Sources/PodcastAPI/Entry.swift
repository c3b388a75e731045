public import Foundation

/// An entry as a list shows it.
public struct EntrySummary: Codable, Sendable, Equatable {
    /// A number as text.
    public var id: String
    /// The feed's id.
    public var feed: String
    /// The feed's title as the user sees it.
    public var feedTitle: String
    /// The publisher's own name for it; absent when the feed gives none.
    public var guid: String?
    /// The title; never empty.
    public var title: String
    /// The notes' beginning as plain text, at most 300 characters.
    public var summary: String
    /// When it was published; when it was first seen if the feed does not say.
    public var published: Date
    /// Seconds; absent when unknown.
    public var duration: Double?
    /// Path of its artwork; takes `?size=` in pixels.
    public var art: String
    /// What plays; absent for an article.
    public var media: Media?
    /// Whether it is read, heard or seen.
    public var read: Bool
    /// Whether it is starred.
    public var starred: Bool
    /// Where playing stopped, in seconds; absent before the first time.
    public var position: Double?
    /// When it was finished or marked read; stays when the position is cleared.
    public var finished: Date?
    /// How the server's own copy of its media stands; absent where none was asked for.
    public var download: Download.State?
    /// Whether it is in the queue.
    public var queued: Bool?
    /// The season's number.
    public var season: Int?
    /// The episode's number within season or feed.
    public var episode: Double?
    /// `trailer` or `bonus`; absent for an ordinary episode.
    public var kind: String?
    /// Whether the publisher calls it explicit.
    public var explicit: Bool?

    /// Makes a row.
    public init(
        id: String,
        feed: String,
        feedTitle: String,
        title: String,
        summary: String,
        published: Date,
        art: String
    ) {
        self.id = id
        self.feed = feed
        self.feedTitle = feedTitle
        self.title = title
        self.summary = summary
        self.published = published
        self.art = art
        read = false
        starred = false
    }
}

/// The audio or video of an entry.
public struct Media: Codable, Sendable, Equatable {
    /// A path on this server; answers ranges.
    public var url: String
    /// The media type, by file name where the feed's is wrong.
    public var type: String
    /// Bytes; absent when unknown.
    public var length: Int64?

    /// Names media.
    public init(url: String, type: String, length: Int64? = nil) {
        self.url = url
        self.type = type
        self.length = length
    }
}

/// `GET /api/feeds/{id}/entries`: one page, in the feed's order, newest first unless the user chose otherwise.
public struct EntryPage: Codable, Sendable, Equatable {
    /// The entries.
    public var entries: [EntrySummary]
    /// What to send as `after` for the next page; absent on the last.
    public var next: String?

    /// Makes a page.
    public init(entries: [EntrySummary], next: String? = nil) {
        self.entries = entries
        self.next = next
    }
}

/// Which entries a page holds.
public enum EntryFilter: String, Codable, Sendable, CaseIterable {
    /// All.
    case all
    /// Not read.
    case unread
    /// Starred.
    case starred
    /// Begun and not read.
    case started
    /// Read or heard.
    case finished
    /// With audio or video, not heard to its end.
    case unfinished
    /// Kept on the server.
    case downloaded
    /// With audio.
    case audio
    /// With video.
    case video
}

/// `GET /api/entries/{id}`: the summary's keys and the rest.
public struct Entry: Codable, Sendable, Equatable {
    /// What the list shows.
    public var summary: EntrySummary
    /// The notes as HTML from an allow-list; safe to show under the page's policy.
    public var notes: String
    /// The entry's web page.
    public var link: String?
    /// Who wrote it.
    public var author: String?
    /// Chapters by start.
    public var chapters: [Chapter]
    /// Who takes part.
    public var people: [Person]

    /// Makes an entry.
    public init(
        summary: EntrySummary,
        notes: String,
        link: String? = nil,
        author: String? = nil,
        chapters: [Chapter] = [],
        people: [Person] = []
    ) {
        self.summary = summary
        self.notes = notes
        self.link = link
        self.author = author
        self.chapters = chapters
        self.people = people
    }

    private enum CodingKeys: String, CodingKey {
        case notes, link, author, chapters, people
    }

    /// Reads the summary's keys and its own from one object.
    public init(from decoder: any Decoder) throws {
        summary = try EntrySummary(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        notes = try container.decode(String.self, forKey: .notes)
        link = try container.decodeIfPresent(String.self, forKey: .link)
        author = try container.decodeIfPresent(String.self, forKey: .author)
        chapters = try container.decode([Chapter].self, forKey: .chapters)
        people = try container.decode([Person].self, forKey: .people)
    }

    /// Writes the summary's keys and its own into one object.
    public func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(notes, forKey: .notes)
        try container.encodeIfPresent(link, forKey: .link)
        try container.encodeIfPresent(author, forKey: .author)
        try container.encode(chapters, forKey: .chapters)
        try container.encode(people, forKey: .people)
    }
}

/// A part of an episode.
public struct Chapter: Codable, Sendable, Equatable {
    /// Seconds from the beginning.
    public var start: Double
    /// The title.
    public var title: String
    /// A web page about it.
    public var link: String?

    /// Makes a chapter.
    public init(start: Double, title: String, link: String? = nil) {
        self.start = start
        self.title = title
        self.link = link
    }
}

/// Somebody who takes part in an episode.
public struct Person: Codable, Sendable, Equatable {
    /// The name.
    public var name: String
    /// `host`, `guest` or another word of the Podcasting 2.0 taxonomy.
    public var role: String
    /// A web page about them.
    public var link: String?

    /// Names a person.
    public init(name: String, role: String, link: String? = nil) {
        self.name = name
        self.role = role
        self.link = link
    }
}
