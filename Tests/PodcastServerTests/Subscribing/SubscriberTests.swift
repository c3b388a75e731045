import Foundation
import HTTP
import PodcastAPI
import Testing

@testable import PodcastServer

@Suite("Subscribing over real sockets")
struct SubscriberTests {
    private func subscribe(
        _ bench: RefreshBench,
        _ path: String,
        folder: String? = nil
    ) async throws -> SubscriptionResult {
        let address = path.contains(":") ? path : bench.base + path
        return try await bench.refreshing.subscriber.subscribe(user: bench.test.user, address: address, folder: folder)
    }

    @Test("A feed's entries are there at once, by one request")
    func feed() async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on("/feed", feed: FeedText.rss("My Show", items: 1...3), ["ETag": "\"1\""])
            let result = try await subscribe(bench, "/feed", folder: "News")
            let feed = try #require(result.added.first)
            #expect(result == SubscriptionResult(added: [feed]))
            #expect(try await bench.test.titles(of: feed).count == 3)
            let row = try await bench.store.subscription(of: bench.test.user, feed: feed)
            #expect(row.feedTitle == "My Show")
            #expect(row.folder == "News")
            #expect(row.unread == 3)
            #expect(row.nextRefresh ?? bench.time.date > bench.time.date)
            #expect(bench.site.requests("/feed").count == 1)
            #expect(try await bench.state(feed)?.etag == "\"1\"")
        }
    }

    @Test("A feed that is here, under any spelling or an old address, is not fetched and not doubled")
    func existing() async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on("/feed", feed: FeedText.rss(items: [1]))
            bench.site.on("/elsewhere", .init(rawValue: 302), ["Location": "/feed"])
            let feed = try #require(try await subscribe(bench, "/feed").added.first)
            let spellings = [
                bench.base + "/feed",
                bench.base.uppercased().replacingOccurrences(of: "HTTP", with: "http") + "/feed#top",
                bench.base.replacingOccurrences(of: "http:", with: "feed:") + "/feed", " <\(bench.base)/feed> ",
            ]
            for spelling in spellings {
                #expect(try await subscribe(bench, spelling) == SubscriptionResult(existing: [feed]))
            }
            #expect(bench.site.requests("/feed").count == 1)
            #expect(try await subscribe(bench, "/elsewhere") == SubscriptionResult(existing: [feed]))
            _ = try await bench.store.move(feed, to: bench.base + "/moved", now: bench.time.date)
            #expect(try await subscribe(bench, "/feed") == SubscriptionResult(existing: [feed]))
            #expect(try await bench.store.addresses(.all).count == 1)
        }
    }

    @Test("A bare host is tried with https, then with http")
    func bareHost() async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on("/feed", feed: FeedText.rss(items: [1]))
            let bare = bench.base.replacingOccurrences(of: "http://", with: "") + "/feed"
            let feed = try #require(try await subscribe(bench, bare).added.first)
            #expect(try await bench.store.feed(id: feed)?.url == bench.base + "/feed")
        }
    }

    @Test("A page that declares one feed leads to it")
    func page() async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on(
                "/",
                .ok,
                ["Content-Type": "text/html"],
                """
                <!doctype html><html><head><title>Show</title>
                <link rel="alternate" type="application/rss+xml" title="Episodes" href="feed.xml">
                <link rel="alternate" type="application/rss+xml" title="Comments" href="/comments/feed"></head>
                <body><a href="/other.rss">RSS</a></body></html>
                """
            )
            bench.site.on("/feed.xml", feed: FeedText.rss(items: [1]))
            let feed = try #require(try await subscribe(bench, "/").added.first)
            #expect(try await bench.store.feed(id: feed)?.url == bench.base + "/feed.xml")
            #expect(try await bench.test.titles(of: feed) == ["Episode 1"])
        }
    }

    @Test("A page with several feeds lets a person choose")
    func choices() async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on(
                "/",
                .ok,
                [:],
                """
                <html><head><link rel="alternate" type="application/rss+xml" title="MP3" href="/mp3">
                <link rel="alternate" type="application/rss+xml" title="Opus" href="/opus"></head></html>
                """
            )
            let expected = [
                FeedChoice(url: bench.base + "/mp3", title: "MP3", format: "rss"),
                FeedChoice(url: bench.base + "/opus", title: "Opus", format: "rss"),
            ]
            await #expect(throws: SubscribeError.chooseFeed(expected)) { try await subscribe(bench, "/") }
            #expect(try await bench.store.addresses(.all).isEmpty)
        }
    }

    @Test("A page that names no feed is searched at the usual places, then refused")
    func guesses() async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on("/", .ok, [:], "<!doctype html><html><body>hello</body></html>")
            await #expect(throws: SubscribeError.noFeedOnPage(host: FeedURL.host(of: bench.base))) {
                try await subscribe(bench, "/")
            }
            bench.site.on("/rss.xml", feed: FeedText.rss(items: [1]))
            #expect(try await subscribe(bench, "/").added.count == 1)
        }
    }

    @Test("A page behind a page's link is not followed for ever")
    func pagesInACircle() async throws {
        try await RefreshBench.run { bench async throws in
            let page = "<html><head><link rel=\"alternate\" type=\"application/rss+xml\" href=\"/b\"></head></html>"
            bench.site.on("/a", .ok, [:], page)
            bench.site.on("/b", .ok, [:], page)
            await #expect(throws: SubscribeError.self) { try await subscribe(bench, "/a") }
            #expect(bench.site.requests("/b").count <= 4)
        }
    }

    @Test(
        "What is no feed is one sentence, and leaves nothing behind",
        arguments: [
            (HTTPStatus(rawValue: 200), "{\"a\":1}"), (200, "words"), (200, ""), (404, "no"), (401, ""), (403, ""),
            (410, ""),
            (200, "<svg xmlns=\"http://www.w3.org/2000/svg\"><g/></svg>"), (500, "oops"),
        ] as [(HTTPStatus, String)]
    )
    func refused(_ status: HTTPStatus, _ body: String) async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on("/feed", status, [:], body)
            do {
                _ = try await subscribe(bench, "/feed")
                Issue.record("subscribed")
            } catch let error as SubscribeError {
                #expect(error.sentence.hasSuffix("."))
                #expect(!error.sentence.contains("/feed"))
            }
            #expect(try await bench.store.addresses(.all).isEmpty)
            #expect(try await bench.store.subscriptions(of: bench.test.user).isEmpty)
        }
    }

    @Test("A private address can't be subscribed to")
    func privateAddress() async throws {
        try await RefreshBench.run(allowsPrivateAddresses: false) { bench async throws in
            bench.site.on("/feed", feed: FeedText.rss(items: [1]))
            let expected = SubscribeError.fetchFailed(.privateAddress(host: "127.0.0.1"))
            await #expect(throws: expected) { try await subscribe(bench, "/feed") }
            #expect(bench.site.counts.isEmpty)
        }
    }

    @Test(
        "Addresses that can't be feeds are refused before anything is sent",
        arguments: ["file:///etc/passwd", "https://a:b@c.example/"]
    )
    func badAddress(_ text: String) async throws {
        try await RefreshBench.run { bench async throws in
            await #expect(throws: FeedURLError.self) { try await subscribe(bench, text) }
        }
    }

    @Test("An address of a list imports it; a list is imported without waiting for its feeds")
    func list() async throws {
        try await RefreshBench.run { bench async throws in
            let held = bench.time.date
            bench.site.on("/known", feed: FeedText.rss(items: [9]))
            let known = try #require(try await subscribe(bench, "/known").added.first)
            let lines = (0..<300).map { number in
                let address = "https://h\(number).invalid/feed"
                return "<outline text=\"Feed \(number) & more\" type=\"rss\" xmlUrl=\"\(address)?a=1&b=2\"/>"
            }
            let list = """
                <?xml version="1.0"?><opml version="2.0"><head><title>Mine</title></head><body>
                <outline text="Folder A">\(lines.joined(separator: "\n"))</outline>
                <outline text="Here" xmlUrl="\(bench.base)/known"/>
                <outline text="Secret" xmlUrl="https://me:pass@h.invalid/feed"/>
                <outline text="Odd" xmlUrl="ftp://h.invalid/feed"/>
                <outline text="Empty" type="rss" xmlUrl=""/>
                </body></opml>
                """
            bench.site.on("/list.opml", .ok, ["Content-Type": "text/x-opml"], list)
            let result = try await subscribe(bench, "/list.opml")
            #expect(result.added.count == 300)
            #expect(result.existing == [known])
            #expect(result.failed.count == 3)
            #expect(result.failed.allSatisfy { $0.message.hasSuffix(".") && !$0.url.contains("pass") })
            let rows = try await bench.store.subscriptions(of: bench.test.user).filter { $0.folder == "Folder A" }
            #expect(rows.count == 300)
            #expect(rows.contains { $0.feedTitle == "Feed 7 & more" && $0.url == "https://h7.invalid/feed?a=1&b=2" })
            #expect(rows.allSatisfy { $0.nextRefresh ?? .distantFuture <= held || $0.lastFetch != nil })
        }
    }

    @Test(
        "What is no list of feeds is refused",
        arguments: ["", "words", "<html><body></body></html>", "<opml><body/></opml>"]
    )
    func noList(_ text: String) async throws {
        try await RefreshBench.run { bench async throws in
            await #expect(throws: SubscribeError.self) {
                try await bench.refreshing.subscriber.importOPML(Array(text.utf8), user: bench.test.user)
            }
        }
    }
}
