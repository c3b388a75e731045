import Foundation
import HTTP
import Testing

@testable import PodcastServer

@Suite("Moving feeds over real sockets")
struct RefreshMoveTests {
    private func address(_ feed: Int64, _ bench: RefreshBench) async throws -> String? {
        try await bench.store.addresses(.feed(feed)).first?.url
    }

    @Test(
        "Three permanent redirects move the feed; its history stays and the old address finds it",
        arguments: [301, 308]
    )
    func moves(_ status: Int) async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on("/old") { _, count in
                count == 0
                    ? HTTPServerResponse(body: HTTPBody(FeedText.rss(items: [1])))
                    : HTTPServerResponse(.init(rawValue: status), fields: ["Location": "/new"])
            }
            bench.site.on("/new") { _, count in
                HTTPServerResponse(fields: ["ETag": "\"n\""], body: HTTPBody(FeedText.rss(items: 1...(count + 2))))
            }
            let feed = try await bench.add("/old")
            for expected in ["/old", "/old", "/old", "/new"] {
                let report = try await bench.refreshing.refresh(feed)
                #expect(report.feed == feed)
                #expect(try await address(feed, bench) == bench.base + expected)
            }
            #expect(try await bench.test.titles(of: feed) == (1...4).map { "Episode \($0)" })
            #expect(try await bench.store.feed(url: bench.base + "/old")?.id == feed)
            _ = try await bench.refreshing.refresh(feed)
            #expect(bench.site.requests("/old").count == 4)
            #expect(bench.site.requests("/new").last?["If-None-Match"] == "\"n\"")
        }
    }

    @Test("Temporary redirects are followed and never stored", arguments: [302, 303, 307])
    func temporary(_ status: Int) async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on("/old", .init(rawValue: status), ["Location": "/new"])
            bench.site.on("/new", feed: FeedText.rss(items: [1]))
            let feed = try await bench.add("/old")
            for _ in 0..<5 { _ = try await bench.refreshing.refresh(feed) }
            #expect(try await address(feed, bench) == bench.base + "/old")
            #expect(try await bench.test.titles(of: feed) == ["Episode 1"])
        }
    }

    @Test("A redirect that names a new target each time moves nothing and makes nothing new")
    func changing() async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on("/old") { _, count in
                HTTPServerResponse(301, fields: ["Location": "/new?timestamp=\(count)"])
            }
            bench.site.on("/new", feed: FeedText.rss(items: [1, 2]))
            let feed = try await bench.add("/old")
            for _ in 0..<6 { _ = try await bench.refreshing.refresh(feed) }
            #expect(try await address(feed, bench) == bench.base + "/old")
            #expect(try await bench.store.addresses(.all).count == 1)
            #expect(try await bench.test.titles(of: feed).count == 2)
        }
    }

    @Test("A permanent redirect to a page moves nothing")
    func toPage() async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on("/old", .init(rawValue: 301), ["Location": "/sorry"])
            bench.site.on("/sorry", .ok, [:], "<!doctype html><html><body>moved</body></html>")
            let feed = try await bench.add("/old")
            for _ in 0..<5 { #expect(try await bench.failure(feed) == .webPage(host: "127.0.0.1")) }
            #expect(try await address(feed, bench) == bench.base + "/old")
        }
    }

    @Test("A move to a feed that is here already makes one of both")
    func merges() async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on("/old") { _, count in
                count == 0
                    ? HTTPServerResponse(body: HTTPBody(FeedText.rss(items: [1, 2])))
                    : HTTPServerResponse(301, fields: ["Location": "/new"])
            }
            bench.site.on("/new", feed: FeedText.rss(items: [2, 3]))
            let old = try await bench.add("/old")
            let new = try await bench.add("/new")
            _ = try await bench.refreshing.refresh(new)
            var holders: [Int64] = []
            for _ in 0..<4 { holders.append(try await bench.refreshing.refresh(old).feed) }
            #expect(holders == [old, old, old, new])
            #expect(try await bench.store.addresses(.all).map(\.feed) == [new])
            #expect(try await bench.store.feed(url: bench.base + "/old")?.id == new)
            #expect(try await bench.test.titles(of: new) == ["Episode 1", "Episode 2", "Episode 3"])
            let subscriptions = try await bench.store.subscriptions(of: bench.test.user)
            #expect(subscriptions.map(\.feed) == [new])
        }
    }

    @Test("An announced new address is taken over when a feed is there that agrees")
    func announced() async throws {
        try await RefreshBench.run { bench async throws in
            let tag = "<itunes:new-feed-url>\(bench.base)/new</itunes:new-feed-url>"
            bench.site.on("/old", feed: FeedText.rss(items: [1], channel: tag), ["ETag": "\"old\""])
            bench.site.on("/new", feed: FeedText.rss(items: [1, 2], channel: tag))
            let feed = try await bench.add("/old")
            let report = try await bench.refreshing.refresh(feed)
            #expect(report.next == bench.time.date)
            #expect(try await address(feed, bench) == bench.base + "/new")
            #expect(try await bench.store.feed(url: bench.base + "/old")?.id == feed)
            _ = try await bench.refreshing.refresh(feed)
            #expect(bench.site.requests("/new").last?["If-None-Match"] == nil)
            #expect(try await bench.test.titles(of: feed) == ["Episode 1", "Episode 2"])
        }
    }

    @Test(
        "An announced address that is missing, no feed, or sends back is not taken over",
        arguments: ["missing", "page", "back"]
    )
    func notTakenOver(_ kind: String) async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on("/old") { _, count in
                let tag = "<itunes:new-feed-url>\(bench.base)/new</itunes:new-feed-url>"
                return HTTPServerResponse(body: HTTPBody(FeedText.rss(items: 1...(count + 1), channel: tag)))
            }
            if kind == "page" { bench.site.on("/new", .ok, [:], "<html><body>soon</body></html>") }
            if kind == "back" {
                let tag = "<itunes:new-feed-url>\(bench.base)/old</itunes:new-feed-url>"
                bench.site.on("/new", feed: FeedText.rss(items: [1], channel: tag))
            }
            let feed = try await bench.add("/old")
            for number in 1...3 {
                #expect(try await bench.refreshing.refresh(feed).outcome == .updated(newEntries: 1))
                #expect(try await bench.test.titles(of: feed).count == number)
                #expect(try await address(feed, bench) == bench.base + "/old")
            }
            #expect(bench.site.requests("/new").count > 0)
        }
    }
}
