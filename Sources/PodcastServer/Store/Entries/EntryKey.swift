import Database
import Foundation

/// What an entry is recognised by: guid, else enclosure, else link and title.
struct EntryKey: Sendable, Equatable {
    var guid: String?
    var mediaURL: String?
    var link: String?
    var title: String
    var published: Date?
    /// Equal for the same entry given again; entries that share a guid or an enclosure, but not both, differ.
    var identity: [UInt8]

    init(_ entry: NewEntry) {
        guid = entry.guid.flatMap { $0.isEmpty ? nil : $0 }
        mediaURL = entry.mediaURL.flatMap { $0.isEmpty ? nil : $0 }
        link = entry.link
        title = entry.title
        // As precise as the store keeps it, to be compared with what is there.
        published = entry.published.flatMap { Date(databaseValue: $0.databaseValue) }
        var hash = ContentHash()
        hash.add(guid)
        hash.add(mediaURL)
        if guid == nil || mediaURL == nil {
            hash.add(link)
            hash.add(title)
        }
        // Nothing at all to go by: the same words are the same entry.
        if guid == nil, mediaURL == nil, (link ?? "").isEmpty, title.isEmpty { hash.add(entry.notes ?? entry.summary) }
        identity = hash.finish()
    }
}

/// A stored entry that may be the one a feed gives.
struct KnownEntry: Sendable, Equatable {
    var id: Int64
    var guid: String?
    var mediaURL: String?
    var link: String?
    var title: String
    var published: Date?
    var contentHash: [UInt8]

    /// Whether the date says that `key` is this entry, or the title where there is no date.
    func agrees(with key: EntryKey) -> Bool {
        if let published, let other = key.published { return published == other }
        return title == key.title
    }

    /// Whether `key` is this entry, given that the feed no longer gives this entry itself.
    ///
    /// The same enclosure under another guid is the same entry. The same guid with another enclosure is, unless nothing
    /// else is the same either: then the publisher used a guid twice.
    func isReplaced(by key: EntryKey) -> Bool {
        if mediaURL == key.mediaURL || mediaURL == nil || key.mediaURL == nil { return true }
        return title == key.title || (published != nil && published == key.published)
            || (link != nil && link == key.link)
    }
}
