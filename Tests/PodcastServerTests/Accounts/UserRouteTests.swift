import Foundation
import HTTP
import PodcastAPI
import TestSupport
import Testing

@testable import PodcastServer

/// What an administrator does with users.
@Suite struct UserRouteTests {
    private func bob(_ rig: Rig) async throws -> (User, HTTPFields) {
        let user = try await rig.addUser("bob")
        let login = LoginRequest(name: "bob", password: "battery staple")
        let answer = try await rig.send(.post, "/api/login", login, as: [:])
        return (user, ["Cookie": String((answer.fields["Set-Cookie"] ?? "").prefix { $0 != ";" })])
    }

    @Test(arguments: Depth.allCases)
    func aUserIsAddedWithALinkThatSetsThePassword(depth: Depth) async throws {
        try await Rig.signedIn(depth) { (rig: Rig) async throws in
            let answer = try await rig.send(.post, "/api/admin/users", NewUser(name: "bob"))
            #expect(answer.status == 201)
            let created = try answer.json(CreatedUser.self)
            #expect(created.link.purpose == .password)
            #expect(!created.user.password)
            let token = Rig.token(in: created.link)
            let short = PasswordReset(token: token, password: "short")
            #expect(try await rig.send(.post, "/api/password", short, as: [:]).status == 400)
            let reset = PasswordReset(token: token, password: "battery staple")
            let done = try await rig.send(.post, "/api/password", reset, as: [:])
            #expect(try done.json(Me.self).name == "bob")
            #expect(try await rig.send(.post, "/api/password", reset, as: [:]).status == 401)
            let login = LoginRequest(name: "bob", password: "battery staple")
            #expect(try await rig.send(.post, "/api/login", login, as: [:]).status == 200)
        }
    }

    @Test func aPasswordLinkEndsEverySessionAndOldPasswords() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let (user, cookie) = try await bob(rig)
            let wish = LinkRequest(purpose: .password)
            let link = try await rig.send(.post, "/api/admin/users/\(user.id)/links", wish).json(OneUseLink.self)
            #expect(try await rig.send(.get, "/api/me", as: cookie).status == 200)
            let reset = PasswordReset(token: Rig.token(in: link), password: "third password")
            #expect(try await rig.send(.post, "/api/password", reset, as: [:]).status == 200)
            #expect(try await rig.send(.get, "/api/me", as: cookie).status == 401)
            let old = LoginRequest(name: "bob", password: "battery staple")
            #expect(try await rig.send(.post, "/api/login", old, as: [:]).status == 401)
        }
    }

    @Test func linksOfOneKindAreNoUseForAnother() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let (user, _) = try await bob(rig)
            let path = "/api/admin/users/\(user.id)/links"
            let signIn = try await rig.send(.post, path, LinkRequest(purpose: .signIn)).json(OneUseLink.self)
            let reset = PasswordReset(token: Rig.token(in: signIn), password: "stolen password")
            #expect(try await rig.send(.post, "/api/password", reset, as: [:]).status == 401)
            let password = try await rig.send(.post, path, LinkRequest(purpose: .password)).json(OneUseLink.self)
            let login = LoginRequest(token: Rig.token(in: password))
            #expect(try await rig.send(.post, "/api/login", login, as: [:]).status == 401)
            #expect(
                try await rig.send(.post, "/api/login", LoginRequest(token: Rig.token(in: signIn)), as: [:]).status
                    == 200
            )
        }
    }

    @Test func usersAreListedRenamedAndCounted() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let (user, cookie) = try await bob(rig)
            _ = try await rig.send(.post, "/api/tokens", NewAPIToken(name: "x"), as: cookie)
            let feed = SubscribeRequest(url: rig.publisher.url("/show.xml").absoluteString)
            _ = try await rig.send(.post, "/api/feeds", feed, as: cookie)
            let renamed = try await rig.send(.patch, "/api/admin/users/\(user.id)", UserChange(name: "Robert"))
            #expect(renamed.status == 200)
            let users = try await rig.send(.get, "/api/admin/users").json(UserList.self).users
            #expect(users.map(\.name) == ["ann", "Robert"])
            #expect(users.last?.feeds == 1)
            #expect(users.last?.tokens == 1)
            #expect(users.last?.sessions == 2)
            #expect(users.last?.lastSeen != nil)
            let taken = try await rig.send(.patch, "/api/admin/users/\(user.id)", UserChange(name: "ANN"))
            #expect(taken.status == 409)
            #expect(taken.error?.error == .nameTaken)
            #expect(try await rig.send(.post, "/api/admin/users", NewUser(name: "robert")).status == 409)
            #expect(try await rig.send(.post, "/api/admin/users", NewUser(name: "a b")).status == 400)
        }
    }

    @Test func othersThanAdministratorsAreRefused() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let (user, cookie) = try await bob(rig)
            for (method, path) in [
                (HTTPMethod.get, "/api/admin/users"), (.post, "/api/admin/users"),
                (.patch, "/api/admin/users/\(user.id)"), (.delete, "/api/admin/users/1"),
                (.post, "/api/admin/users/1/links"),
            ] {
                let answer = try await rig.send(method, path, as: cookie)
                #expect(answer.status == 403)
                #expect(answer.error?.error == .administratorNeeded)
            }
            let promoted = UserChange(administrator: true)
            #expect(try await rig.send(.patch, "/api/admin/users/\(user.id)", promoted).status == 200)
            #expect(try await rig.send(.get, "/api/admin/users", as: cookie).status == 200)
        }
    }

    @Test func aDisabledUserIsShutOutAtEveryDoorAndComesBack() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let (user, cookie) = try await bob(rig)
            let token = try await rig.send(.post, "/api/tokens", NewAPIToken(name: "x"), as: cookie)
                .json(CreatedAPIToken.self)
            let bearer: HTTPFields = ["Authorization": "Bearer \(token.secret)"]
            let path = "/api/admin/users/\(user.id)"
            let link = try await rig.send(.post, "\(path)/links", LinkRequest(purpose: .signIn)).json(OneUseLink.self)
            #expect(try await rig.send(.patch, path, UserChange(disabled: true)).json(User.self).disabled)

            #expect(try await rig.send(.get, "/api/me", as: cookie).status == 401)
            #expect(try await rig.send(.get, "/api/me", as: bearer).status == 401)
            let byLink = LoginRequest(token: Rig.token(in: link))
            #expect(try await rig.send(.post, "/api/login", byLink, as: [:]).status == 401)
            let right = LoginRequest(name: "bob", password: "battery staple")
            #expect(try await rig.send(.post, "/api/login", right, as: [:]).error?.error == .accountDisabled)
            let wrong = LoginRequest(name: "bob", password: "guess")
            #expect(try await rig.send(.post, "/api/login", wrong, as: [:]).error?.error == .wrongCredentials)

            #expect(try await rig.send(.patch, path, UserChange(disabled: false)).status == 200)
            #expect(try await rig.send(.post, "/api/login", right, as: [:]).status == 200)
            #expect(try await rig.send(.get, "/api/me", as: bearer).status == 200)
        }
    }

    @Test func theLastAdministratorStays() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            for change in [UserChange(administrator: false), UserChange(disabled: true)] {
                let answer = try await rig.send(.patch, "/api/admin/users/1", change)
                #expect(answer.status == 409)
                #expect(answer.error?.error == .lastAdministrator)
            }
            #expect(try await rig.send(.delete, "/api/admin/users/1").status == 409)
            let second = try await rig.addUser("bob", administrator: true)
            let path = "/api/admin/users/\(second.id)"
            #expect(try await rig.send(.patch, path, UserChange(disabled: true)).status == 200)
            // A disabled one does not count.
            #expect(try await rig.send(.delete, "/api/admin/users/1").status == 409)
            #expect(try await rig.send(.patch, path, UserChange(disabled: false)).status == 200)
            #expect(try await rig.send(.patch, "/api/admin/users/1", UserChange(administrator: false)).status == 200)
        }
    }

    @Test func aRemovedUserLeavesWhatOthersHave() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let (user, cookie) = try await bob(rig)
            for path in ["/show.xml", "/other.xml"] {
                let feed = SubscribeRequest(url: rig.publisher.url(path).absoluteString)
                _ = try await rig.send(.post, "/api/feeds", feed, as: cookie)
            }
            try await rig.subscribe()
            _ = try await rig.send(.get, "/media/6/a.mp3", as: cookie)
            #expect(try await rig.send(.delete, "/api/admin/users/\(user.id)").status == 204)
            #expect(try await rig.send(.delete, "/api/admin/users/\(user.id)").status == 404)
            #expect(try await rig.send(.get, "/api/me", as: cookie).status == 401)
            let feeds = try await rig.send(.get, "/api/feeds").json(FeedList.self).feeds
            #expect(feeds.count == 2)
            #expect(feeds.last?.entries == 5)
            let other = rig.publisher.url("/other.xml").absoluteString
            #expect(try await rig.server.store.feed(url: other) == nil)
        }
    }
}
