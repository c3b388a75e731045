import Essentials
import Foundation
import HTTP
import Podcasts

/// Reads one body through the parser, once.
struct FeedReading {
    private var answer: FeedAnswer
    private let parser: FeedParser
    private let batch: Int
    private var waiting: [ParsedEntry] = []
    /// The body's digest; `nil` until all of it was read.
    private(set) var digest: [UInt8]?
    /// Whether the document was there to its end, so that nothing is missed when it stays unchanged.
    private(set) var isComplete = false

    init(_ answer: FeedAnswer, configuration: RefreshConfiguration) {
        self.answer = answer
        batch = configuration.batch
        parser = FeedParser(url: answer.response.url.absoluteString, contentType: answer.contentType)
    }

    /// Reads to the end; entries go to `sink` in batches.
    mutating func run(into sink: FeedFetcher.Sink) async throws -> Fetched.Result {
        do {
            try await readBody(into: sink)
            return .feed(try await end(try parser.finish(), into: sink))
        } catch let error as FeedError {
            return .failed(FetchFailure(error, host: answer.host))
        } catch let error as HTTPError {
            return try await salvage(FetchFailure(error, host: answer.host), into: sink)
        }
    }

    private mutating func readBody(into sink: FeedFetcher.Sink) async throws {
        var hash = BodyDigest.begin()
        var piece = Optional(answer.beginning)
        while let bytes = piece {
            hash.update(bytes)
            try parser.feed(bytes)
            waiting += parser.takeEntries()
            if waiting.count >= batch { try await flush(into: sink) }
            piece = try await answer.next()
        }
        digest = hash.finish()
    }

    /// The connection ended early: what came whole is kept.
    ///
    /// A document that was there to its last tag was only miscounted by its server, and is a feed like any other.
    private mutating func salvage(_ failure: FetchFailure, into sink: FeedFetcher.Sink) async throws -> Fetched.Result {
        waiting += parser.takeEntries()
        try await flush(into: sink)
        guard var feed = try? parser.finish() else { return .failed(failure) }
        if case .cut = failure, !feed.isTruncated { return .feed(try await end(feed, into: sink)) }
        // The last of the entries may be half of one.
        _ = feed.entries.popLast()
        _ = try await end(feed, into: sink)
        return .failed(failure)
    }

    /// Hands on the last entries; what is left describes the feed.
    private mutating func end(_ feed: ParsedFeed, into sink: FeedFetcher.Sink) async throws -> ParsedFeed {
        var feed = feed
        isComplete = digest != nil && !feed.isTruncated
        waiting += feed.entries
        feed.entries = []
        try await flush(into: sink)
        return feed
    }

    private mutating func flush(into sink: FeedFetcher.Sink) async throws {
        guard !waiting.isEmpty else { return }
        let entries = waiting
        waiting = []
        try await sink(entries)
    }
}

extension ParsedFeed {
    /// Whether the document ended in the middle.
    fileprivate var isTruncated: Bool { warnings.contains { $0.code == .truncated } }
}

extension FetchFailure {
    /// Maps what the parser found instead of a feed.
    init(_ error: FeedError, host: String) {
        switch error {
        case .empty: self = .empty(host: host)
        case .webPage: self = .webPage(host: host)
        case .opml: self = .notAFeed(host: host, found: "an OPML list of feeds")
        case .otherJSON: self = .notAFeed(host: host, found: "JSON of another kind")
        case .malformedJSON: self = .notAFeed(host: host, found: "broken JSON")
        case .otherXML: self = .notAFeed(host: host, found: "XML of another kind")
        case .notText: self = .notAFeed(host: host, found: "neither XML nor JSON")
        case .tooLarge(let limit): self = .tooLarge(host: host, limit: Int64(limit))
        }
    }
}
