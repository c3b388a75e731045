import Foundation
import Podcasts
import Testing

/// A small feed with one peculiarity, and the one value that shows whether it was read rightly.
struct FeedCase: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var contentType: String?
    var value: @Sendable (ParsedFeed) -> String?
    var expected: String?

    var testDescription: String { name }

    /// Reads the feed and compares.
    func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let feed = try FeedParser.parse(bytes, url: FeedCases.url, contentType: contentType)
        #expect(value(feed) == expected, Comment(rawValue: name), sourceLocation: sourceLocation)
    }
}

/// Collects cases one statement at a time, which the compiler checks far faster than one long literal.
struct FeedCases {
    static let url = "https://example.org/shows/feed.xml"
    private(set) var all: [FeedCase] = []

    /// Reads a document in pieces of so many bytes.
    static func read(_ bytes: [UInt8], pieces length: Int) throws -> ParsedFeed {
        let parser = FeedParser(url: url)
        for start in stride(from: 0, to: bytes.count, by: length) {
            try parser.feed(Array(bytes[start..<min(start + length, bytes.count)]))
        }
        return try parser.finish()
    }

    /// A whole document.
    mutating func document(
        _ name: String,
        _ text: String,
        _ expected: String?,
        contentType: String? = nil,
        _ value: @escaping @Sendable (ParsedFeed) -> String?
    ) {
        bytes(name, Array(text.utf8), expected, contentType: contentType, value)
    }

    /// A document as bytes.
    mutating func bytes(
        _ name: String,
        _ bytes: [UInt8],
        _ expected: String?,
        contentType: String? = nil,
        _ value: @escaping @Sendable (ParsedFeed) -> String?
    ) {
        all.append(FeedCase(name: name, bytes: bytes, contentType: contentType, value: value, expected: expected))
    }

    /// Elements of an RSS 2.0 channel.
    mutating func channel(
        _ name: String,
        _ elements: String,
        _ expected: String?,
        _ value: @escaping @Sendable (ParsedFeed) -> String?
    ) {
        document(name, Self.rss(elements), expected, value)
    }

    /// Elements of the only item of an RSS 2.0 channel.
    mutating func item(
        _ name: String,
        _ elements: String,
        _ expected: String?,
        _ value: @escaping @Sendable (ParsedEntry) -> String?
    ) {
        document(name, Self.rss("<title>Show</title><item>\(elements)</item>"), expected) {
            $0.entries.first.flatMap(value)
        }
    }

    /// Elements of the only entry of an Atom feed.
    mutating func entry(
        _ name: String,
        _ elements: String,
        _ expected: String?,
        _ value: @escaping @Sendable (ParsedEntry) -> String?
    ) {
        document(name, Self.atom("<entry>\(elements)</entry>"), expected) { $0.entries.first.flatMap(value) }
    }

    static func rss(_ channel: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
          xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
          xmlns:media="http://search.yahoo.com/mrss/" xmlns:atom="http://www.w3.org/2005/Atom"
          xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:psc="http://podlove.org/simple-chapters"
          xmlns:googleplay="http://www.google.com/schemas/play-podcasts/1.0"
          xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"
          xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0">
        <channel>\(channel)</channel></rss>
        """
    }

    static func atom(_ elements: String) -> String {
        "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>Show</title>\(elements)</feed>"
    }
}

extension ParsedFeed {
    /// The codes of the warnings, sorted, for a case about one.
    var codes: String { warnings.map(\.code.rawValue).sorted().joined(separator: " ") }

    func has(_ code: FeedWarning.Code) -> String { warnings.contains { $0.code == code } ? "yes" : "no" }
}

extension Date {
    /// `2024-11-05T09:00:00Z`, with a fraction where there is one.
    var iso: String {
        let hasFraction = timeIntervalSince1970 != timeIntervalSince1970.rounded(.down)
        return formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction))
    }
}
