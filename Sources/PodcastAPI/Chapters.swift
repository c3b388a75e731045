/// A part of an episode.
public struct Chapter: Codable, Sendable, Equatable {
    /// Seconds from the beginning.
    public var start: Double
    /// Seconds from the beginning: where it ends, which is the next one's start where the publisher does not say; absent
    /// for the last one of an episode of unknown length.
    public var end: Double?
    /// The title; never empty, except for a hidden one.
    public var title: String
    /// A web page about it.
    public var link: String?
    /// Path of its picture; takes `?size=` in pixels.
    public var art: String?
    /// Present and true for a mark that only changes picture and link: not for the list, nothing to jump to.
    public var hidden: Bool?
    /// Where that part plays.
    public var location: PlaceName?

    /// Makes a chapter.
    public init(start: Double, title: String, link: String? = nil) {
        self.start = start
        self.title = title
        self.link = link
    }
}

/// `GET /api/entries/{id}/chapters`.
public struct ChapterList: Codable, Sendable, Equatable {
    /// Where chapters were found.
    public enum Source: String, Codable, Sendable, CaseIterable {
        /// A JSON file that the feed names (Podcasting 2.0).
        case json
        /// The feed itself (Podlove simple chapters).
        case podlove
        /// The media file (ID3, MP4, Ogg comments).
        case embedded
        /// Times in the notes, where nothing else says more.
        case notes
    }

    /// By start.
    public var chapters: [Chapter]
    /// What they were put together from, the leading one first; empty where there are none.
    public var sources: [Source]
    /// One sentence where a source could not be read; the chapters are then those of the others, or of an earlier time.
    public var trouble: String?

    /// Makes a list.
    public init(chapters: [Chapter] = [], sources: [Source] = [], trouble: String? = nil) {
        self.chapters = chapters
        self.sources = sources
        self.trouble = trouble
    }
}
