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
    /// The chapters known so far, by start.
    public var chapters: [Chapter]
    /// Whether `GET /api/entries/{id}/chapters` may know more than ``chapters``: it looks into files.
    public var chaptersPending: Bool
    /// The transcripts there are, best for following the sound first.
    public var transcripts: [TranscriptLink]
    /// Who takes part; the feed's people where the entry names none.
    public var people: [Person]
    /// Stretches to hear first.
    public var soundbites: [Soundbite]
    /// Where listeners can give money: the entry's places, then the feed's.
    public var funding: [FundingLink]
    /// Files beside the one that plays.
    public var files: [OtherFile]
    /// The season's name.
    public var seasonName: String?
    /// How to show the episode's number instead, such as `Ch. 3`.
    public var episodeDisplay: String?
    /// The other Podcasting 2.0 tags.
    public var podcast: PodcastDetails

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
        chaptersPending = false
        transcripts = []
        soundbites = []
        funding = []
        files = []
        podcast = PodcastDetails()
    }

    private enum CodingKeys: String, CodingKey {
        case notes, link, author, chapters, chaptersPending, transcripts, people, soundbites, funding, files
        case seasonName, episodeDisplay, podcast
    }

    /// Reads the summary's keys and its own from one object.
    public init(from decoder: any Decoder) throws {
        summary = try EntrySummary(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        notes = try container.decode(String.self, forKey: .notes)
        link = try container.decodeIfPresent(String.self, forKey: .link)
        author = try container.decodeIfPresent(String.self, forKey: .author)
        chapters = try container.decode([Chapter].self, forKey: .chapters)
        chaptersPending = try container.decode(Bool.self, forKey: .chaptersPending)
        transcripts = try container.decode([TranscriptLink].self, forKey: .transcripts)
        people = try container.decode([Person].self, forKey: .people)
        soundbites = try container.decode([Soundbite].self, forKey: .soundbites)
        funding = try container.decode([FundingLink].self, forKey: .funding)
        files = try container.decode([OtherFile].self, forKey: .files)
        seasonName = try container.decodeIfPresent(String.self, forKey: .seasonName)
        episodeDisplay = try container.decodeIfPresent(String.self, forKey: .episodeDisplay)
        podcast = try container.decode(PodcastDetails.self, forKey: .podcast)
    }

    /// Writes the summary's keys and its own into one object.
    public func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(notes, forKey: .notes)
        try container.encodeIfPresent(link, forKey: .link)
        try container.encodeIfPresent(author, forKey: .author)
        try container.encode(chapters, forKey: .chapters)
        try container.encode(chaptersPending, forKey: .chaptersPending)
        try container.encode(transcripts, forKey: .transcripts)
        try container.encode(people, forKey: .people)
        try container.encode(soundbites, forKey: .soundbites)
        try container.encode(funding, forKey: .funding)
        try container.encode(files, forKey: .files)
        try container.encodeIfPresent(seasonName, forKey: .seasonName)
        try container.encodeIfPresent(episodeDisplay, forKey: .episodeDisplay)
        try container.encode(podcast, forKey: .podcast)
    }
}
