import Foundation
import HTTP
import Testing

@testable import PodcastServer

@Suite("Refreshing over real sockets")
struct RefreshingTests {
    @Test("Both validators go back as they came, and 304 touches nothing")
    func conditional() async throws {
        try await RefreshBench.run { bench async throws in
            let validators: HTTPFields = ["ETag": "W/\"weak,1\"", "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"]
            bench.site.on("/feed") { request, count in
                guard count > 0 else {
                    return HTTPServerResponse(fields: validators, body: HTTPBody(FeedText.rss(items: [2, 1])))
                }
                return HTTPServerResponse(.notModified, fields: count > 1 ? ["ETag": "\"strong\""] : [:])
            }
            let feed = try await bench.add("/feed")
            #expect(try await bench.refreshing.refresh(feed).outcome == .updated(newEntries: 2))
            #expect(try await bench.refreshing.refresh(feed).outcome == .unchanged)
            #expect(try await bench.refreshing.refresh(feed).outcome == .unchanged)
            _ = try await bench.refreshing.refresh(feed)
            let requests = bench.site.requests("/feed")
            #expect(requests[0]["If-None-Match"] == nil)
            #expect(requests[0]["If-Modified-Since"] == nil)
            for request in requests[1...2] {
                #expect(request["If-None-Match"] == "W/\"weak,1\"")
                #expect(request["If-Modified-Since"] == "Sun, 06 Nov 1994 08:49:37 GMT")
            }
            #expect(requests[3]["If-None-Match"] == "\"strong\"")
            #expect(try await bench.test.titles(of: feed) == ["Episode 1", "Episode 2"])
        }
    }

    @Test("A body equal to the last one is not read again")
    func sameBody() async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on("/feed") { _, count in
                HTTPServerResponse(body: HTTPBody(FeedText.rss(items: count < 2 ? [1] : [2, 1])))
            }
            let feed = try await bench.add("/feed")
            #expect(try await bench.refreshing.refresh(feed).outcome == .updated(newEntries: 1))
            // Would come back if the body was read.
            try await bench.test.execute("DELETE FROM entries")
            #expect(try await bench.refreshing.refresh(feed).outcome == .unchanged)
            #expect(try await bench.test.titles(of: feed) == [])
            #expect(try await bench.refreshing.refresh(feed).outcome == .updated(newEntries: 2))
        }
    }

    @Test("The request says honestly who asks, and for what")
    func request() async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on("/feed", feed: FeedText.rss(items: [1]))
            _ = try await bench.refreshing.refresh(bench.add("/feed"))
            let fields = try #require(bench.site.requests("/feed").first)
            #expect(fields["User-Agent"]?.hasPrefix("Tonearm/") == true)
            #expect(fields["Accept"]?.hasPrefix("application/rss+xml, application/atom+xml") == true)
            #expect(fields["Accept-Encoding"]?.contains("gzip") == true)
        }
    }

    @Test("Servers that choose by Accept, either way, give the feed", arguments: [true, false])
    func accept(_ wantsFeedTypes: Bool) async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on("/feed") { request, _ in
                let asksForFeeds = request.fields["Accept"]?.contains("rss+xml") == true
                if asksForFeeds == wantsFeedTypes {
                    return HTTPServerResponse(body: HTTPBody(FeedText.rss(items: [1])))
                }
                return wantsFeedTypes
                    ? HTTPServerResponse(body: HTTPBody("{\"error\":\"ask for rss\"}"))
                    : HTTPServerResponse(406, body: HTTPBody("no"))
            }
            let feed = try await bench.add("/feed")
            #expect(try await bench.refreshing.refresh(feed).outcome == .updated(newEntries: 1))
            #expect(bench.site.requests("/feed").count == (wantsFeedTypes ? 1 : 2))
        }
    }

    @Test("A page that becomes a feed for any type is a feed")
    func pageThenFeed() async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on("/feed") { request, _ in
                request.fields["Accept"] == "*/*"
                    ? HTTPServerResponse(body: HTTPBody(FeedText.rss(items: [1])))
                    : HTTPServerResponse(body: HTTPBody("<!doctype html><html><body>hello</body></html>"))
            }
            let feed = try await bench.add("/feed")
            #expect(try await bench.refreshing.refresh(feed).outcome == .updated(newEntries: 1))
        }
    }

    @Test("An entry is the same at the next refresh, and stays when the feed forgets it")
    func identity() async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on("/feed") { _, count in
                HTTPServerResponse(body: HTTPBody(FeedText.rss(items: count == 0 ? 1...3 : 3...5, notes: "\(count)")))
            }
            let feed = try await bench.add("/feed")
            #expect(try await bench.refreshing.refresh(feed).outcome == .updated(newEntries: 3))
            #expect(try await bench.refreshing.refresh(feed).outcome == .updated(newEntries: 2))
            #expect(try await bench.test.titles(of: feed) == (1...5).map { "Episode \($0)" })
        }
    }

    @Test("A feed that comes broken or empty takes nothing away")
    func broken() async throws {
        try await RefreshBench.run { bench async throws in
            let whole = FeedText.rss(items: 1...3)
            bench.site.on("/feed") { _, count in
                switch count {
                case 0: HTTPServerResponse(body: HTTPBody(whole))
                case 1: HTTPServerResponse(body: HTTPBody(FeedText.rss(items: [])))
                case 2: HTTPServerResponse(body: HTTPBody(whole.replacingOccurrences(of: "</item>", with: " & <b>")))
                default: HTTPServerResponse(body: HTTPBody(String(whole.prefix(whole.count / 2))))
                }
            }
            let feed = try await bench.add("/feed")
            for _ in 0..<5 {
                _ = try await bench.refreshing.refresh(feed)
                #expect(try await bench.test.titles(of: feed).prefix(3) == ["Episode 1", "Episode 2", "Episode 3"])
            }
            // Half a document is no reason to believe that nothing changed.
            #expect(try await bench.state(feed)?.bodyHash == nil)
        }
    }

    @Test("A feed larger than what is held in memory flows through")
    func large() async throws {
        try await RefreshBench.run({ $0.maximumSpool = 10_000 }) { bench async throws in
            let text = FeedText.rss(items: 1...1500, notes: String(repeating: "word ", count: 100))
            bench.site.on("/feed", feed: text)
            let feed = try await bench.add("/feed")
            #expect(try await bench.refreshing.refresh(feed).outcome == .updated(newEntries: 1500))
            #expect(try await bench.refreshing.refresh(feed).outcome == .updated(newEntries: 0))
            #expect(try await bench.state(feed)?.bodyHash == BodyDigest.of(Array(text.utf8)))
        }
    }

    @Test("The next time comes from what the feed says, also after 304")
    func nextTime() async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on("/feed") { _, count in
                count == 0
                    ? HTTPServerResponse(
                        fields: ["ETag": "\"1\""],
                        body: HTTPBody(FeedText.rss(items: [], channel: "<ttl>300</ttl>"))
                    ) : HTTPServerResponse(.notModified)
            }
            let feed = try await bench.add("/feed")
            for _ in 0..<2 {
                #expect(try await bench.refreshing.refresh(feed).next == bench.time.date + 300 * 60)
                #expect(try await bench.test.due(feed) == bench.time.date + 300 * 60)
            }
        }
    }

    @Test("A feed that a user leaves during its refresh is no trouble")
    func unsubscribed() async throws {
        try await RefreshBench.run { bench async throws in
            let (store, user) = (bench.store, bench.test.user)
            let feed = try await bench.add("/feed")
            bench.site.on("/feed") { _, _ in
                _ = try? await store.unsubscribe(user: user, feed: feed)
                return HTTPServerResponse(body: HTTPBody(FeedText.rss(items: [1])))
            }
            await #expect(throws: RefreshError.noSuchFeed) { try await bench.refreshing.refresh(feed) }
            await #expect(throws: RefreshError.noSuchFeed) { try await bench.refreshing.refresh(feed) }
        }
    }
}
