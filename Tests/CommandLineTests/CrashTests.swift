import Foundation
import HTTP
import HTTPSoup
import PodcastAPI
import Processes
import TestSupport
import Testing

/// What a stop and a kill leave behind.
@Suite(.serialized) struct CrashTests {
    /// A host of one feed of five episodes with a megabyte of audio each.
    private static let audio = [UInt8](repeating: 7, count: 1 << 20)

    private static let host = ClosureHandler { request in
        if request.path.hasSuffix(".mp3") {
            return HTTPServerResponse(.ok, fields: ["Content-Type": "audio/mpeg"], body: HTTPBody(audio))
        }
        let base = "http://\(request.fields["Host"] ?? "")"
        let items = (1...5).map { number in
            """
            <item><title>\(number)</title><guid>\(request.path)\(number)</guid>
            <enclosure url="\(base)/\(number).mp3" type="audio/mpeg" length="\(audio.count)"/></item>
            """
        }
        let feed = "<rss version=\"2.0\"><channel><title>\(request.path)</title>\(items.joined())</channel></rss>"
        return HTTPServerResponse(.ok, fields: ["Content-Type": "application/rss+xml"], body: HTTPBody(feed))
    }

    @Test func whatWasAnsweredSurvivesAKillAtAnyMoment() async throws {
        try await temporaryFolder { home in
            try await SoupHTTPServer.withServer(handler: Self.host) { host in
                var server = try await ServerProcess.start(home: home)
                _ = try await server.send(.post, "/api/feeds", SubscribeRequest(url: host.url("/a").absoluteString))
                var acknowledged = 0.0
                for round in 1...4 {
                    // Writes positions and subscribes to further feeds until the kill comes in between.
                    let running = server
                    let last = Recorder<Double>()
                    let writer = Task {
                        for step in 1... {
                            let seconds = Double(round * 1000 + step)
                            let position = PlayPosition(seconds: seconds, duration: nil, at: Date())
                            guard let answer = try? await running.send(.put, "/api/entries/1/position", position) else {
                                return
                            }
                            if answer.status == .ok { last.append(seconds) }
                        }
                    }
                    let feed = SubscribeRequest(url: host.url("/feed\(round)").absoluteString)
                    _ = try await server.send(.post, "/api/feeds", feed)
                    while last.all.count < 20 * round { await Task.yield() }
                    await server.kill()
                    await writer.value
                    acknowledged = try #require(last.all.last)
                    server = try await ServerProcess.start(home: home)
                    let entry = try await server.get(Entry.self, "/api/entries/1")
                    #expect((entry.summary.position ?? 0) >= acknowledged)
                    let feeds = try await server.get(FeedList.self, "/api/feeds").feeds
                    #expect(feeds.count == round + 2)
                    #expect(feeds.dropFirst().allSatisfy { $0.entries == 5 })
                }
                #expect(await server.stop() == .status(0))
            }
        }
    }

    @Test func aStopLetsTransfersFinishAndLosesNothing() async throws {
        try await temporaryFolder { home in
            try await SoupHTTPServer.withServer(handler: Self.host) { host in
                let server = try await ServerProcess.start(home: home)
                _ = try await server.send(.post, "/api/feeds", SubscribeRequest(url: host.url("/a").absoluteString))
                let media = try #require(
                    try await server.get(EntryPage.self, "/api/feeds/all/entries?limit=1").entries.first?.media
                )
                let transfer = try await server.send(.get, media.url)
                async let status = server.stop()
                let body = try await transfer.body.collect(upTo: 1 << 24)
                #expect(body == Self.audio)
                #expect(await status == .status(0))
                #expect(server.output.contains("Stopped."))
                // A clean stop leaves no log behind.
                let data = home.appendingPathComponent("data")
                #expect(
                    !FileManager.default.fileExists(atPath: data.appendingPathComponent("podcasts.sqlite-wal").path)
                )
                let again = try await ServerProcess.start(home: home)
                #expect(try await again.get(FeedList.self, "/api/feeds").feeds.count == 2)
                await again.stop()
            }
        }
    }
}
