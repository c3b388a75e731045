import Essentials
import Foundation
import HTTP
import HTTPSoup
import Podcasts

/// `tonearm feed discover`: the feeds that a page links to.
public enum FeedDiscoverCommand: Command {
    /// The words that name it.
    public static let name = "feed discover"
    /// One line for the list of commands.
    public static let summary = "List the feeds that a web page links to."
    /// The help text.
    public static let usage = """
        usage: tonearm feed discover URL|FILE|- [--json]

        Lists the feeds that a web page links to, the likeliest first. The address of a feed is its own answer.

          --json    with titles, types and where in the page each was found
        """

    /// Runs against the network.
    public static func run(_ arguments: [String], _ context: CommandContext) async -> Int32 {
        let input = FeedParseCommand.readStandardInput
        return await run(arguments, context, FeedSource(client: SoupHTTPClient(), standardInput: input))
    }

    static func run(_ arguments: [String], _ context: CommandContext, _ source: FeedSource) async -> Int32 {
        do {
            let words = try CommandArguments(arguments, flags: ["--json"])
            guard words.positional.count == 1 else { throw UsageError("Name one address or file.") }
            let candidates = try await find(words.positional[0], source)
            if words.has("--json") {
                context.output.write(JSONText.print(["feeds": candidates.map { JSONText.object($0) }]))
            } else {
                for candidate in candidates {
                    context.output.write(candidate.url + (candidate.title.map { "  \($0)" } ?? ""))
                }
            }
            return 0
        } catch let error as UsageError {
            context.output.writeError("\(error)\n\(usage)")
            return 2
        } catch {
            return context.output.report(error)
        }
    }

    private static func find(_ word: String, _ source: FeedSource) async throws -> [FeedDiscovery.Candidate] {
        let document = try await source.open(word)
        var page: [UInt8] = []
        for try await chunk in document.body {
            page += chunk
            if page.count >= FeedDiscovery.maximumLength { break }
        }
        switch ContentSniffer.kind(of: page, contentType: document.contentType) {
        case .xmlFeed, .json:
            // Reading it decides: the beginning of a document can promise a feed that is none.
            let feed = try FeedParser.parse(page, url: document.url, contentType: document.contentType)
            return [FeedDiscovery.Candidate(feed: feed, url: document.url ?? word)]
        case .empty: throw FeedError.empty
        case .opml: throw FeedError.opml
        case .html, .other, .otherXML: break
        }
        let found = FeedDiscovery.feeds(inPage: page, url: document.url, contentType: document.contentType)
        guard !found.isEmpty else { throw NoFeeds() }
        return found
    }

    private struct NoFeeds: SentenceError {
        var sentence: String { "The page links to no feed." }
        var isRetryable: Bool { false }
    }
}
