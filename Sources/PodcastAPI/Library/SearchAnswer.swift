/// `GET /api/search?q=`: the subscriptions and entries that hold the words.
public struct SearchAnswer: Codable, Sendable, Equatable {
    /// Matching subscriptions, best first; on the first page only.
    public var feeds: [Feed]
    /// Matching entries, best first.
    public var entries: [SearchHit]
    /// What to send as `after` for the next page; absent on the last.
    public var next: String?

    /// Makes an answer.
    public init(feeds: [Feed], entries: [SearchHit], next: String? = nil) {
        self.feeds = feeds
        self.entries = entries
        self.next = next
    }
}

/// An entry that holds the words.
public struct SearchHit: Codable, Sendable, Equatable {
    /// A part of a text.
    public struct Part: Codable, Sendable, Equatable {
        /// Plain text.
        public var text: String
        /// Whether it is one of the words looked for.
        public var mark: Bool

        /// Makes a part.
        public init(text: String, mark: Bool) {
            self.text = text
            self.mark = mark
        }
    }

    /// The entry as a list shows it.
    public var entry: EntrySummary
    /// Where the words stand: the parts, one after the other, are the beginning or a piece of the text.
    public var snippet: [Part]
    /// What the piece is from: `notes`, `chapters` or `transcript`.
    public var source: String

    /// Makes a hit.
    public init(entry: EntrySummary, snippet: [Part], source: String) {
        self.entry = entry
        self.snippet = snippet
        self.source = source
    }
}
