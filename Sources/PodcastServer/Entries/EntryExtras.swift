import Foundation
import PodcastAPI

/// What the store keeps of an entry without looking into it: one JSON text beside the notes.
///
/// Keys are short and stay: stores written by older versions are read.
struct EntryExtras: Codable, Sendable, Equatable {
    /// The chapters that stand in the feed.
    var chapters: [Chapter]?
    /// Who takes part.
    var people: [Person]?

    var isEmpty: Bool { chapters == nil && people == nil }

    /// The JSON text; `nil` when there is nothing to keep.
    var text: String? {
        guard !isEmpty else { return nil }
        let encoder = JSONEncoder()
        // The text is part of what tells whether an entry changed: the same content must give the same text.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Reads a stored text; one that can't be read counts as nothing, because the feed gives it again.
    static func read(_ text: String?) -> EntryExtras {
        guard let text else { return EntryExtras() }
        return (try? JSONDecoder().decode(EntryExtras.self, from: Data(text.utf8))) ?? EntryExtras()
    }
}
