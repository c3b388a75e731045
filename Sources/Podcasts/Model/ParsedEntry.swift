public import Foundation

/// One episode or article as its publisher wrote it.
public struct ParsedEntry: Sendable, Equatable {
    /// RSS `guid`, Atom `id`, JSON Feed `id`: blanks trimmed, case kept; `nil` when missing or empty.
    ///
    /// "0" is a guid.
    public var guid: String?
    /// Whether the guid claims to be the entry's address (`isPermaLink` is not "false").
    public var guidIsPermaLink = false
    /// Whether an earlier entry of the same document had the same guid but other content.
    public var guidIsRepeated = false
    /// The title as plain text.
    public var title: String?
    /// `itunes:title`, plain text: the title without numbers.
    public var itunesTitle: String?
    /// The entry's web page.
    public var link: String?
    /// Every link with its relation.
    public var links: [FeedLink] = []
    /// RSS `comments`.
    public var commentsURL: String?
    /// `content:encoded`, Atom `content`, JSON Feed `content_html`.
    public var content: RichText?
    /// RSS `description`, Atom `summary`.
    public var summary: RichText?
    /// `itunes:summary`.
    public var itunesSummary: RichText?
    /// `itunes:subtitle`, plain text.
    public var subtitle: String?
    /// `media:description`.
    public var mediaDescription: RichText?
    /// Authors in the order found.
    public var authors: [FeedPerson] = []
    /// Categories of every vocabulary.
    public var categories: [FeedCategory] = []
    /// `itunes:keywords`, split at commas.
    public var keywords: [String] = []
    /// When it was published; `nil` when missing or not a date.
    ///
    /// Never "now".
    public var published: Date?
    /// When it was last changed.
    public var updated: Date?
    /// The files, in feed order, each address once.
    public var enclosures: [Enclosure] = []
    /// `itunes:duration`, else the duration of a `media:content`; `nil` when unknown or zero.
    public var duration: Duration?
    /// The picture to show: `itunes:image`, else `media:thumbnail`, else an image that is attached.
    public var image: String?
    /// `itunes:explicit`.
    public var isExplicit: Bool?
    /// `itunes:block`.
    public var isBlocked = false
    /// `itunes:episodeType`.
    public var episodeType = EpisodeType.full
    /// `podcast:season`, else `itunes:season`.
    public var season: Season?
    /// `podcast:episode`, else `itunes:episode`.
    public var episode: EpisodeNumber?
    /// The language tag of the entry where it has its own.
    public var language: String?
    /// The feed that the entry was copied from (`source`).
    public var source: FeedLink?
    /// Podlove simple chapters.
    public var chapters: [FeedChapter] = []
    /// `podcast:chapters`.
    public var chaptersLink: ChaptersLink?
    /// `podcast:transcript`, in feed order.
    public var transcripts: [Transcript] = []
    /// `podcast:soundbite`, in feed order.
    public var soundbites: [FeedSoundbite] = []
    /// `podcast:alternateEnclosure`, in feed order.
    public var alternateEnclosures: [AlternateEnclosure] = []
    /// The Podcasting 2.0 tags that feeds and entries share.
    public var podcast = PodcastTags()
    /// The line where the entry begins, from 1; 0 where lines mean nothing (JSON).
    public var line = 0

    /// An entry with nothing in it.
    public init() {}

    /// The notes to show: `content:encoded`, else description, `itunes:summary`, subtitle, `media:description`.
    public var notes: RichText? {
        content ?? summary ?? itunesSummary ?? subtitle.map { RichText($0, kind: .text) } ?? mediaDescription
    }

    /// What tells this entry from the others of its feed, or `nil` when nothing in it could.
    public var identity: EntryIdentity? { EntryIdentity(of: self) }

    /// The file to play: the first that is audio or video, else the first that may be.
    public var primaryEnclosure: Enclosure? { Enclosure.primary(of: enclosures) }

    /// The persons to name: its own replace the feed's (Podcasting 2.0, `person`).
    public func persons(in feed: ParsedFeed) -> [PodcastPerson] {
        podcast.persons.isEmpty ? feed.podcast.persons : podcast.persons
    }
}

/// `itunes:episodeType`.
public enum EpisodeType: String, Sendable, Equatable, CaseIterable {
    /// A whole episode.
    case full
    /// A short promotion of the show.
    case trailer
    /// Extra content.
    case bonus
}

/// A season by number, with a name where there is one.
public struct Season: Sendable, Equatable {
    /// The number.
    public var number: Int
    /// `podcast:season name`.
    public var name: String?

    /// Takes the parts.
    public init(number: Int, name: String? = nil) {
        self.number = number
        self.name = name
    }
}

/// An episode number; `podcast:episode` allows decimals such as 315.5.
public struct EpisodeNumber: Sendable, Equatable {
    /// The number.
    public var number: Double
    /// How to show it instead.
    public var display: String?

    /// Takes the parts.
    public init(number: Double, display: String? = nil) {
        self.number = number
        self.display = display
    }
}
