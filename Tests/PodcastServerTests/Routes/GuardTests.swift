import Foundation
import HTTP
import PodcastAPI
import Testing

@testable import PodcastServer

/// What stands in front of every route.
@Suite struct GuardTests {
    @Test(arguments: [
        (["Origin": "https://evil.example", "Host": "127.0.0.1"] as HTTPFields),
        ["Origin": "null", "Host": "127.0.0.1"],
        ["Sec-Fetch-Site": "cross-site"],
        ["Sec-Fetch-Site": "same-site"],
    ])
    func anotherSitesChangeIsRefused(fields: HTTPFields) async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let answer = try await rig.send(.post, "/api/feeds/all/refresh", fields: fields)
            #expect(answer.status == 403)
            #expect(answer.error?.error == .crossSite)
        }
    }

    @Test(arguments: [
        (["Origin": "http://home.example:8099", "Host": "home.example:8099"] as HTTPFields),
        ["Origin": "https://home.example", "Host": "home.example", "Sec-Fetch-Site": "same-origin"],
        ["Sec-Fetch-Site": "none"],
    ])
    func theOwnPagesChangeIsTaken(fields: HTTPFields) async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            #expect(try await rig.send(.post, "/api/feeds/all/refresh", fields: fields).status == 202)
        }
    }

    @Test func readingFromElsewhereNeedsNoCheck() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let fields: HTTPFields = ["Sec-Fetch-Site": "cross-site"]
            #expect(try await rig.send(.get, "/api/me", fields: fields).status == 200)
        }
    }

    @Test(arguments: [nil, "text/plain", "application/x-www-form-urlencoded"])
    func bodiesMustSayThatTheyAreJSON(type: String?) async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            var fields = HTTPFields()
            fields["Content-Type"] = type
            let body = Array(#"{"url":"https://example.org"}"#.utf8)
            #expect(try await rig.send(.post, "/api/feeds", fields: fields, body: body).status == 415)
        }
    }

    @Test func aHugeBodyIsRefused() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let fields: HTTPFields = ["Content-Type": "application/json"]
            let body = [UInt8](repeating: 32, count: 2 << 20)
            let answer = try await rig.send(.post, "/api/feeds", fields: fields, body: body)
            #expect(answer.status == 413)
            #expect(answer.error?.error == .tooLarge)
        }
    }

    @Test func aMethodThatIsNotThereIsNamed() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let answer = try await rig.send(.delete, "/api/entries/1/read")
            #expect(answer.status == 405)
            #expect(answer.fields["Allow"] == "PUT")
            #expect(answer.error?.error == .methodNotAllowed)
        }
    }

    @Test(arguments: [
        "/api/nothing", "/nothing.js", "/../outside.js", "/..%2Foutside.js", "/.hidden.js", "/page/index.html",
    ])
    func anAddressThatIsNotThereIsNotFound(path: String) async throws {
        try await Rig.with { (rig: Rig) async throws in
            let answer = try await rig.send(.get, path)
            #expect(answer.status == 404)
            #expect(!answer.text.contains("secret"))
        }
    }

    @Test(arguments: Depth.allCases)
    func everyAnswerCarriesThePolicies(depth: Depth) async throws {
        try await Rig.with(depth) { (rig: Rig) async throws in
            for path in ["/", "/api/me", "/nothing"] {
                let answer = try await rig.send(.get, path)
                #expect(answer.fields["Content-Security-Policy"]?.contains("script-src 'self'") == true)
                #expect(answer.fields["Content-Security-Policy"]?.contains("unsafe") == false)
                #expect(answer.fields["X-Content-Type-Options"] == "nosniff")
                #expect(answer.fields["Referrer-Policy"] == "no-referrer")
            }
        }
    }

    @Test(arguments: Depth.allCases)
    func thePageIsServedAndRevalidated(depth: Depth) async throws {
        try await Rig.with(depth) { (rig: Rig) async throws in
            let first = try await rig.send(.get, "/")
            #expect(first.status == 200)
            #expect(first.text.contains("<title>Page</title>"))
            let tag = try #require(first.fields["ETag"])
            #expect(try await rig.send(.get, "/", fields: ["If-None-Match": tag]).status == 304)
        }
    }
}
