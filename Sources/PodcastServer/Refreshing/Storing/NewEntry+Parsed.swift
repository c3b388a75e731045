import Foundation
import Podcasts

extension NewEntry {
    /// A parsed entry as the store takes it.
    init(_ entry: ParsedEntry) {
        let notes = entry.notes
        self.init(title: entry.title ?? entry.itunesTitle ?? "")
        guid = entry.guid
        author = entry.authors.first?.displayName
        link = entry.link
        published = entry.published ?? entry.updated
        updated = entry.updated
        duration = entry.duration.map { $0 / .seconds(1) }
        season = entry.season?.number
        episode = entry.episode?.number
        kind = entry.episodeType == .full ? nil : entry.episodeType.rawValue
        isExplicit = entry.isExplicit
        imageURL = entry.image
        summary = notes.map { NotesSanitizer.summary(of: $0) } ?? ""
        self.notes = notes.map(\.html)
        notesBase = notes?.base
        if let media = entry.primaryEnclosure {
            mediaURL = media.url
            mediaType = media.type
            mediaLength = media.length
        }
        extras = EntryExtras(entry).json
        if title.isEmpty { title = Self.title(from: summary, link: link, mediaURL: mediaURL) }
    }

    /// What to call an entry without a title: its first words, else the last part of its address.
    private static func title(from summary: String, link: String?, mediaURL: String?) -> String {
        if !summary.isEmpty {
            guard summary.count > 80 else { return summary }
            let words = summary.prefix(80)
            return (words.lastIndex(of: " ").map { words[..<$0] } ?? words) + "…"
        }
        let name = (mediaURL ?? link).flatMap { URL(string: $0)?.lastPathComponent } ?? ""
        return name.isEmpty || name == "/" ? "Untitled" : name
    }
}

extension FeedContent {
    /// What a parsed feed says about itself.
    init(_ feed: ParsedFeed) {
        self.init(title: feed.title ?? "")
        author = feed.authors.first?.displayName ?? feed.owner?.displayName
        description = feed.notes?.html
        link = feed.link
        imageURL = feed.image ?? feed.icon
        language = feed.language
        var seen: Set<String> = []
        categories = feed.categories.map { $0.label ?? $0.term }.filter { seen.insert($0).inserted }
        isExplicit = feed.isExplicit
        kind = feed.isSerial ? "serial" : nil
        podcastGUID = feed.podcastGUID
        extras = FeedExtras(feed).json
    }
}

extension FeedPerson {
    fileprivate var displayName: String? { name ?? email }
}

extension RichText {
    /// The text as HTML: what is plain is escaped, and its line breaks are kept.
    fileprivate var html: String {
        guard kind == .text else { return value }
        let escaped = value.replacingOccurrences(of: "&", with: "&amp;")
            .replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: ">", with: "&gt;")
        return escaped.replacingOccurrences(of: "\n", with: "<br>\n")
    }
}
