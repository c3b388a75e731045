import Essentials
import Foundation
import HTTP
import PodcastAPI

extension Accounts {
    /// Creates the administrator.
    ///
    /// - Throws: ``APIFailure``.
    func setUp(_ setup: SetupRequest, from client: Client) async throws -> SignedIn {
        try checkAttempts(name: nil, client)
        try Self.checkName(setup.name)
        try Self.checkPassword(setup.password)
        guard try await store.isValidLink(tokenHash: Self.digest(setup.token), purpose: .setup, now: now()) else {
            throw failAttempt(name: nil, client, "This link is used up or too old; restart the server for a new one.")
        }
        let hash = try await hash(setup.password)
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
        guard let name = login.name, let password = login.password else {
            throw APIFailure.badRequest("Send a name with a password, or a token.")
        }
        return try await openSession(try await verify(name, password, client), client)
    }

    /// The user of a name and a password.
    ///
    /// - Throws: ``APIFailure``; a disabled account is named as such to its owner only.
    func verify(_ name: String, _ password: String, _ client: Client) async throws -> UserRecord {
        guard password.utf8.count <= 4096 else { throw APIFailure.badRequest("The password is too long.") }
        try checkAttempts(name: name, client)
        let user = try await store.user(named: name)
        let stored = user?.passwordHash.flatMap { PasswordHash(text: $0) }
        let hash = if let stored { stored } else { try await decoyHash() }
        let matches = try await check { await hash.matches(password) }
        guard matches, let user, let stored else {
            throw failAttempt(name: name, client, "The name or the password is wrong.")
        }
        guard !user.isDisabled else {
            throw APIFailure(.forbidden, .accountDisabled, "This account is disabled; ask an administrator.")
        }
        byName.recordSuccess(Self.key(name))
        byAddress.recordSuccess(client.address)
        if stored.cost.isWeaker(than: cost) { try await strengthen(password, user, stored) }
        return user
    }

    /// Opens a session for the page.
    func openSession(_ user: UserRecord, _ client: Client) async throws -> SignedIn {
        try await openSession(user, .page, apiToken: nil, client)
    }

    /// Opens a session.
    ///
    /// - Parameter apiToken: the API token that it was opened with, and ends with.
    func openSession(
        _ user: UserRecord,
        _ kind: SessionKind,
        apiToken: String?,
        _ client: Client
    ) async throws -> SignedIn {
        let token = secureRandomBytes(32).base64URL
        let time = now()
        try await store.addSession(
            tokenHash: Self.digest(token),
            user: user.id,
            kind: kind,
            apiToken: apiToken,
            userAgent: client.agent ?? "",
            now: time,
            expires: time.addingTimeInterval(Self.lifetime(kind))
        )
        try await noteUse(user)
        return SignedIn(user: user, token: token)
    }

    /// The session of a cookie's token; `nil` when it is unknown or has ended.
    func session(_ token: String, _ kind: SessionKind = .page) async throws -> SessionRecord? {
        let time = now()
        let hash = Self.digest(token)
        guard let session = try await store.session(tokenHash: hash, kind: kind, now: time) else { return nil }
        if time.timeIntervalSince(session.lastSeen) > Self.touchInterval {
            try await store.touchSession(
                tokenHash: hash,
                now: time,
                expires: time.addingTimeInterval(Self.lifetime(kind))
            )
        }
        try await noteUse(session.user)
        return session
    }

    /// Ends a session.
    func logOut(_ token: String) async throws {
        try await store.removeSession(tokenHash: Self.digest(token))
    }

    /// Writes down that a user is here, now and then.
    func noteUse(_ user: UserRecord) async throws {
        let time = now()
        if let last = user.lastSeen, time.timeIntervalSince(last) <= Self.touchInterval { return }
        try await store.touchUser(user.id, now: time)
    }

    private static func lifetime(_ kind: SessionKind) -> TimeInterval {
        kind == .page ? sessionLifetime : syncSessionLifetime
    }

    private func decoyHash() async throws -> PasswordHash {
        if let decoy { return decoy }
        let hash = try await hash(secureRandomBytes(16).base64URL)
        decoy = hash
        return hash
    }

    /// Hashes the right password anew where the cost has grown since.
    private func strengthen(_ password: String, _ user: UserRecord, _ stored: PasswordHash) async throws {
        // Signing in must not fail for want of a free core; the next time is as good.
        guard let hash = try? await hash(password) else { return }
        try await store.strengthenPassword(of: user.id, from: stored.text, to: hash.text)
    }
}
