import Foundation
import HTTP
import PodcastAPI
import TestSupport
import Testing

@testable import PodcastServer

/// The gpodder API's answers, status by status: clients take nothing else.
@Suite struct GPodderRouteTests {
    private static func basic(_ name: String, _ password: String) -> HTTPFields {
        ["Authorization": "Basic \(Data("\(name):\(password)".utf8).base64EncodedString())"]
    }

    private let ann = Self.basic("ann", "correct horse")

    private func object(_ answer: Answer) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
    }

    private func send(
        _ rig: Rig,
        _ method: HTTPMethod,
        _ path: String,
        _ json: String = "",
        as fields: HTTPFields? = nil
    ) async throws -> Answer {
        var fields = fields ?? ann
        if fields["Cookie"] == nil { fields["Cookie"] = "" }
        return try await rig.send(method, path, fields: fields, body: Array(json.utf8), remembering: false)
    }

    @Test(arguments: Depth.allCases)
    func signingInGivesACookieThatIsGoodForSynchronisingOnly(depth: Depth) async throws {
        try await Rig.signedIn(depth) { (rig: Rig) async throws in
            let challenge = try await send(rig, .post, "/api/2/auth/ann/login.json", as: [:])
            #expect(challenge.status == 401)
            #expect(challenge.fields["WWW-Authenticate"]?.hasPrefix("Basic realm=") == true)
            let done = try await send(rig, .post, "/api/2/auth/ann/login.json")
            #expect(done.status == 200)
            #expect(done.body.isEmpty)
            #expect(done.fields["Access-Control-Allow-Origin"] == "*")
            #expect(done.fields["Cache-Control"] == "no-store")
            let set = try #require(done.fields["Set-Cookie"])
            #expect(set.hasPrefix("sessionid=") && set.contains("HttpOnly"))
            let value = set.prefix { $0 != ";" }.dropFirst("sessionid=".count)
            let cookie: HTTPFields = ["Cookie": "sessionid=\(value)"]
            #expect(try await send(rig, .get, "/api/2/devices/ann.json", as: cookie).status == 200)
            #expect(try await send(rig, .get, "/api/2/devices/bob.json", as: cookie).status == 400)
            let page: HTTPFields = ["Cookie": "tonearm_session=\(value)"]
            #expect(try await send(rig, .get, "/api/me", as: page).status == 401)
            #expect(try await send(rig, .post, "/api/2/auth/bob/logout.json", as: cookie).status == 400)
            #expect(try await send(rig, .post, "/api/2/auth/bob/login.json", as: cookie).status == 400)
            #expect(try await send(rig, .post, "/api/2/auth/ann/login.json", as: cookie).status == 200)
            var wrong = Self.basic("ann", "wrong")
            wrong["Cookie"] = cookie["Cookie"]
            #expect(try await send(rig, .post, "/api/2/auth/ann/login.json", as: wrong).status == 401)
            #expect(try await send(rig, .post, "/api/2/auth/ann/logout.json", as: cookie).status == 200)
            #expect(try await send(rig, .get, "/api/2/devices/ann.json", as: cookie).status == 401)
            #expect(try await send(rig, .post, "/api/2/auth/ann/logout.json", as: [:]).status == 200)
        }
    }

    @Test func everyWayToProveWhoOneIs() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let token = try await rig.token().secret
            let path = "/api/2/devices/ann.json"
            let good: [HTTPFields] = [
                ann, Self.basic("ANN", "correct horse"), Self.basic("ann", token), ["Authorization": "Bearer \(token)"],
                Self.basic("ann__\(token)", ""),
            ]
            for fields in good { #expect(try await send(rig, .get, path, as: fields).status == 200) }
            #expect(try await send(rig, .get, "/api/2/devices/ann__\(token).json", as: [:]).status == 200)
            try await rig.addUser("bob")
            let bad: [HTTPFields] = [
                Self.basic("ann", "wrong"), Self.basic("bob", token), Self.basic("ann__ta_wrong", ""),
                Self.basic("ann", ""), Self.basic("nobody", "correct horse"),
            ]
            for fields in bad {
                let answer = try await send(rig, .get, path, as: fields)
                #expect(answer.status == 401)
                #expect(answer.fields["WWW-Authenticate"] != nil)
            }
            #expect(try await send(rig, .get, path, as: ["Authorization": "Basic !!!"]).status == 400)
            #expect(try await send(rig, .get, path, as: Self.basic("bob", "battery staple")).status == 400)
        }
    }

    @Test func guessingIsSlowedDownHereTooAndTokensEndWhatTheyOpened() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let token = try await rig.token()
            let opened = try await send(rig, .post, "/api/2/auth/ann/login.json", as: Self.basic("ann", token.secret))
            let cookie: HTTPFields = ["Cookie": String((opened.fields["Set-Cookie"] ?? "").prefix { $0 != ";" })]
            #expect(try await send(rig, .get, "/api/2/devices/ann.json", as: cookie).status == 200)
            #expect(try await rig.send(.delete, "/api/tokens/\(token.token.id)").status == 204)
            #expect(try await send(rig, .get, "/api/2/devices/ann.json", as: cookie).status == 401)
            for _ in 0..<5 {
                let guess = Self.basic("ann", "guess")
                #expect(try await send(rig, .get, "/api/2/devices/ann.json", as: guess).status == 401)
            }
            let late = try await send(rig, .get, "/api/2/devices/ann.json")
            #expect(late.status == 429)
            #expect(late.fields["Retry-After"] != nil)
        }
    }

    @Test func wrongRequestsAreToldSo() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let cases: [(HTTPMethod, String, String, Int)] = [
                (.post, "/api/2/devices/ann/phone.json", "", 200),
                (.put, "/api/2/devices/ann/phone.json", #"{"caption":"P"}"#, 200),
                (.post, "/api/2/devices/ann/phone.json", #"{"caption":""}"#, 400),
                (.post, "/api/2/devices/ann/phone.json", #"{"type":"toaster"}"#, 400),
                (.post, "/api/2/devices/ann/ph%2Fone.json", "", 400),
                (.get, "/api/2/subscriptions/ann/phone.json", "", 200),
                (.get, "/api/2/subscriptions/ann/phone.json?since=x", "", 400),
                (.get, "/api/2/subscriptions/ann/phone.json?since=-1", "", 400),
                (.get, "/api/2/subscriptions/ann/nowhere.json", "", 404),
                (.post, "/api/2/subscriptions/ann/phone.json", "", 400),
                (.post, "/api/2/subscriptions/ann/phone.json", "{", 400),
                (.post, "/api/2/subscriptions/ann/phone.json", #"{"add":"x"}"#, 400),
                (.get, "/subscriptions/ann/phone.exe", "", 400),
                (.get, "/subscriptions/ann.json?scale_logo=999", "", 400),
                (.get, "/subscriptions/ann.json", "", 200), (.get, "/subscriptions/ann.xml", "", 200),
                (.get, "/subscriptions/ann.jsonp?jsonp=show", "", 200),
                (.get, "/subscriptions/ann.jsonp?jsonp=alert(1)", "", 400),
                (.put, "/subscriptions/ann/phone.json", "{}", 400), (.put, "/subscriptions/ann/phone.opml", "x", 400),
                (.get, "/api/2/episodes/ann.json?since=now", "", 400),
                (.get, "/api/2/episodes/ann.json?device=nowhere", "", 404),
                (.get, "/api/2/episodes/ann.json?aggregated=perhaps", "", 400),
                (.post, "/api/2/episodes/ann.json", "{}", 400), (.post, "/api/2/episodes/ann.json", "[{}]", 400),
                (.post, "/api/2/episodes/ann.json", "[]", 200), (.delete, "/api/2/episodes/ann.json", "", 405),
                (.get, "/api/2/settings/ann/account.json", "", 200), (.get, "/api/2/settings/ann/world.json", "", 404),
                (.get, "/api/2/settings/ann/device.json", "", 400),
                (.post, "/api/2/settings/ann/account.json", #"{"set":[]}"#, 400),
                (.post, "/api/2/sync-devices/ann.json", #"{"synchronize":[["phone","nowhere"]]}"#, 404),
                (.get, "/api/2/lists/ann.json", "", 200), (.get, "/toplist/10.json", "", 200),
                (.get, "/search.json?q=x", "", 200), (.get, "/clientconfig.json", "", 200),
            ]
            for (method, path, body, status) in cases {
                let answer = try await send(rig, method, path, body)
                #expect(answer.status == status, "\(method.rawValue) \(path) \(body) gave \(answer.status)")
            }
        }
    }

    @Test func groupsOfDevicesAreKept() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            for device in ["a", "b", "c"] { _ = try await send(rig, .post, "/api/2/devices/ann/\(device).json") }
            let path = "/api/2/sync-devices/ann.json"
            let made = try object(
                try await send(rig, .post, path, #"{"synchronize":[["a","b"]],"stop-synchronize":["c"]}"#)
            )
            #expect(made["synchronized"] as? [[String]] == [["a", "b"]])
            #expect(made["not-synchronized"] as? [String] == ["c"])
            let ended = try object(try await send(rig, .post, path, #"{"stop-synchronize":["a"]}"#))
            #expect(ended["synchronized"] as? [[String]] == [])
            #expect(ended["not-synchronized"] as? [String] == ["a", "b", "c"])
        }
    }

    /// AntennaPod: signs in for a cookie, asks, sends, in this order, and takes status 200 only.
    @Test func antennaPodsOrderOfRequestsSynchronises() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            try await rig.subscribe()
            let login = try await send(rig, .post, "/api/2/auth/ann/login.json")
            let cookie: HTTPFields = ["Cookie": String((login.fields["Set-Cookie"] ?? "").prefix { $0 != ";" })]
            #expect(try await send(rig, .post, "/api/2/devices/ann/pod.json", as: cookie).status == 200)
            let subscriptions = "/api/2/subscriptions/ann/pod.json"
            let changes = try object(try await send(rig, .get, "\(subscriptions)?since=0", as: cookie))
            let feed = try #require((changes["add"] as? [String])?.first)
            let update = try object(try await send(rig, .post, subscriptions, #"{"add":[],"remove":[]}"#, as: cookie))
            #expect(update["update_urls"] as? [[String]] == [])
            let media = rig.publisher.url("/audio/2.mp3").absoluteString
            // "Mark as played" is a play whose three numbers are the length.
            let action = """
                [{"podcast":"\(feed)","episode":"\(media)","guid":"/show.xml-2","device":"pod","action":"play",
                "timestamp":"2026-11-20T10:00:00","started":1800,"position":1800,"total":1800}]
                """
            #expect(try await send(rig, .post, "/api/2/episodes/ann.json", action, as: cookie).status == 200)
            let entries = try await rig.send(.get, "/api/feeds/all/entries").json(EntryPage.self).entries
            #expect(entries.first { $0.title == "Episode 2" }?.read == true)
            #expect(entries.count { $0.read } == 1)
            let told = try object(try await send(rig, .get, "/api/2/episodes/ann.json?since=0", as: cookie))
            #expect((told["actions"] as? [[String: Any]])?.first?["guid"] as? String == "/show.xml-2")
        }
    }

    @Test func aDirectoryAnswersEmptyAndTellsNothingToStrangers() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            try await rig.subscribe()
            for path in [
                "/toplist/5.json", "/search.json?q=show", "/api/2/data/podcast.json?url=x", "/api/2/tags/5.json",
            ] {
                let answer = try await send(rig, .get, path, as: [:])
                #expect(answer.status == 200)
                #expect(answer.text == "[]")
            }
            #expect(try await send(rig, .get, "/suggestions/5.json", as: [:]).status == 401)
            #expect(try await send(rig, .get, "/api/2/lists/ann.json", as: [:]).status == 401)
        }
    }
}
