import Essentials
import Foundation
import HTTP
import HTTPSoup
import Podcasts

/// `tonearm feed parse`: everything that is in a feed, and what is wrong with it.
public enum FeedParseCommand: Command {
    /// The words that name it.
    public static let name = "feed parse"
    /// One line for the list of commands.
    public static let summary = "Show what is in a feed, and what is wrong with it."
    /// The help text.
    public static let usage = """
        usage: tonearm feed parse FILE|URL|- [--json]

        Reads a feed as the server does: RSS, Atom or JSON Feed, broken or not. - reads standard input.

          --json    every field of the feed and its entries, notes made safe, warnings with their lines
        """

    /// Runs against the network.
    public static func run(_ arguments: [String], _ context: CommandContext) async -> Int32 {
        await run(arguments, context, FeedSource(client: SoupHTTPClient(), standardInput: readStandardInput))
    }

    static func run(_ arguments: [String], _ context: CommandContext, _ source: FeedSource) async -> Int32 {
        do {
            let words = try CommandArguments(arguments, flags: ["--json"])
            guard words.positional.count == 1 else { throw UsageError("Name one file or address.") }
            let feed = try await parse(words.positional[0], source, context)
            context.output.write(words.has("--json") ? FeedReport.json(feed) : FeedReport.text(feed))
            return 0
        } catch let error as UsageError {
            context.output.writeError("\(error)\n\(usage)")
            return 2
        } catch {
            return context.output.report(error)
        }
    }

    private static func parse(
        _ word: String,
        _ source: FeedSource,
        _ context: CommandContext
    ) async throws -> ParsedFeed {
        let document = try await source.open(word)
        let parser = FeedParser(url: document.url, contentType: document.contentType)
        // The beginning is kept for the case that this is a page: then it is worth saying what it links to.
        var head: [UInt8] = []
        var isPage = false
        for try await chunk in document.body {
            if head.count < FeedDiscovery.maximumLength { head += chunk }
            do {
                if !isPage { try parser.feed(chunk) } else if head.count >= FeedDiscovery.maximumLength { break }
            } catch FeedError.webPage {
                isPage = true
            }
        }
        do {
            return try parser.finish()
        } catch FeedError.webPage {
            let found = FeedDiscovery.feeds(inPage: head, url: document.url, contentType: document.contentType)
            throw WebPage(feeds: found.prefix(5).map(\.url))
        }
    }

    /// A page instead of a feed, with the feeds that it links to.
    private struct WebPage: SentenceError {
        var feeds: [String]

        var sentence: String {
            guard !feeds.isEmpty else { return "This is a web page, not a feed, and it links to none." }
            return "This is a web page, not a feed. It links to: \(feeds.joined(separator: ", "))"
        }

        var isRetryable: Bool { false }
    }

    /// The next bytes of standard input, `nil` at its end.
    @Sendable static func readStandardInput() -> [UInt8]? {
        let data = FileHandle.standardInput.availableData
        return data.isEmpty ? nil : Array(data)
    }
}
