import Foundation
import HTTP
import PodcastAPI
import Testing

@testable import PodcastServer

/// What users do with their own account.
@Suite struct AccountRouteTests {
    private func signIn(_ rig: Rig, _ password: String, name: String = "ann") async throws -> (Answer, HTTPFields) {
        let answer = try await rig.send(.post, "/api/login", LoginRequest(name: name, password: password), as: [:])
        return (answer, ["Cookie": String((answer.fields["Set-Cookie"] ?? "").prefix { $0 != ";" })])
    }

    @Test func aNewPasswordNeedsTheOldOneAndEndsOtherSessions() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let (_, other) = try await signIn(rig, "correct horse")
            let (_, own) = try await signIn(rig, "correct horse")
            func change(_ current: String?, _ new: String) async throws -> Answer {
                try await rig.send(.put, "/api/me/password", PasswordChange(current: current, new: new), as: own)
            }
            #expect(try await change("wrong horse", "battery staple").error?.error == .wrongCredentials)
            #expect(try await change(nil, "battery staple").status == 400)
            #expect(try await change("correct horse", "short").status == 400)
            #expect(try await change("correct horse", "battery staple").status == 204)
            #expect(try await rig.send(.get, "/api/me", as: own).status == 200)
            #expect(try await rig.send(.get, "/api/me", as: other).status == 401)
            #expect(try await signIn(rig, "correct horse").0.status == 401)
            #expect(try await signIn(rig, "battery staple").0.status == 200)
        }
    }

    @Test func guessingThePasswordThroughASessionIsSlowedDown() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            for _ in 0..<5 {
                let guess = PasswordChange(current: "guess", new: "battery staple")
                #expect(try await rig.send(.put, "/api/me/password", guess).status == 401)
            }
            let right = PasswordChange(current: "correct horse", new: "battery staple")
            #expect(try await rig.send(.put, "/api/me/password", right).status == 429)
        }
    }

    @Test func sessionsAreListedAndEndedOneByOneAndTogether() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let phone: HTTPFields = ["User-Agent": "Phone", "Content-Type": "application/json", "Cookie": ""]
            let login = try APICoding.encode(LoginRequest(name: "ann", password: "correct horse"))
            var cookies: [HTTPFields] = []
            for _ in 0..<3 {
                let answer = try await rig.send(.post, "/api/login", fields: phone, body: login, remembering: false)
                cookies.append(["Cookie": String((answer.fields["Set-Cookie"] ?? "").prefix { $0 != ";" })])
            }
            let list = try await rig.send(.get, "/api/sessions", as: cookies[0]).json(SessionList.self).sessions
            #expect(list.count == 4)
            #expect(list.count { $0.current } == 1)
            #expect(list.count { $0.agent == "Phone" } == 3)

            let second = try await rig.send(.get, "/api/sessions", as: cookies[1]).json(SessionList.self).sessions
            let id = try #require(second.first { $0.current }?.id)
            #expect(try await rig.send(.delete, "/api/sessions/\(id)", as: cookies[0]).status == 204)
            #expect(try await rig.send(.get, "/api/me", as: cookies[1]).status == 401)
            #expect(try await rig.send(.delete, "/api/sessions/\(id)", as: cookies[0]).status == 404)

            #expect(try await rig.send(.delete, "/api/sessions", as: cookies[0]).status == 204)
            #expect(try await rig.send(.get, "/api/me", as: cookies[2]).status == 401)
            #expect(try await rig.send(.get, "/api/me", as: cookies[0]).status == 200)
        }
    }

    @Test func anotherUsersSessionCannotBeEnded() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            try await rig.addUser("bob")
            let (_, bob) = try await signIn(rig, "battery staple", name: "bob")
            let mine = try await rig.send(.get, "/api/sessions").json(SessionList.self).sessions
            for session in mine {
                #expect(try await rig.send(.delete, "/api/sessions/\(session.id)", as: bob).status == 404)
            }
            #expect(try await rig.send(.get, "/api/me").status == 200)
        }
    }

    @Test(arguments: Depth.allCases)
    func aTokenIsShownOnceWorksAndIsRevoked(depth: Depth) async throws {
        try await Rig.signedIn(depth) { (rig: Rig) async throws in
            let made = try await rig.token("  car radio ")
            #expect(made.token.name == "car radio")
            #expect(made.secret.hasPrefix(made.token.id))
            #expect(made.token.id.hasPrefix("ta_"))
            let bearer: HTTPFields = ["Authorization": "Bearer \(made.secret)"]
            let me = try await rig.send(.get, "/api/me", as: bearer)
            #expect(try me.json(Me.self).access == .token)
            let list = try await rig.send(.get, "/api/tokens")
            #expect(!list.text.contains(made.secret))
            #expect(try list.json(APITokenList.self).tokens.map(\.lastUsed).contains(nil) == false)
            #expect(try await rig.send(.delete, "/api/tokens/\(made.token.id)").status == 204)
            let refused = try await rig.send(.get, "/api/me", as: bearer)
            #expect(refused.status == 401)
            #expect(refused.error?.error == .wrongCredentials)
            #expect(try await rig.send(.delete, "/api/tokens/\(made.token.id)").status == 404)
        }
    }

    @Test(arguments: ["", "   ", String(repeating: "x", count: 101)])
    func aTokenNeedsAName(name: String) async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            #expect(try await rig.send(.post, "/api/tokens", NewAPIToken(name: name)).status == 400)
        }
    }

    /// A leaked token must not become the account: revoking it has to be enough.
    @Test(arguments: [
        ("GET", "/api/tokens"), ("POST", "/api/tokens"), ("DELETE", "/api/tokens/1"), ("GET", "/api/sessions"),
        ("DELETE", "/api/sessions"), ("PUT", "/api/me/password"), ("POST", "/api/links"), ("GET", "/api/admin/users"),
        ("POST", "/api/admin/users"), ("PATCH", "/api/admin/users/1"), ("DELETE", "/api/admin/users/1"),
        ("POST", "/api/admin/users/1/links"),
    ])
    func aTokenCannotChangeTheAccount(method: String, path: String) async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let bearer: HTTPFields = ["Authorization": "Bearer \(try await rig.token().secret)"]
            let answer = try await rig.send(HTTPMethod(rawValue: method), path, as: bearer)
            #expect(answer.status == 403)
            #expect(answer.error?.error == .sessionNeeded)
        }
    }

    @Test func aWrongTokenCountsAlsoBesideAValidCookie() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let fields: HTTPFields = ["Authorization": "Bearer ta_wrong"]
            #expect(try await rig.send(.get, "/api/me", fields: fields).status == 401)
        }
    }

    @Test func manyWrongTokensAreSlowedDownAndTheRightOneStillWorks() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let right: HTTPFields = ["Authorization": "Bearer \(try await rig.token().secret)"]
            for index in 0..<20 {
                let wrong: HTTPFields = ["Authorization": "Bearer ta_wrong\(index)"]
                #expect(try await rig.send(.get, "/api/me", as: wrong).status == 401)
            }
            let wrong: HTTPFields = ["Authorization": "Bearer ta_wrong"]
            let answer = try await rig.send(.get, "/api/me", as: wrong)
            #expect(answer.status == 429)
            #expect(answer.fields["Retry-After"] != nil)
            #expect(try await rig.send(.get, "/api/me", as: right).status == 200)
        }
    }

    @Test func aLinkSignsAnotherDeviceInOnceAndInTime() async throws {
        let time = ManualTime()
        try await Rig.signedIn(configure: { configuration, _ in configuration.now = { time.date } }) {
            (rig: Rig) async throws in
            let fields: HTTPFields = ["Host": "home.example:8099"]
            let answer = try await rig.send(.post, "/api/links", fields: fields)
            #expect(answer.status == 201)
            let link = try answer.json(OneUseLink.self)
            #expect(link.url.hasPrefix("http://home.example:8099/#token="))
            let login = LoginRequest(token: Rig.token(in: link))
            #expect(try await rig.send(.post, "/api/login", login, as: [:]).status == 200)
            #expect(try await rig.send(.post, "/api/login", login, as: [:]).status == 401)

            let late = try await rig.send(.post, "/api/links").json(OneUseLink.self)
            time.advance(by: .seconds(15 * 60))
            let lateLogin = LoginRequest(token: Rig.token(in: late))
            #expect(try await rig.send(.post, "/api/login", lateLogin, as: [:]).status == 401)
        }
    }

    @Test func aHashIsMadeAnewWhenTheCostHasGrown() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let user = try #require(try await rig.server.store.user(named: "ann"))
            let weak = try #require(
                await PasswordHash.make("correct horse", cost: .init(logN: 10, blockSize: 1, lanes: 1))
            )
            try await rig.server.store.setPassword(of: user.id, hash: weak.text)
            #expect(try await signIn(rig, "correct horse").0.status == 200)
            let stored = try #require(try await rig.server.store.user(named: "ann")?.passwordHash)
            #expect(PasswordHash(text: stored)?.cost == .init(logN: 10, blockSize: 8, lanes: 1))
            #expect(try await signIn(rig, "correct horse").0.status == 200)
        }
    }
}
