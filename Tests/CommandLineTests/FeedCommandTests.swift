import Foundation
import HTTP
import HTTPSoup
import Synchronization
import TestSupport
import Testing

@testable import CommandLine

@Suite struct FeedCommands {
    private static let feed = """
        <?xml version="1.0"?>
        <rss version="2.0"><channel><title>A & B</title><link>/home</link>
        <item><title>One</title><guid>1</guid><pubDate>Tue, 05 Nov 2024 10:00:00 GMT</pubDate>
        <description>&lt;p onclick="x()"&gt;Hi&lt;/p&gt;&lt;script&gt;y&lt;/script&gt;</description>
        <enclosure url="1.mp3" length="5"/></item></channel></rss>
        """
    private static let page =
        "<html><head><link rel='alternate' type='application/rss+xml' title='Show' href='/feed.xml'></head></html>"

    private struct Outcome {
        var code: Int32
        var output: String
        var errors: String
    }

    private func run(
        _ arguments: [String],
        with command: any Command.Type = FeedParseCommand.self,
        input: String = "",
        client: any HTTPClient = SoupHTTPClient()
    ) async -> Outcome {
        let output = Mutex("")
        let errors = Mutex("")
        let context = CommandContext(
            output: CommandOutput(
                write: { text in output.withLock { $0 += text + "\n" } },
                writeError: { text in errors.withLock { $0 += text + "\n" } }
            ),
            environment: [:]
        )
        let rest = Mutex<[UInt8]?>(input.isEmpty ? nil : Array(input.utf8))
        let source = FeedSource(client: client) {
            rest.withLock { rest in
                defer { rest = nil }
                return rest
            }
        }
        let code: Int32
        if command == FeedDiscoverCommand.self {
            code = await FeedDiscoverCommand.run(arguments, context, source)
        } else {
            code = await FeedParseCommand.run(arguments, context, source)
        }
        return Outcome(code: code, output: output.withLock { $0 }, errors: errors.withLock { $0 })
    }

    private func withServer(_ answer: HTTPServerResponse, _ body: (any HTTPServer) async throws -> Void) async throws {
        try await SoupHTTPServer.withServer(HTTPServerConfiguration(), handler: ClosureHandler { _ in answer }) {
            server in
            try await body(server)
        }
    }

    @Test func aFeedIsShownToAPerson() async {
        let outcome = await run(["-"], input: Self.feed)
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("A & B\nRSS 2.0, utf-8, 1 entry"))
        #expect(outcome.output.contains("2024-11-05  One"))
        #expect(outcome.output.contains("line 2: an & that begins no entity [bareAmpersand]"))
        #expect(outcome.errors.isEmpty)
    }

    @Test func everyFieldIsInTheJSON() async throws {
        let outcome = await run(["--json", "-"], input: Self.feed)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(object["title"] as? String == "A & B")
        let entry = try #require((object["entries"] as? [[String: Any]])?.first)
        #expect(entry["safeNotes"] as? String == "<p>Hi</p>")
        #expect(entry["published"] as? String == "2024-11-05T10:00:00Z")
        #expect(entry["identity"] as? String == "g:1")
        let enclosure = try #require((entry["enclosures"] as? [[String: Any]])?.first)
        #expect(enclosure["type"] as? String == "audio/mpeg")
        let warnings = try #require(object["warnings"] as? [[String: Any]])
        #expect(warnings.contains { $0["code"] as? String == "bareAmpersand" && $0["line"] as? Int == 2 })
    }

    @Test func aFileIsRead() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(
            "feed-\(UInt64.random(in: .min ... .max)).xml"
        ).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(Self.feed.utf8).write(to: URL(fileURLWithPath: path))
        #expect(await run([path]).code == 0)
    }

    @Test(arguments: [
        ("", "The answer is empty: there is no feed in it."),
        ("hello", "This is not a feed: it is neither XML nor JSON."),
        (page, "This is a web page, not a feed. It links to: /feed.xml"),
        ("<html></html>", "This is a web page, not a feed, and it links to none."),
        (
            "{\"version\": \"https://jsonfeed.org/version/1\"",
            "The feed is JSON with an error in it, and JSON can't be repaired."
        ),
        ("<opml/>", "This is an OPML list of feeds, not a feed; import it instead."),
    ]) func whatIsNoFeedGetsOneSentence(_ input: String, _ sentence: String) async {
        let outcome = await run(["-"], input: input)
        #expect(outcome.code == 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors == sentence + "\n" || input == Self.page)
    }

    @Test(arguments: [
        ("/nowhere/feed.xml", "There is no file or folder at /nowhere/feed.xml."),
        ("/tmp", "/tmp is a folder, not a feed."),
        ("nothing", "There is no file “nothing”, and it is not an http or https address."),
    ]) func whatCanNotBeOpenedGetsOneSentence(_ word: String, _ sentence: String) async {
        let outcome = await run([word])
        #expect(outcome.code == 1)
        #expect(outcome.errors == sentence + "\n")
    }

    @Test(arguments: [[], ["a", "b"], ["--nonsense", "a"]]) func wrongUsageShowsTheUsage(_ arguments: [String]) async {
        let outcome = await run(arguments)
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("usage: tonearm feed parse"))
    }

    @Test func anAddressIsFetched() async throws {
        let answer = HTTPServerResponse(.ok, fields: ["Content-Type": "application/rss+xml"], body: HTTPBody(Self.feed))
        try await withServer(answer) { server in
            let outcome = await run([server.url("/shows/feed").absoluteString])
            #expect(outcome.code == 0)
            #expect(outcome.output.contains(server.url("/shows/1.mp3").absoluteString))
        }
    }

    @Test func aPageNamesTheFeedsThatItLinksTo() async throws {
        try await withServer(HTTPServerResponse(.ok, body: HTTPBody(Self.page))) { server in
            let address = server.url("/feed.xml").absoluteString
            let parsed = await run([server.url().absoluteString])
            #expect(parsed.code == 1)
            #expect(parsed.errors == "This is a web page, not a feed. It links to: \(address)\n")
            let found = await run([server.url().absoluteString], with: FeedDiscoverCommand.self)
            #expect(found.code == 0)
            #expect(found.output == "\(address)  Show\n")
            let listed = await run([server.url().absoluteString, "--json"], with: FeedDiscoverCommand.self)
            #expect(listed.output.contains("\"source\" : \"alternate\""))
        }
    }

    @Test func theAddressOfAFeedIsItsOwnAnswer() async {
        let outcome = await run(["-"], with: FeedDiscoverCommand.self, input: Self.feed)
        #expect(outcome.output == "-  A & B\n")
    }

    @Test func aPageWithoutFeedsIsAFailure() async {
        let outcome = await run(["-"], with: FeedDiscoverCommand.self, input: "<html><body>x</body></html>")
        #expect(outcome.code == 1)
        #expect(outcome.errors == "The page links to no feed.\n")
    }

    @Test(arguments: [
        (401, "asks for a user and a password"), (404, "answered 404 instead of a feed"), (503, "answered 503"),
    ])
    func aRefusalGetsOneSentence(_ status: Int, _ words: String) async throws {
        try await withServer(HTTPServerResponse(HTTPStatus(rawValue: status))) { server in
            let outcome = await run([server.url().absoluteString])
            #expect(outcome.code == 1)
            #expect(outcome.errors.contains(words))
        }
    }

    @Test func credentialsInTheAddressAreSentAndNeverShown() async throws {
        let seen = Mutex<String?>(nil)
        let handler = ClosureHandler { request in
            seen.withLock { $0 = request.fields["Authorization"] }
            return HTTPServerResponse(HTTPStatus(rawValue: 401))
        }
        try await SoupHTTPServer.withServer(HTTPServerConfiguration(), handler: handler) { server in
            let outcome = await run(["http://ann:secret@127.0.0.1:\(server.port)/feed"])
            #expect(seen.withLock { $0 } == "Basic YW5uOnNlY3JldA==")
            #expect(outcome.code == 1)
            #expect(!outcome.errors.contains("secret"))
        }
    }
}
