import Essentials
import Foundation
import HTTP
import PodcastAPI

/// Nextcloud's login flow, version 2: a program asks to be let in, a person allows it on a page, the program gets an API token
/// as its password.
struct NextcloudLoginRoutes: Sendable {
    /// How long a program waits.
    static let lifetime: TimeInterval = 20 * 60
    private static let base = "/index.php/login/v2"
    private static let maximumForm: Int64 = 16 * 1024

    let authenticator: Authenticator
    let store: PodcastStore
    let now: @Sendable () -> Date

    private var accounts: Accounts { authenticator.accounts }

    func add(to routes: inout SyncRoutes) {
        routes.open(.post, Self.base) { request, _ in try await begin(request) }
        routes.open(.post, "\(Self.base)/poll") { request, _ in try await poll(request) }
        routes.open(.get, "\(Self.base)/flow/{flow}") { request, parameters in
            try await show(request, parameters["flow"])
        }
        routes.open(.post, "\(Self.base)/flow/{flow}") { request, parameters in
            try await decide(request, parameters["flow"])
        }
    }

    private func begin(_ request: HTTPServerRequest) async throws -> HTTPServerResponse {
        try await accounts.countFlow(authenticator.client(request))
        let (poll, flow) = (secureRandomBytes(32).base64URL, secureRandomBytes(32).base64URL)
        try await store.addLoginFlow(
            poll: SHA256Digest.of(poll),
            flow: SHA256Digest.of(flow),
            agent: request.fields["User-Agent"] ?? "",
            now: now(),
            expires: now().addingTimeInterval(Self.lifetime)
        )
        let base = authenticator.proxies.base(request)
        return try SyncJSON.response([
            "poll": ["token": poll, "endpoint": "\(base)\(Self.base)/poll"],
            "login": "\(base)\(Self.base)/flow/\(flow)",
        ])
    }

    /// 404 until somebody has decided.
    private func poll(_ request: HTTPServerRequest) async throws -> HTTPServerResponse {
        let token = try await Self.form(request)["token"] ?? request.query("token") ?? ""
        guard let done = try await store.takeLoginFlow(poll: SHA256Digest.of(token), now: now()) else {
            throw APIFailure.notFound("login")
        }
        let name = done.agent.isEmpty ? "App" : String(done.agent.prefix(100))
        let made = try await accounts.makeToken(named: name, for: done.user)
        return try SyncJSON.response([
            "server": authenticator.proxies.base(request), "loginName": done.user.name, "appPassword": made.secret,
        ])
    }

    private func show(_ request: HTTPServerRequest, _ flow: String) async throws -> HTTPServerResponse {
        guard let agent = try await store.loginFlowAgent(flow: SHA256Digest.of(flow), now: now()) else {
            return LoginFlowPage.over.response
        }
        if let user = try await person(request) { return LoginFlowPage.allow(agent: agent, name: user.name).response }
        return LoginFlowPage.signIn(agent: agent, message: nil).response
    }

    /// Lets the program in as the one who is signed in, or whose password was sent along.
    private func decide(_ request: HTTPServerRequest, _ flow: String) async throws -> HTTPServerResponse {
        let digest = SHA256Digest.of(flow)
        guard let agent = try await store.loginFlowAgent(flow: digest, now: now()) else {
            return LoginFlowPage.over.response
        }
        let form = try await Self.form(request)
        let user: UserRecord
        if let name = form["name"], let password = form["password"] {
            do {
                user = try await accounts.verify(name, password, authenticator.client(request))
            } catch let failure as APIFailure {
                var response = LoginFlowPage.signIn(agent: agent, message: failure.body.message).response
                response.status = failure.status
                return response
            }
        } else if let person = try await person(request) {
            user = person
        } else {
            return LoginFlowPage.signIn(agent: agent, message: nil).response
        }
        do {
            try await store.allowLoginFlow(flow: digest, user: user.id, now: now())
        } catch StoreError.linkInvalid {
            return LoginFlowPage.over.response
        }
        return LoginFlowPage.done(agent: agent).response
    }

    /// Who sits at the browser; an API token is no person.
    private func person(_ request: HTTPServerRequest) async throws -> UserRecord? {
        guard request.bearerToken == nil else { return nil }
        return try await authenticator.identity(of: request)?.user
    }

    /// The pairs of a form (`application/x-www-form-urlencoded`).
    private static func form(_ request: HTTPServerRequest) async throws -> [String: String] {
        let text = String(decoding: try await request.body.collect(upTo: maximumForm), as: UTF8.self)
        var pairs: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2 else { continue }
            let decoded = sides.map { $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? "" }
            pairs[decoded[0]] = decoded[1]
        }
        return pairs
    }
}

extension Accounts {
    /// Counts a program that asks to be let in: anybody can, so one address may not do it without end.
    ///
    /// - Throws: ``APIFailure`` with 429.
    func countFlow(_ client: Client) throws {
        let wait = byFlow.wait(for: client.address, now: now())
        guard wait == 0 else { throw Self.tooMany(wait: wait) }
        byFlow.recordFailure(client.address, now: now())
    }
}
