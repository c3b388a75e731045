import Database
import Foundation

/// What plays, as filters tell it apart.
enum MediaKind: Int, Sendable, DatabaseValueConvertible {
    /// Nothing: an article.
    case none = 0
    case audio = 1
    case video = 2

    /// What an entry's enclosure is; one of an unknown type is most likely sound.
    init(_ entry: NewEntry) {
        if (entry.mediaURL ?? "").isEmpty {
            self = .none
        } else {
            self = entry.mediaType?.lowercased().hasPrefix("video/") == true ? .video : .audio
        }
    }
}

/// An entry as a feed gives it.
struct NewEntry: Sendable, Equatable {
    /// Compared letter by letter; an empty one counts as none, `0` is one.
    var guid: String?
    var title: String
    var author: String?
    /// The web page.
    var link: String?
    var published: Date?
    var updated: Date?
    /// Seconds.
    var duration: Double?
    var season: Int?
    var episode: Double?
    /// `trailer` or `bonus`; `nil` for an ordinary episode.
    var kind: String?
    var isExplicit: Bool?
    var imageURL: String?
    /// The notes' beginning as plain text.
    var summary = ""
    /// Raw HTML.
    var notes: String?
    /// What relative addresses in the notes are relative to.
    var notesBase: String?
    /// The enclosure that plays.
    var mediaURL: String?
    var mediaType: String?
    var mediaLength: Int64?
    /// JSON of what the store does not look into: chapters, transcripts, people, soundbites, other enclosures.
    var extras: String?

    init(title: String) { self.title = title }

    /// Tells whether anything changed.
    ///
    /// Dates don't count: publishers that rewrite them at every poll would have every
    /// entry written at every poll, and the store keeps the first date anyway.
    var contentHash: [UInt8] {
        var hash = ContentHash()
        for text in [
            guid, title, author, link, kind, imageURL, summary, notes, notesBase, mediaURL, mediaType, extras,
        ] { hash.add(text) }
        for number in [duration, episode, isExplicit.map { $0 ? 1.0 : 0 }] { hash.add(number) }
        hash.add(season.map(Int64.init))
        hash.add(mediaLength)
        return hash.finish()
    }
}
