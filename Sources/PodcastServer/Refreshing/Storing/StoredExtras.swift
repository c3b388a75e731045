import Foundation
import PodcastAPI
import Podcasts

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
    /// Itself, or `nil` when it holds nothing: absent keys keep the JSON short.
    var nonEmpty: [Element]? { isEmpty ? nil : self }
}
