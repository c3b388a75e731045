import Foundation
import HTTP
import PodcastAPI
import Testing

@testable import PodcastServer

/// Signing in by what a trusted proxy says.
@Suite struct ProxySignInTests {
    private func proxied(
        creating: Bool = false,
        _ body: (Rig) async throws -> Void
    ) async throws {
        try await Rig.signedIn(
            configure: { configuration, _ in
                configuration.access.trustedProxies = [
                    try TrustedNetwork("192.0.2.7"), try TrustedNetwork("10.1.0.0/16"), try TrustedNetwork("fd00::/8"),
                ]
                configuration.access.userHeader = "Remote-User"
                configuration.access.createsUsers = creating
            },
            body
        )
    }

    @Test(arguments: ["192.0.2.7", "10.1.200.3", "fd00::5", "::ffff:192.0.2.7"])
    func theHeaderSignsInFromATrustedAddress(address: String) async throws {
        try await proxied { (rig: Rig) async throws in
            let answer = try await rig.send(.get, "/api/me", as: ["Remote-User": "Ann"], from: address)
            #expect(answer.status == 200)
            #expect(try answer.json(Me.self).access == .proxy)
            #expect(answer.fields["Set-Cookie"] == nil)
        }
    }

    @Test(arguments: ["192.0.2.8", "10.2.0.1", "127.0.0.1", "fe80::1"])
    func theHeaderIsNothingFromElsewhere(address: String) async throws {
        try await proxied { (rig: Rig) async throws in
            let fields: HTTPFields = ["Remote-User": "ann", "X-Forwarded-For": "192.0.2.7"]
            #expect(try await rig.send(.get, "/api/me", as: fields, from: address).status == 401)
        }
    }

    @Test func aHeaderGivenTwiceIsRefused() async throws {
        try await proxied { (rig: Rig) async throws in
            var fields: HTTPFields = ["Remote-User": "eve"]
            fields.append("Remote-User", "ann")
            #expect(try await rig.send(.get, "/api/me", as: fields, from: "192.0.2.7").status == 403)
        }
    }

    @Test func unknownUsersAreAddedOnlyWhereThatIsWanted() async throws {
        try await proxied { (rig: Rig) async throws in
            let fields: HTTPFields = ["Remote-User": "carol@example.org"]
            let answer = try await rig.send(.get, "/api/me", as: fields, from: "192.0.2.7")
            #expect(answer.status == 403)
            #expect(answer.text.contains("administrator"))
        }
        try await proxied(creating: true) { (rig: Rig) async throws in
            let fields: HTTPFields = ["Remote-User": "carol@example.org"]
            let me = try await rig.send(.get, "/api/me", as: fields, from: "192.0.2.7").json(Me.self)
            #expect(me.name == "carol@example.org")
            #expect(!me.administrator)
            #expect(!me.password)
            let odd: HTTPFields = ["Remote-User": "a b<script>"]
            #expect(try await rig.send(.get, "/api/me", as: odd, from: "192.0.2.7").status == 403)
        }
    }

    @Test func aDisabledUserStaysOut() async throws {
        try await proxied { (rig: Rig) async throws in
            let bob = try await rig.addUser("bob")
            _ = try await rig.send(.patch, "/api/admin/users/\(bob.id)", UserChange(disabled: true))
            let answer = try await rig.send(.get, "/api/me", as: ["Remote-User": "bob"], from: "192.0.2.7")
            #expect(answer.error?.error == .accountDisabled)
        }
    }

    @Test func whoComesByTheProxyMaySetAFirstPassword() async throws {
        try await proxied(creating: true) { (rig: Rig) async throws in
            let fields: HTTPFields = ["Remote-User": "carol"]
            let change = PasswordChange(current: nil, new: "battery staple")
            let answer = try await rig.send(.put, "/api/me/password", change, as: fields, from: "192.0.2.7")
            #expect(answer.status == 204)
            let login = LoginRequest(name: "carol", password: "battery staple")
            #expect(try await rig.send(.post, "/api/login", login, as: [:]).status == 200)
        }
    }

    @Test(arguments: [
        ("192.0.2.7", "https", true), ("192.0.2.7", "http", false), ("192.0.2.7", "https, http", false),
        ("192.0.2.8", "https", false), ("127.0.0.1", "https", false),
    ])
    func theCookieIsSecureWhereATrustedProxyEndsTLS(
        address: String,
        scheme: String,
        isSecure: Bool
    ) async throws {
        try await proxied { (rig: Rig) async throws in
            let login = LoginRequest(name: "ann", password: "correct horse")
            let fields: HTTPFields = ["X-Forwarded-Proto": scheme]
            let answer = try await rig.send(.post, "/api/login", login, as: fields, from: address)
            #expect(answer.fields["Set-Cookie"]?.contains("Secure") == isSecure)
        }
    }

    /// Behind a proxy everybody has its address: one guesser must not lock the household out, nor get a fresh start by lying.
    @Test func attemptsCountByTheClientBehindTheProxy() async throws {
        try await proxied { (rig: Rig) async throws in
            func attempt(_ forwarded: String, _ password: String) async throws -> Int {
                let login = LoginRequest(name: "ann", password: password)
                let fields: HTTPFields = ["X-Forwarded-For": forwarded]
                return try await rig.send(.post, "/api/login", login, as: fields, from: "192.0.2.7").status
            }
            for index in 0..<5 {
                #expect(try await attempt("198.51.100.\(index), 203.0.113.9, 10.1.2.3", "guess") == 401)
            }
            #expect(try await attempt("203.0.113.9", "correct horse") == 429)
            #expect(try await attempt("203.0.113.10:4711", "correct horse") == 200)
        }
    }

    @Test func anIPv6CustomerCountsAsOne() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            func attempt(_ address: String, _ password: String) async throws -> Int {
                let login = LoginRequest(name: "ann", password: password)
                return try await rig.send(.post, "/api/login", login, as: [:], from: address).status
            }
            for index in 1...5 { #expect(try await attempt("2001:db8:1:2::\(index)", "guess") == 401) }
            #expect(try await attempt("2001:db8:1:2:ffff::9", "correct horse") == 429)
            #expect(try await attempt("2001:db8:1:3::1", "correct horse") == 200)
        }
    }

    @Test func linksNameTheAddressThatTheClientSees() async throws {
        try await proxied { (rig: Rig) async throws in
            let fields: HTTPFields = [
                "Remote-User": "ann", "Host": "127.0.0.1:8099", "X-Forwarded-Host": "pods.example.org",
                "X-Forwarded-Proto": "https",
            ]
            let link = try await rig.send(.post, "/api/links", as: fields, from: "192.0.2.7").json(OneUseLink.self)
            #expect(link.url.hasPrefix("https://pods.example.org/#token="))
        }
    }

    /// A proxy that names itself to the server still has the page's own requests through.
    @Test func theForwardedHostIsTheOwnSiteFromATrustedProxyOnly() async throws {
        try await proxied { (rig: Rig) async throws in
            let fields: HTTPFields = [
                "Remote-User": "ann", "Host": "127.0.0.1:8099", "X-Forwarded-Host": "pods.example.org",
                "Origin": "https://pods.example.org", "Sec-Fetch-Site": "same-origin",
            ]
            let own = try await rig.send(.post, "/api/feeds/all/refresh", as: fields, from: "192.0.2.7")
            #expect(own.status == 202)
            let other = try await rig.send(.post, "/api/feeds/all/refresh", as: fields, from: "192.0.2.9")
            #expect(other.status == 403)
        }
    }

    @Test(arguments: ["", "home", "10.0.0.0/33", "10.0.0/8", "::1/129", "10.0.0.1/x", "0.0.0.0/0", "::/0"])
    func whatIsNoNetworkIsNamed(text: String) {
        #expect(throws: InvalidNetwork.self) { try TrustedNetwork(text) }
    }
}
