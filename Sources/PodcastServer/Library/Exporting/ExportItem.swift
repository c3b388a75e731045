import Foundation
import PodcastAPI

/// One piece of an export: an object of its `items`.
///
/// The first is an ``ExportHeader``; each other one says by `kind` which of these it is. Things refer to one another by
/// addresses and names, never by this server's ids, so that another server can take them in.
enum ExportItem: Sendable, Equatable {
    case header(ExportHeader)
    case settings(UserSettingsChange)
    /// Folders in the user's order.
    case folders([String])
    case feed(ExportedFeed)
    case entry(ExportedEntry)
    case search(ExportedSearch)
    case listening(ExportedListening)
    /// Something that a newer version writes.
    case unknown(String)
}

/// What an export is.
struct ExportHeader: Codable, Sendable, Equatable {
    /// The newest form that is known here.
    static let version = 1

    var version: Int
    var user: String
    var created: Date
}

/// A subscription with what the user chose for it.
struct ExportedFeed: Codable, Sendable, Equatable {
    var url: String
    /// The feed's own title.
    var title: String?
    /// The user's.
    var customTitle: String?
    var folder: String?
    var speed: Double?
    var skipIntro: Double?
    var skipOutro: Double?
    var keepNewest: Int?
    var queueRule: QueuePlace?
    var queueLimit: Int?
    var order: EntryOrder?
}

/// An entry with what the user did with it, and enough of its content to stand without its feed.
struct ExportedEntry: Codable, Sendable, Equatable {
    struct Mark: Codable, Sendable, Equatable {
        var seconds: Double
        var title: String
        var note: String?
        var created: Date
    }

    /// The feed's address.
    var feed: String
    var guid: String?
    var title: String
    var author: String?
    var link: String?
    var published: Date?
    /// Where it stands in lists.
    var sortDate: Date
    var updated: Date?
    var firstSeen: Date
    var duration: Double?
    var season: Int?
    var episode: Double?
    var episodeKind: String?
    var explicit: Bool?
    var image: String?
    var media: String?
    var mediaType: String?
    var mediaLength: Int64?
    var summary: String
    var notes: String?
    var notesBase: String?
    /// What the store does not look into, as JSON text.
    var extras: String?
    var read: Bool
    var starred: Bool
    var position: Double?
    var positionAt: Date?
    /// The length that a player found.
    var playedDuration: Double?
    var finished: Date?
    var bookmarks: [Mark]?
    var skippedChapters: [Double]?
    /// Its place in the queue, counted from 0.
    var queued: Int?
    /// Whether its media is to be kept.
    var download: Bool?
}

/// A saved search that names feeds by address and its folder by name.
struct ExportedSearch: Codable, Sendable, Equatable {
    var title: String
    var criteria: EntryCriteria
}

/// Listening of a quarter of an hour.
struct ExportedListening: Codable, Sendable, Equatable {
    /// When the quarter began.
    var start: Date
    var feed: String
    var title: String
    var listened: Double
    var heard: Double
    var finished: Int
}

extension ExportItem: Codable {
    private enum Key: String, CodingKey { case kind, names }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let kind = try container.decode(String.self, forKey: .kind)
        switch kind {
        case "export": self = .header(try ExportHeader(from: decoder))
        case "settings": self = .settings(try UserSettingsChange(from: decoder))
        case "folders": self = .folders(try container.decode([String].self, forKey: .names))
        case "feed": self = .feed(try ExportedFeed(from: decoder))
        case "entry": self = .entry(try ExportedEntry(from: decoder))
        case "search": self = .search(try ExportedSearch(from: decoder))
        case "listening": self = .listening(try ExportedListening(from: decoder))
        default: self = .unknown(kind)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .header(let value): try write("export", value, encoder, &container)
        case .settings(let value): try write("settings", value, encoder, &container)
        case .folders(let names):
            try container.encode("folders", forKey: .kind)
            try container.encode(names, forKey: .names)
        case .feed(let value): try write("feed", value, encoder, &container)
        case .entry(let value): try write("entry", value, encoder, &container)
        case .search(let value): try write("search", value, encoder, &container)
        case .listening(let value): try write("listening", value, encoder, &container)
        case .unknown(let kind): try container.encode(kind, forKey: .kind)
        }
    }

    private func write(
        _ kind: String,
        _ value: some Encodable,
        _ encoder: any Encoder,
        _ container: inout KeyedEncodingContainer<Key>
    ) throws {
        try container.encode(kind, forKey: .kind)
        try value.encode(to: encoder)
    }
}
