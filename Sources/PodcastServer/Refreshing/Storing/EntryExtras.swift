import Foundation
import PodcastAPI
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

    /// Podlove simple chapters, by start.
    var chapters: [Chapter]?
    /// The JSON chapters file.
    var chaptersURL: String?
    var transcripts: [Transcript]?
    /// The entry's own people, which replace the feed's.
    var people: [ExtraPerson]?
    var soundbites: [Soundbite]?
    var funding: [FundingLink]?
    /// Files beside the one that plays.
    var files: [OtherFile]?
    var seasonName: String?
    var episodeDisplay: String?
    var details: ExtraDetails?

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
        funding = entry.podcast.funding.map { FundingLink(url: $0.url, label: $0.label) }.nonEmpty
        files = Self.otherFiles(entry).nonEmpty
        seasonName = entry.season?.name
        episodeDisplay = entry.episode?.display
        details = ExtraDetails(entry.podcast)
    }

    /// The other enclosures and the alternate ones, each address once.
    private static func otherFiles(_ entry: ParsedEntry) -> [OtherFile] {
        var seen: Set<String> = entry.primaryEnclosure.map { [$0.url] } ?? []
        var files = entry.enclosures.filter { seen.insert($0.url).inserted }.map {
            OtherFile(url: $0.url, type: $0.type, length: $0.length)
        }
        for alternate in entry.alternateEnclosures {
            guard let source = alternate.sources.first(where: { seen.insert($0.uri).inserted }) else { continue }
            var file = OtherFile(url: source.uri, type: source.type ?? alternate.type, length: alternate.length)
            file.title = alternate.title
            file.language = alternate.language
            file.height = alternate.height
            file.bitrate = alternate.bitrate
            files.append(file)
        }
        return files
    }
}
