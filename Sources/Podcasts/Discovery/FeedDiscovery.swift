/// Finds the feeds that a web page links to.
public enum FeedDiscovery {
    /// A feed that a page names, or seems to.
    public struct Candidate: Sendable, Equatable {
        /// How the page names it.
        public enum Source: String, Sendable, Equatable {
            /// `<link rel="alternate" type=…>`: the page says that it is its feed.
            case alternate
            /// `<a href>` whose address or text looks like a feed's.
            case anchor
            /// It is the document asked for.
            case itself
        }

        /// The address, resolved.
        public var url: String
        /// What the page calls it.
        public var title: String?
        /// The media type as written.
        public var type: String?
        /// How the page names it.
        public var source: Source
        /// Higher is likelier to be the feed that a person means.
        public var score: Int

        /// Takes the parts.
        public init(url: String, title: String? = nil, type: String? = nil, source: Source, score: Int) {
            self.url = url
            self.title = title
            self.type = type
            self.source = source
            self.score = score
        }

        /// The address asked for, which is a feed itself.
        public init(feed: ParsedFeed, url: String) {
            self.init(url: url, title: feed.title, type: feed.format.rawValue, source: .itself, score: 1000)
        }
    }

    /// Bytes of a page that are read: links to feeds stand in its head, or at least near its beginning.
    public static let maximumLength = 4 << 20

    /// The feeds that a page links to, the likeliest first; each address once.
    public static func feeds(inPage bytes: [UInt8], url: String?, contentType: String? = nil) -> [Candidate] {
        let page = text(of: bytes, contentType: contentType)
        var finder = CandidateFinder(base: url)
        HTMLEvents.parse(page) { finder.handle($0) }
        return finder.candidates.enumerated()
            .sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
            .map(\.element)
    }

    /// Addresses worth a try where a page names no feed: what common publishing systems use.
    public static func guesses(for url: String) -> [String] {
        ["feed", "feed.xml", "rss", "rss.xml", "index.xml", "atom.xml", "feed/podcast", "podcast.xml"]
            .map { Address.resolve("/\($0)", against: url) }
    }

    private static func text(of bytes: [UInt8], contentType: String?) -> String {
        var type = contentType
        if contentType.flatMap({ CharsetDeclaration.label(inContentType: $0) }) == nil {
            // What a `meta` element says counts as if the server had said it.
            let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
            if let label = CharsetDeclaration.label(inContentType: head) {
                type = "text/html; charset=\(label.prefix(40))"
            }
        }
        var text: [UInt8] = []
        let decoder = TextDecoder(contentType: type) { _, _, _ in }
        bytes.prefix(maximumLength).withUnsafeBufferPointer { decoder.decode($0) { text.append(contentsOf: $0) } }
        decoder.finish { text.append(contentsOf: $0) }
        return String(decoding: text, as: UTF8.self)
    }
}
