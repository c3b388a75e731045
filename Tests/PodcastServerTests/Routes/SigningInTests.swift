import HTTP
import PodcastAPI
import Testing

@testable import PodcastServer

@Suite struct SigningInTests {
    @Test(arguments: Depth.allCases)
    func aNewServerIsSetUpOnceAndSignedInToAgain(depth: Depth) async throws {
        try await Rig.with(depth) { (rig: Rig) async throws in
            #expect(try await rig.send(.get, "/api/me").error?.error == .setupNeeded)
            let token = try #require(await rig.server.makeSetupToken())
            let setup = SetupRequest(token: token, name: "Ann", password: "correct horse")
            let done = try await rig.send(.post, "/api/setup", setup)
            #expect(done.status == 200)
            let me = Me(id: "1", name: "Ann", administrator: true, unread: 0, version: "0.0-test")
            #expect(try done.json(Me.self) == me)
            let cookie = try #require(done.fields["Set-Cookie"])
            #expect(cookie.hasPrefix("tonearm_session="))
            #expect(cookie.contains("HttpOnly"))
            #expect(cookie.contains("SameSite=Lax"))
            #expect(!cookie.contains("Secure"))
            #expect(try await rig.send(.get, "/api/me").status == 200)

            #expect(try await rig.send(.post, "/api/setup", setup).status == 401)
            #expect(try await rig.server.makeSetupToken() == nil)

            #expect(try await rig.send(.post, "/api/logout").status == 204)
            #expect(try await rig.send(.get, "/api/me").error?.error == .signedOut)
            let wrong = try await rig.send(.post, "/api/login", LoginRequest(name: "ann", password: "wrong"))
            #expect(wrong.status == 401)
            #expect(wrong.error?.error == .wrongCredentials)
            let right = try await rig.send(.post, "/api/login", LoginRequest(name: "ANN", password: "correct horse"))
            #expect(right.status == 200)
            #expect(try await rig.send(.get, "/api/me").status == 200)
        }
    }

    @Test func aLoggedOutCookieIsOfNoUse() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let login = try await rig.send(.post, "/api/login", LoginRequest(name: "ann", password: "correct horse"))
            let cookie = String((login.fields["Set-Cookie"] ?? "").prefix { $0 != ";" })
            _ = try await rig.send(.post, "/api/logout")
            #expect(try await rig.send(.get, "/api/me", fields: ["Cookie": cookie]).status == 401)
        }
    }

    @Test func aSignInLinkWorksOnce() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            _ = try await rig.send(.post, "/api/logout")
            let token = try #require(await rig.server.makeSignInToken())
            #expect(try await rig.send(.post, "/api/login", LoginRequest(token: token)).status == 200)
            #expect(try await rig.send(.post, "/api/login", LoginRequest(token: token)).status == 401)
        }
    }

    @Test func guessingIsSlowedDown() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            for _ in 0..<5 {
                let wrong = LoginRequest(name: "ann", password: "guess")
                #expect(try await rig.send(.post, "/api/login", wrong).status == 401)
            }
            let right = LoginRequest(name: "ann", password: "correct horse")
            let answer = try await rig.send(.post, "/api/login", right)
            #expect(answer.status == 429)
            #expect(answer.error?.error == .tooManyAttempts)
            #expect(answer.fields["Retry-After"].flatMap { Int($0) }.map { (1...15).contains($0) } == true)
        }
    }

    @Test(arguments: [
        ("", "correct horse"), ("a b", "correct horse"), ("ann", "short"),
        (String(repeating: "a", count: 65), "long enough"),
    ])
    func setupRefusesBadNamesAndPasswords(name: String, password: String) async throws {
        try await Rig.with { (rig: Rig) async throws in
            let token = try #require(await rig.server.makeSetupToken())
            let setup = SetupRequest(token: token, name: name, password: password)
            #expect(try await rig.send(.post, "/api/setup", setup).status == 400)
            #expect(try await rig.server.makeSetupToken() != nil)
        }
    }

    @Test(arguments: [
        "/api/feeds", "/api/entries/1", "/api/art/all", "/media/1/a.mp3", "/api/opml", "/api/entries/unread-count",
    ])
    func withoutASessionNothingIsShown(path: String) async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let answer = try await rig.send(.get, path, fields: ["Cookie": "tonearm_session=forged"])
            #expect(answer.status == 401)
            #expect(answer.error?.error == .signedOut)
        }
    }
}
