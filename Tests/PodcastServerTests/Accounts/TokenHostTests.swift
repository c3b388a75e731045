import HTTP
import PodcastAPI
import Testing

@testable import PodcastServer

/// Under a token host's name only players with a token are served.
@Suite struct TokenHostTests {
    private func tokenHost(_ body: (Rig) async throws -> Void) async throws {
        try await Rig.signedIn(
            configure: { configuration, _ in
                configuration.access.tokenHosts = ["Player.Example"]
                configuration.access.trustedProxies = [try TrustedNetwork("192.0.2.7")]
                configuration.access.userHeader = "Remote-User"
            },
            body
        )
    }

    private static func isForPlayers(_ operation: OpenAPIDocument.Operation) -> Bool {
        if ["/api/feeds", "/api/me"].contains(operation.path) { return operation.method == .get }
        return ["/api/art/", "/api/entries/", "/media/"].contains { operation.path.hasPrefix($0) }
    }

    @Test func everyRouteOfTheDocumentButThePlayersIsRefused() async throws {
        let operations = try OpenAPIDocument().operations
        try await tokenHost { (rig: Rig) async throws in
            try await rig.subscribe()
            let bearer: HTTPFields = [
                "Authorization": "Bearer \(try await rig.token().secret)", "Host": "player.example",
            ]
            let methods: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options, "PROPFIND"]
            for path in Set(operations.map(\.path)) {
                for method in methods {
                    let known = operations.first { $0.path == path && ($0.method == (method == .head ? .get : method)) }
                    let filled = known?.filledPath ?? path.replacing(/\{[^}]*\}/, with: "1")
                    let answer = try await rig.send(method, filled, as: bearer)
                    let isAllowed = known.map(Self.isForPlayers) ?? false
                    #expect((answer.status != 403) == isAllowed, "\(method.rawValue) \(path) gave \(answer.status)")
                    guard !isAllowed, method != .head else { continue }
                    #expect(answer.error?.error == .tokenHost, "\(method.rawValue) \(path)")
                }
            }
            #expect(operations.count { Self.isForPlayers($0) } >= 8)
        }
    }

    @Test(arguments: [
        "/", "/index.html", "/app.js", "/?token=abc", "/nothing", "/api/feeds/1", "/api/feeds/1/entries", "/api/opml",
        "/api/%66eeds/1", "//api/login", "/api/2/auth/ann/login.json", "/api/2/devices/ann.json",
        "/api/2/subscriptions/ann/phone.json", "/subscriptions/ann.json", "/clientconfig.json",
        "/index.php/login/v2", "/index.php/apps/gpoddersync/subscriptions", "/toplist/10.json",
    ])
    func thePageSigningInAndOtherProgramsDoNotExistThere(path: String) async throws {
        try await tokenHost { (rig: Rig) async throws in
            let bearer: HTTPFields = [
                "Authorization": "Bearer \(try await rig.token().secret)", "Host": "player.example",
            ]
            for method in [HTTPMethod.get, .post] {
                #expect(try await rig.send(method, path, as: bearer).status == 403)
                #expect(try await rig.send(method, path, fields: ["Host": "player.example"]).status == 403)
            }
        }
    }

    @Test(arguments: [
        (["Host": "player.example"] as HTTPFields),
        ["Host": "player.example:8099"],
        ["Host": "PLAYER.example."],
        ["Host": "player.example.:443"],
        ["Host": "127.0.0.1:8099", "X-Forwarded-Host": "player.example"],
        ["Host": "home.example, player.example"],
    ])
    func theNameIsKnownHoweverItIsWritten(fields: HTTPFields) async throws {
        try await tokenHost { (rig: Rig) async throws in
            // The cookie of the page is a full sign-in elsewhere; here it is nothing.
            #expect(try await rig.send(.get, "/api/me", fields: fields).status == 403)
            var proxied = fields
            proxied["Remote-User"] = "ann"
            #expect(try await rig.send(.get, "/api/me", fields: proxied, from: "192.0.2.7").status == 403)
            var bearer = fields
            bearer["Authorization"] = "Bearer \(try await rig.token().secret)"
            #expect(try await rig.send(.get, "/api/me", as: bearer).status == 200)
            bearer["Authorization"] = "Bearer ta_wrong"
            #expect(try await rig.send(.get, "/api/me", fields: bearer).status == 401)
        }
    }

    @Test(arguments: ["home.example", "notplayer.example", "player.example.org", "[::1]:8099"])
    func otherNamesServeEverything(host: String) async throws {
        try await tokenHost { (rig: Rig) async throws in
            #expect(try await rig.send(.get, "/api/sessions", fields: ["Host": host]).status == 200)
            #expect(try await rig.send(.get, "/", fields: ["Host": host]).status == 200)
        }
    }

    @Test func theRuleHoldsOverASocket() async throws {
        try await Rig.signedIn(
            .curl,
            configure: { configuration, _ in configuration.access.tokenHosts = ["player.example"] }
        ) { (rig: Rig) async throws in
            let token = try await rig.token().secret
            let fields: HTTPFields = ["Host": "player.example", "Authorization": "Bearer \(token)"]
            #expect(try await rig.send(.get, "/api/feeds", as: fields).status == 200)
            #expect(try await rig.send(.get, "/", as: fields).status == 403)
        }
    }
}
