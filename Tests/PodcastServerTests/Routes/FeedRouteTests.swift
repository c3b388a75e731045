import Foundation
import HTTP
import PodcastAPI
import TestSupport
import Testing

@testable import PodcastServer

@Suite struct FeedRouteTests {
    @Test(arguments: Depth.allCases)
    func aFeedIsSubscribedListedChangedAndLeft(depth: Depth) async throws {
        try await Rig.signedIn(depth) { (rig: Rig) async throws in
            let url = rig.publisher.url("/show.xml").absoluteString
            let answer = try await rig.send(.post, "/api/feeds", SubscribeRequest(url: url, folder: "News"))
            #expect(answer.status == 201)
            let feed = try #require(try answer.json(SubscribeReport.self).added.first)
            #expect(feed.title == "A show /show.xml")
            #expect(feed.folder == "News")
            #expect(feed.unread == 5)

            let list = try await rig.send(.get, "/api/feeds").json(FeedList.self).feeds
            #expect(list.map(\.id) == [PodcastAPI.allFeeds, feed.id])
            #expect(list[0].unread == 5)
            #expect(list[0].newest == list[1].newest)

            let change = FeedChange(title: "Mine", folder: "", speed: 1.5)
            let changed = try await rig.send(.patch, "/api/feeds/\(feed.id)", change).json(Feed.self)
            #expect(changed.title == "Mine")
            #expect(changed.folder == nil)
            #expect(changed.speed == 1.5)
            let back = try await rig.send(.patch, "/api/feeds/\(feed.id)", FeedChange(title: "", speed: 0)).json(
                Feed.self
            )
            #expect(back.title == "A show /show.xml")
            #expect(back.speed == nil)

            #expect(try await rig.send(.delete, "/api/feeds/\(feed.id)").status == 204)
            #expect(try await rig.send(.delete, "/api/feeds/\(feed.id)").status == 404)
            #expect(try await rig.send(.get, "/api/feeds").json(FeedList.self).feeds.count == 1)
        }
    }

    @Test func subscribingTwiceSaysThatItWasThere() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            try await rig.subscribe()
            let again = SubscribeRequest(url: rig.publisher.url("/show.xml").absoluteString)
            let report = try await rig.send(.post, "/api/feeds", again).json(SubscribeReport.self)
            #expect(report.added.isEmpty)
            #expect(report.existing.count == 1)
        }
    }

    @Test func aPageWithTwoFeedsAsksWhich() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let page = SubscribeRequest(url: rig.publisher.url("/page").absoluteString)
            let answer = try await rig.send(.post, "/api/feeds", page)
            #expect(answer.status == 422)
            #expect(answer.error?.error == .chooseFeed)
            #expect(answer.error?.choices?.map(\.title) == ["One", "Two"])
        }
    }

    @Test(arguments: [
        ("/plain", 422, APIError.Code.notAFeed), ("/nothing", 502, .fetchFailed), ("/secret.xml", 502, .fetchFailed),
    ])
    func whatIsNoFeedIsRefusedWithASentence(path: String, status: Int, code: APIError.Code) async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let wish = SubscribeRequest(url: rig.publisher.url(path).absoluteString)
            let answer = try await rig.send(.post, "/api/feeds", wish)
            #expect(answer.status == status)
            #expect(answer.error?.error == code)
            #expect(answer.error?.message.hasSuffix(".") == true)
            #expect(try await rig.send(.get, "/api/feeds").json(FeedList.self).feeds.count == 1)
        }
    }

    @Test(arguments: ["", "ftp://example.org/feed", "javascript:alert(1)", "http://user:password@127.0.0.1/feed"])
    func whatIsNoAddressIsRefused(address: String) async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let answer = try await rig.send(.post, "/api/feeds", SubscribeRequest(url: address))
            #expect(answer.status == 400)
            #expect(answer.error?.message.contains("password@") == false)
        }
    }

    @Test(arguments: Depth.allCases)
    func listsGoOutAndComeInAsOPML(depth: Depth) async throws {
        try await Rig.signedIn(depth) { (rig: Rig) async throws in
            try await rig.subscribe()
            let list = try await rig.send(.get, "/api/opml")
            #expect(list.text.contains("xmlUrl=\"\(rig.publisher.url("/show.xml").absoluteString)\""))
            let other = list.text.replacingOccurrences(of: "/show.xml", with: "/other.xml")
            let fields: HTTPFields = ["Content-Type": "text/x-opml"]
            let answer = try await rig.send(.post, "/api/opml", fields: fields, body: Array(other.utf8))
            #expect(try answer.json(SubscribeReport.self).added.count == 1)
            #expect(try await rig.send(.get, "/api/feeds").json(FeedList.self).feeds.count == 3)
        }
    }

    @Test func whatIsNoOPMLChangesNothing() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let fields: HTTPFields = ["Content-Type": "text/x-opml"]
            let answer = try await rig.send(.post, "/api/opml", fields: fields, body: Array("hello".utf8))
            #expect(answer.status == 422)
            let plain = try await rig.send(.post, "/api/opml", fields: ["Content-Type": "text/plain"], body: [60])
            #expect(plain.status == 415)
        }
    }

    @Test func markingReadStopsAtTheTimeGiven() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            try await rig.subscribe()
            let until = Date(timeIntervalSince1970: 1_709_460_000)  // 3 March 2024, 10:00: the third episode
            let some = try await rig.send(.post, "/api/feeds/all/read", MarkRead(before: until)).json(UnreadCount.self)
            #expect(some.unread == 2)
            let all = try await rig.send(.post, "/api/feeds/all/read", MarkRead()).json(UnreadCount.self)
            #expect(all.unread == 0)
            #expect(try await rig.send(.post, "/api/feeds/99/read", MarkRead()).status == 404)
        }
    }
}
