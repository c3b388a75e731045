import Foundation
import HTTP
import PodcastAPI
import TestSupport
import Testing

@testable import PodcastServer

/// Nextcloud's dialect, and its way to let a program in.
@Suite struct NextcloudTests {
    private static let base = "/index.php/apps/gpoddersync"

    private struct Flow {
        var poll: String
        var page: String
    }

    private func object(_ answer: Answer) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
    }

    private func begin(_ rig: Rig) async throws -> Flow {
        let fields: HTTPFields = ["User-Agent": "Pod<b>der", "Host": "pods.example", "Cookie": ""]
        let answer = try object(try await rig.send(.post, "/index.php/login/v2", fields: fields, remembering: false))
        let poll = try #require(answer["poll"] as? [String: String])
        #expect(poll["endpoint"] == "http://pods.example/index.php/login/v2/poll")
        let login = try #require((answer["login"] as? String).flatMap { URL(string: $0) })
        return Flow(poll: try #require(poll["token"]), page: login.path)
    }

    private func poll(_ rig: Rig, _ flow: Flow) async throws -> Answer {
        let body = Array("token=\(flow.poll)".utf8)
        return try await rig.send(
            .post,
            "/index.php/login/v2/poll",
            fields: ["Cookie": ""],
            body: body,
            remembering: false
        )
    }

    private func basic(_ answer: Answer) throws -> HTTPFields {
        let done = try object(answer)
        let pair = "\(try #require(done["loginName"] as? String)):\(try #require(done["appPassword"] as? String))"
        return ["Authorization": "Basic \(Data(pair.utf8).base64EncodedString())", "Cookie": ""]
    }

    @Test func aProgramIsLetInByOneWhoIsSignedIn() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let flow = try await begin(rig)
            #expect(try await poll(rig, flow).status == 404)
            let page = try await rig.send(.get, flow.page)
            #expect(page.status == 200)
            #expect(page.text.contains("Pod&lt;b&gt;der"))
            #expect(page.text.contains("<strong>ann</strong>"))
            #expect(page.fields["Content-Security-Policy"]?.contains("default-src 'none'") == true)
            #expect(try await poll(rig, flow).status == 404)
            #expect(try await rig.send(.post, flow.page).status == 200)
            let fields = try basic(try await poll(rig, flow))
            #expect(try await poll(rig, flow).status == 404)
            #expect(try await rig.send(.get, flow.page).status == 404)
            #expect(try await rig.send(.get, "\(Self.base)/subscriptions", fields: fields).status == 200)
            let tokens = try await rig.send(.get, "/api/tokens").json(APITokenList.self).tokens
            #expect(tokens.map(\.name) == ["Pod<b>der"])
            #expect(try await rig.send(.delete, "/api/tokens/\(tokens[0].id)").status == 204)
            #expect(try await rig.send(.get, "\(Self.base)/subscriptions", fields: fields).status == 401)
        }
    }

    @Test func orByNameAndPassword() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let flow = try await begin(rig)
            let page = try await rig.send(.get, flow.page, as: [:])
            #expect(page.text.contains("type=\"password\""))
            func allow(_ form: String) async throws -> Answer {
                try await rig.send(.post, flow.page, fields: ["Cookie": ""], body: Array(form.utf8), remembering: false)
            }
            #expect(try await allow("").text.contains("type=\"password\""))
            #expect(try await poll(rig, flow).status == 404)
            let wrong = try await allow("name=ann&password=guess")
            #expect(wrong.status == 401)
            #expect(wrong.text.contains("role=\"alert\""))
            #expect(try await poll(rig, flow).status == 404)
            #expect(try await allow("name=ann&password=correct+horse").status == 200)
            #expect(try await poll(rig, flow).status == 200)
        }
    }

    @Test func anotherSiteOrATokenCannotLetAProgramIn() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let flow = try await begin(rig)
            let foreign: HTTPFields = ["Sec-Fetch-Site": "cross-site"]
            #expect(try await rig.send(.post, flow.page, fields: foreign).status == 403)
            let bearer: HTTPFields = ["Authorization": "Bearer \(try await rig.token().secret)"]
            _ = try await rig.send(.post, flow.page, as: bearer)
            #expect(try await poll(rig, flow).status == 404)
        }
    }

    @Test func aFlowEndsWithItsTimeAndFloodsAreSlowedDown() async throws {
        let time = ManualTime()
        try await Rig.signedIn(configure: { configuration, _ in configuration.now = { time.date } }) {
            (rig: Rig) async throws in
            let flow = try await begin(rig)
            time.advance(by: .seconds(NextcloudLoginRoutes.lifetime))
            #expect(try await rig.send(.post, flow.page).status == 404)
            #expect(try await rig.send(.get, "/index.php/login/v2/flow/nonsense").status == 404)
            for _ in 0..<29 { _ = try await begin(rig) }
            let answer = try await rig.send(.post, "/index.php/login/v2", as: [:])
            #expect(answer.status == 429)
        }
    }

    @Test func theDialectSharesSubscriptionsAndPositions() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let token = try await rig.token().secret
            let pair = Data("ann:\(token)".utf8).base64EncodedString()
            let fields: HTTPFields = ["Authorization": "Basic \(pair)", "Cookie": ""]
            func call(_ method: HTTPMethod, _ path: String, _ json: String = "") async throws -> [String: Any] {
                let answer = try await rig.send(
                    method,
                    Self.base + path,
                    fields: fields,
                    body: Array(json.utf8),
                    remembering: false
                )
                #expect(answer.status == 200)
                return try object(answer)
            }
            try await rig.subscribe()
            let first = try await call(.get, "/subscriptions?since=0")
            let feed = try #require((first["add"] as? [String])?.first)
            let media = rig.publisher.url("/audio/1.mp3").absoluteString
            let play = """
                [{"podcast":"\(feed)","episode":"\(media)","guid":"/show.xml-1","action":"PLAY","position":90,"started":15,
                "total":500,"timestamp":"2026-11-20T10:00:00"},
                {"podcast":"\(feed)","episode":"\(media)","action":"DOWNLOAD","position":-1,"started":-1,"total":-1}]
                """
            #expect(try await call(.post, "/episode_action/create", play)["timestamp"] is NSNumber)
            let entries = try await rig.send(.get, "/api/feeds/all/entries").json(EntryPage.self).entries
            #expect(entries.first { $0.title == "Episode 1" }?.position == 90)
            let told = try #require(try await call(.get, "/episode_action?since=0")["actions"] as? [[String: Any]])
            #expect(Set(told.compactMap { $0["action"] as? String }) == ["PLAY", "DOWNLOAD"])
            #expect(told.first { $0["action"] as? String == "PLAY" }?["guid"] as? String == "/show.xml-1")
            _ = try await call(.post, "/subscription_change/create", #"{"add":[],"remove":["\#(feed)"]}"#)
            #expect(try await rig.send(.get, "/api/feeds").json(FeedList.self).feeds.count == 1)
        }
    }
}
