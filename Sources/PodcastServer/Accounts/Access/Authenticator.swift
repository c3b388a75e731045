import Essentials
import HTTP
import PodcastAPI

/// Finds out who asks: by API token, by what a trusted proxy says, by a signed assertion, or by the page's cookie.
///
/// An API token that was sent counts alone, right or wrong, so that a request is never somebody else's by a cookie it brings
/// along. Then comes the proxy's word, which stands for who sits at the browser now.
struct Authenticator: Sendable {
    let accounts: Accounts
    let proxies: ProxyTrust
    private let userHeader: String?
    private let createsUsers: Bool
    private let assertions: AssertionVerifier?

    /// - Throws: a `SentenceError` where the keys can't be read.
    init(accounts: Accounts, _ configuration: AccessConfiguration, log: ServerLog) throws {
        self.accounts = accounts
        proxies = ProxyTrust(configuration.trustedProxies)
        userHeader = configuration.userHeader
        createsUsers = configuration.createsUsers
        assertions = try configuration.assertions.map { try AssertionVerifier($0, log: log, now: accounts.now) }
    }

    /// Who asks; `nil` for nobody.
    ///
    /// - Throws: ``APIFailure`` where something was shown that is not valid.
    func identity(of request: HTTPServerRequest) async throws -> Identity? {
        if let token = request.bearerToken {
            return try await accounts.identity(ofToken: token, from: client(request))
        }
        if let name = try assertedName(request) { return try await user(named: name) }
        if let assertions, let token = request.fields[assertions.header] {
            switch await assertions.verify(token) {
            case .success(let name): return try await user(named: name)
            case .failure(let reason):
                let failure = APIFailure(.unauthorized, .wrongCredentials, reason.sentence)
                throw await accounts.failToken(client(request), failure)
            }
        }
        guard let token = request.fields.cookie(SessionRoutes.cookieName) else { return nil }
        guard let session = try await accounts.session(token) else { return nil }
        return Identity(user: session.user, proof: .session(session.tokenHash))
    }

    /// Where an attempt comes from.
    func client(_ request: HTTPServerRequest) -> Accounts.Client {
        Accounts.Client(
            address: Self.network(proxies.clientAddress(request)),
            agent: request.fields["User-Agent"]
        )
    }

    /// What attempts are counted by: an IPv6 customer has a whole network of addresses to come from.
    static func network(_ address: String) -> String {
        guard let parsed = IPAddress(address)?.unmapped, !parsed.isV4 else { return address }
        return parsed.bytes.prefix(8).hexadecimal + "/64"
    }

    /// The name in the trusted proxy's header; `nil` when there is none, or the peer is not trusted.
    private func assertedName(_ request: HTTPServerRequest) throws -> String? {
        guard let userHeader, proxies.isTrusted(request) else { return nil }
        let values = request.fields.values(of: userHeader)
        guard let name = values.first, !name.isEmpty else { return nil }
        // Two lines mean that the proxy passes the client's own on.
        guard values.count == 1 else {
            throw APIFailure(
                .forbidden,
                .wrongCredentials,
                "The proxy named the user more than once; it must remove the header that clients send."
            )
        }
        return name
    }

    private func user(named name: String) async throws -> Identity {
        let user = try await accounts.proxyUser(named: name, creating: createsUsers)
        return Identity(user: user, proof: .proxy)
    }
}

extension Accounts {
    /// The user whom a proxy has signed in.
    ///
    /// - Throws: ``APIFailure`` with 403 for one who is not known here, or disabled.
    func proxyUser(named name: String, creating: Bool) async throws -> UserRecord {
        var user = try await store.user(named: name)
        if user == nil, creating, Self.isName(name) {
            do {
                user = try await store.addUser(name: name, passwordHash: nil, isAdministrator: false, now: now())
            } catch StoreError.nameTaken {
                // Two first requests at once: the other one added the user.
                user = try await store.user(named: name)
            }
        }
        guard let user else {
            throw APIFailure(
                .forbidden,
                .wrongCredentials,
                "You are signed in at the proxy, but have no account here; ask an administrator to add you."
            )
        }
        guard !user.isDisabled else {
            throw APIFailure(.forbidden, .accountDisabled, "This account is disabled; ask an administrator.")
        }
        try await noteUse(user)
        return user
    }
}
