import Foundation
import Podcasts

/// What an entry carries beyond the store's columns: JSON in `extras`, written when a feed is read, read by the entry's page.
struct EntryExtras: Codable, Sendable, Equatable {
    struct Chapter: Codable, Sendable, Equatable {
        /// Seconds from the beginning.
        var start: Double
        var title: String?
        var link: String?
        var image: String?
    }

    struct Transcript: Codable, Sendable, Equatable {
        var url: String
        var type: String?
        var language: String?
        var rel: String?
    }

    struct Soundbite: Codable, Sendable, Equatable {
        /// Seconds from the beginning.
        var start: Double
        /// Seconds.
        var duration: Double
        var title: String?
    }

    struct File: Codable, Sendable, Equatable {
        var url: String
        var type: String?
        var length: Int64?
    }

    /// Podlove simple chapters, by start.
    var chapters: [Chapter]?
    /// The JSON chapters file.
    var chaptersURL: String?
    var transcripts: [Transcript]?
    /// The entry's own people, which replace the feed's.
    var people: [ExtraPerson]?
    var soundbites: [Soundbite]?
    /// Files beside the one that plays.
    var files: [File]?
    var seasonName: String?
    var episodeDisplay: String?

    init() {}

    init(_ entry: ParsedEntry) {
        chapters =
            entry.chapters.map {
                Chapter(start: $0.start / .seconds(1), title: $0.title, link: $0.href, image: $0.image)
            }.sorted { $0.start < $1.start }.nonEmpty
        chaptersURL = entry.chaptersLink?.url
        transcripts =
            entry.transcripts.map {
                Transcript(url: $0.url, type: $0.type, language: $0.language, rel: $0.rel)
            }.nonEmpty
        people = entry.podcast.persons.map(ExtraPerson.init).nonEmpty
        soundbites =
            entry.soundbites.map {
                Soundbite(start: $0.start / .seconds(1), duration: $0.duration / .seconds(1), title: $0.title)
            }.nonEmpty
        let played = entry.primaryEnclosure?.url
        files =
            entry.enclosures.filter { $0.url != played }.map {
                File(url: $0.url, type: $0.type, length: $0.length)
            }.nonEmpty
        seasonName = entry.season?.name
        episodeDisplay = entry.episode?.display
    }
}

/// What a feed carries beyond the store's columns: JSON in `extras`.
struct FeedExtras: Codable, Sendable, Equatable {
    struct Funding: Codable, Sendable, Equatable {
        var url: String
        var label: String?
    }

    /// The feed's people, for entries that name none.
    var people: [ExtraPerson]?
    var funding: [Funding]?
    /// WebSub hubs.
    var hubs: [String]?
    /// The address that the feed gives itself.
    var selfURL: String?
    var medium: String?
    var copyright: String?

    init() {}

    init(_ feed: ParsedFeed) {
        people = feed.podcast.persons.map(ExtraPerson.init).nonEmpty
        funding = feed.podcast.funding.map { Funding(url: $0.url, label: $0.label) }.nonEmpty
        hubs = feed.hubURLs.nonEmpty
        selfURL = feed.selfURL
        medium = feed.medium
        copyright = feed.copyright
    }
}

/// Somebody who takes part.
struct ExtraPerson: Codable, Sendable, Equatable {
    var name: String
    var role: String
    var image: String?
    var link: String?

    init(_ person: PodcastPerson) {
        name = person.name
        role = person.role
        image = person.image
        link = person.href
    }
}

/// Extras as the store keeps them.
protocol StoredExtras: Codable, Equatable {
    init()
}

extension EntryExtras: StoredExtras {}
extension FeedExtras: StoredExtras {}

extension StoredExtras {
    /// Reads what ``json`` wrote; nothing when it is something else.
    init(json: String?) {
        self = json.flatMap { try? JSONDecoder().decode(Self.self, from: Data($0.utf8)) } ?? Self()
    }

    /// The extras as JSON, the same text for the same values; `nil` for none.
    var json: String? {
        guard self != Self() else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension Array {
    fileprivate var nonEmpty: [Element]? { isEmpty ? nil : self }
}
