import Foundation
import PodcastAPI

extension EntrySummary {
    /// The wire form of a list's row.
    init(_ row: EntryRow) {
        self.init(
            id: "\(row.id)",
            feed: "\(row.feed)",
            feedTitle: row.feedTitle,
            title: row.title,
            summary: String(row.summary.prefix(300)),
            published: row.published,
            // Entries without a picture of their own share the feed's, which browsers then keep once.
            art: row.imageURL == nil ? "/api/art/f\(row.feed)" : "/api/art/e\(row.id)"
        )
        guid = row.guid
        duration = row.duration
        media = Media(row)
        read = row.isRead
        starred = row.isStarred
        position = row.position
        finished = row.finished
        download = row.download.flatMap(Download.State.init)
        queued = row.isQueued ? true : nil
        season = row.season
        episode = row.episode
        kind = row.kind
        explicit = row.isExplicit
    }
}

extension Media {
    /// Where an entry's media is on this server; `nil` for an article.
    init?(_ row: EntryRow) {
        guard let url = row.mediaURL else { return nil }
        // The parser has set a wrong type right by the file name; a missing one is most likely sound.
        let type = row.mediaType ?? "audio/mpeg"
        self.init(url: "/media/\(row.id)/\(Self.name(url, row.id))", type: type, length: row.mediaLength)
    }

    /// The last part of the address where it is a plain file name: for people who save the file.
    private static func name(_ url: String, _ entry: Int64) -> String {
        let name = URLComponents(string: url)?.path.split(separator: "/").last.map(String.init) ?? ""
        let isPlain = name.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(byte)
        }
        return isPlain && !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= 100 ? name : "\(entry)"
    }
}
