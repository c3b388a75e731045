import Essentials
import Foundation
import HTTP
import PodcastAPI

/// Who may use the server: the first administrator, passwords, one-use links and sessions.
///
/// Secrets exist in the clear only in the message that carries them: the store has digests of tokens and scrypt hashes
/// of passwords.
actor Accounts {
    /// Somebody who just signed in, with the token for the cookie.
    struct SignedIn: Sendable {
        var user: UserRecord
        var token: String
    }

    /// How long a session lives without being used; a podcast player on a phone should not ask for passwords.
    static let sessionLifetime: TimeInterval = 365 * 24 * 3600
    /// How long a printed link works: long enough to walk to another device.
    static let linkLifetime: TimeInterval = 24 * 3600
    /// How often a session's last use is written down.
    private static let touchInterval: TimeInterval = 3600
    /// Password checks at once: each takes 32 MiB and a core for a moment.
    private static let maximumChecks = 3

    private let store: PodcastStore
    private let cost: PasswordHash.Cost
    private let now: @Sendable () -> Date
    private var byAddress = AttemptLimiter()
    // More patient by name than by address: otherwise anybody could lock the owner out from anywhere.
    private var byName = AttemptLimiter(freeFailures: 50)
    private var checksUnderWay = 0
    /// What a password is compared with when no user has the name, so that both cases take the same time.
    private var decoy: PasswordHash?

    init(store: PodcastStore, cost: PasswordHash.Cost = .standard, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.cost = cost
        self.now = now
    }

    /// A fresh token for the link that sets the administrator's password; `nil` once there is an administrator.
    func makeSetupToken() async throws -> String? {
        guard try await store.needsSetup() else { return nil }
        return try await makeLink(.setup, user: nil)
    }

    /// A fresh token for a link that signs the administrator in once; `nil` while there is none.
    func makeSignInToken() async throws -> String? {
        guard let administrator = try await store.administrator() else { return nil }
        return try await makeLink(.signIn, user: administrator.id)
    }

    /// Creates the administrator.
    ///
    /// - Throws: ``APIFailure``.
    func setUp(_ setup: SetupRequest, from client: Client) async throws -> SignedIn {
        try checkAttempts(name: nil, client)
        guard Self.isName(setup.name) else {
            throw APIFailure.badRequest("A name has 1 to 64 letters, digits or any of . _ - + @.")
        }
        guard (8...1024).contains(setup.password.count) else {
            throw APIFailure.badRequest("The password needs at least 8 characters.")
        }
        guard try await store.isValidLink(tokenHash: Self.digest(setup.token), purpose: .setup, now: now()) else {
            throw failAttempt(name: nil, client, "This link is used up or too old; restart the server for a new one.")
        }
        guard let hash = try await check({ [cost] in await PasswordHash.make(setup.password, cost: cost) }) else {
            throw APIFailure(.internalServerError, .internalError, "The password could not be stored; try again.")
        }
        do {
            let user = try await store.setUp(
                tokenHash: Self.digest(setup.token),
                name: setup.name,
                passwordHash: hash.text,
                now: now()
            )
            return try await openSession(user, client)
        } catch StoreError.linkInvalid {
            throw failAttempt(name: nil, client, "This link is used up; sign in instead.")
        } catch StoreError.nameTaken {
            throw APIFailure.badRequest("This name is taken; choose another.")
        }
    }

    /// Signs in with a password or a one-use link.
    ///
    /// - Throws: ``APIFailure``: the same words whatever was wrong.
    func logIn(_ login: LoginRequest, from client: Client) async throws -> SignedIn {
        if let token = login.token {
            try checkAttempts(name: nil, client)
            do {
                let user = try await store.useSignInLink(tokenHash: Self.digest(token), now: now())
                return try await openSession(user, client)
            } catch StoreError.linkInvalid {
                throw failAttempt(name: nil, client, "This link is used up or too old.")
            }
        }
        guard let name = login.name, let password = login.password, password.count <= 1024 else {
            throw APIFailure.badRequest("Send a name with a password, or a token.")
        }
        try checkAttempts(name: name, client)
        let user = try await store.user(named: name)
        let stored = user?.passwordHash.flatMap { PasswordHash(text: $0) }
        let hash = if let stored { stored } else { try await decoyHash() }
        let matches = try await check { await hash.matches(password) }
        guard matches, let user, user.passwordHash != nil else {
            throw failAttempt(name: name, client, "The name or the password is wrong.")
        }
        byName.recordSuccess(Self.key(name))
        byAddress.recordSuccess(client.address)
        return try await openSession(user, client)
    }

    /// The user of a session's token; `nil` when it is unknown or has ended.
    func user(ofSession token: String) async throws -> UserRecord? {
        let time = now()
        guard let session = try await store.session(tokenHash: Self.digest(token), now: time) else { return nil }
        if time.timeIntervalSince(session.lastSeen) > Self.touchInterval {
            try await store.touchSession(
                tokenHash: Self.digest(token),
                now: time,
                expires: time.addingTimeInterval(Self.sessionLifetime)
            )
        }
        return session.user
    }

    /// Whether the server has been set up.
    func hasAdministrator() async throws -> Bool { try await !store.needsSetup() }

    /// Adds an administrator without a password where there is none: links are the only way in.
    func createDemoAdministrator() async throws {
        guard try await store.needsSetup() else { return }
        _ = try await store.addUser(name: "demo", passwordHash: nil, isAdministrator: true, now: now())
    }

    /// Ends a session.
    func logOut(_ token: String) async throws {
        try await store.removeSession(tokenHash: Self.digest(token))
    }
}

extension Accounts {
    /// Where an attempt comes from.
    struct Client: Sendable {
        var address: String
        /// The User-Agent, shown in the list of sessions.
        var agent: String?
    }

    private func makeLink(_ purpose: LinkPurpose, user: Int64?) async throws -> String {
        let token = secureRandomBytes(24).base64URL
        try await store.addLink(
            tokenHash: Self.digest(token),
            purpose: purpose,
            user: user,
            now: now(),
            expires: now().addingTimeInterval(Self.linkLifetime)
        )
        return token
    }

    private func openSession(_ user: UserRecord, _ client: Client) async throws -> SignedIn {
        let token = secureRandomBytes(32).base64URL
        let time = now()
        try await store.addSession(
            tokenHash: Self.digest(token),
            user: user.id,
            userAgent: client.agent ?? "",
            now: time,
            expires: time.addingTimeInterval(Self.sessionLifetime)
        )
        return SignedIn(user: user, token: token)
    }

    /// Runs an expensive check unless too many are under way.
    private func check<Value: Sendable>(_ work: @Sendable () async -> Value) async throws -> Value {
        guard checksUnderWay < Self.maximumChecks else { throw Self.tooMany(wait: 2) }
        checksUnderWay += 1
        defer { checksUnderWay -= 1 }
        return await work()
    }

    private func decoyHash() async throws -> PasswordHash {
        if let decoy { return decoy }
        let hash = await PasswordHash.make(secureRandomBytes(16).base64URL, cost: cost)
        guard let hash else { throw APIFailure(.internalServerError, .internalError, "Signing in failed; try again.") }
        decoy = hash
        return hash
    }

    private func checkAttempts(name: String?, _ client: Client) throws {
        let time = now()
        let wait = max(
            byAddress.wait(for: client.address, now: time),
            name.map { byName.wait(for: Self.key($0), now: time) } ?? 0
        )
        guard wait == 0 else { throw Self.tooMany(wait: wait) }
    }

    private func failAttempt(name: String?, _ client: Client, _ message: String) -> APIFailure {
        byAddress.recordFailure(client.address, now: now())
        if let name { byName.recordFailure(Self.key(name), now: now()) }
        return APIFailure(.unauthorized, .wrongCredentials, message)
    }

    private static func tooMany(wait: TimeInterval) -> APIFailure {
        let seconds = Int(wait.rounded(.up))
        var failure = APIFailure(
            .tooManyRequests,
            .tooManyAttempts,
            "Too many attempts; try again in \(seconds) seconds."
        )
        failure.fields["Retry-After"] = "\(seconds)"
        return failure
    }

    private static func digest(_ token: String) -> [UInt8] { SHA256Digest.of(token) }

    /// Names compare without case; a hostile name of a megabyte is not kept.
    private static func key(_ name: String) -> String { String(name.lowercased().prefix(64)) }

    private static func isName(_ name: String) -> Bool {
        (1...64).contains(name.count) && name.allSatisfy { $0.isLetter || $0.isNumber || "._-+@".contains($0) }
    }
}
