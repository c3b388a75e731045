import Foundation
import HTTP
import HTTPSoup
import TestSupport
import Testing

@testable import PodcastServer

@Suite("Refreshing many feeds, and stopping")
struct RefreshLoadTests {
    @Test("Two hundred feeds on several hosts are fetched once each, one at a time from each host")
    func many() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.addresses = (1...8).map { "127.0.0.\($0)" }
        let site = FeedSite()
        let time = ManualTime()
        let test = try await TestStore(now: time.date)
        try await SoupHTTPServer.withServer(configuration, handler: site) { server in
            for number in 0..<200 {
                site.on("/\(number)", feed: FeedText.rss(items: [number]))
                try await test.add("http://127.0.0.\(number % 8 + 1):\(server.port)/\(number)", due: time.date)
            }
            var limits = RefreshConfiguration()
            limits.hostGap = .zero
            limits.startSpacing = .zero
            let refreshing = FeedRefreshing(
                store: test.store,
                client: RefreshBench.client(),
                now: { time.date },
                configuration: limits
            )
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await refreshing.run() }
                try await waitUntil {
                    try await test.store.subscriptions(of: test.user).allSatisfy { $0.lastSuccess != nil }
                }
                try await waitUntil { await refreshing.feeds.isEmpty }
                group.cancelAll()
            }
            #expect(site.counts == Dictionary(uniqueKeysWithValues: (0..<200).map { ("/\($0)", 1) }))
            #expect(site.mostAtOnce.count == 8)
            #expect(site.mostAtOnce.values.allSatisfy { $0 == 1 })
            let times = try await test.store.subscriptions(of: test.user).compactMap(\.nextRefresh)
            #expect(times.count == 200)
            // Fetched in one moment, due at many.
            #expect(Set(times).count > 150)
        }
    }

    @Test("Stopping in the middle of a feed keeps what was read; the next start goes on")
    func stopping() async throws {
        let text = FeedText.rss(items: 1...40)
        let cutAt = text.utf8.count / 2
        let server = try LyingServer(
            [
                .receiveHeader, .send("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n"),
                .send(String(text.prefix(cutAt))), .waitForHangUp,
            ],
            [
                .receiveHeader,
                .send("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n"),
                .send(text),
            ]
        )
        let time = ManualTime()
        let test = try await TestStore(now: time.date)
        let feed = try await test.add(server.url().absoluteString, due: time.date)
        var configuration = RefreshConfiguration()
        configuration.maximumSpool = 1000
        configuration.batch = 5
        func service() -> FeedRefreshing {
            FeedRefreshing(
                store: test.store,
                client: RefreshBench.client(),
                now: { time.date },
                configuration: configuration
            )
        }
        let first = service()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await first.run() }
            try await waitUntil { try await !test.titles(of: feed).isEmpty }
            let isLeased = try await test.isLeased(feed)
            #expect(isLeased)
            group.cancelAll()
        }
        await server.hungUp.wait()
        let kept = try await test.titles(of: feed).count
        #expect((5..<40).contains(kept))
        #expect(try await !test.isLeased(feed))
        #expect(try await test.due(feed) == time.date)

        let second = service()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await second.run() }
            try await waitUntil { try await test.due(feed) != time.date }
            group.cancelAll()
        }
        #expect(try await test.titles(of: feed).count == 40)
        #expect(try await test.store.fetchState(of: feed)?.failures == 0)
    }

    @Test("A feed that a killed process held is fetched at the next start")
    func killed() async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on("/feed", feed: FeedText.rss(items: [1]))
            let feed = try await bench.test.add(
                bench.base + "/feed",
                due: bench.time.date,
                leasedUntil: bench.time.date + 900
            )
            let copy = FeedRefreshing(store: bench.store, client: RefreshBench.client(), now: { bench.time.date })
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await copy.run() }
                try await waitUntil { try await bench.test.due(feed) != bench.time.date }
                group.cancelAll()
            }
            #expect(try await bench.test.titles(of: feed) == ["Episode 1"])
        }
    }

    @Test("A busy host's other feeds wait too")
    func busyHost() async throws {
        try await RefreshBench.run { bench async throws in
            bench.site.on("/a", .tooManyRequests, ["Retry-After": "3600"])
            bench.site.on("/b", feed: FeedText.rss(items: [1]))
            let (a, b) = (try await bench.add("/a"), try await bench.add("/b"))
            _ = try await bench.failure(a)
            guard case .busy(let host, _) = try await bench.failure(b) else {
                Issue.record("the host was asked")
                return
            }
            #expect(host.hasPrefix("127.0.0.1:"))
            #expect(bench.site.requests("/b").isEmpty)
            bench.time.advance(by: .seconds(3601))
            #expect(try await bench.refreshing.refresh(b).outcome == .updated(newEntries: 1))
        }
    }
}
