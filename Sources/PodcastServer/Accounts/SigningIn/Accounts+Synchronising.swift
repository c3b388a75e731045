import Essentials
import Foundation
import HTTP

extension Accounts {
    /// Whether a text has the form of an API token, so that it is looked for among those only.
    static func isToken(_ text: String) -> Bool {
        text.hasPrefix(tokenPrefix) && text.utf8.count == tokenPrefix.utf8.count + 51
    }

    /// The user of a name and a password, for programs that send both with every request: a password that was right a moment ago
    /// is not hashed again.
    ///
    /// - Throws: ``APIFailure``.
    func verifyOften(_ name: String, _ password: String, _ client: Client) async throws -> UserRecord {
        if password.utf8.count <= 4096, let user = try await store.user(named: name), !user.isDisabled,
            let hash = user.passwordHash, verified.contains(password, storedHash: hash, now: now())
        {
            return user
        }
        let user = try await verify(name, password, client)
        // The hash may just have been made stronger.
        if let hash = try await store.user(id: user.id)?.passwordHash {
            verified.insert(password, storedHash: hash, now: now())
        }
        return user
    }

    /// Ends a program's session; the page's are ended elsewhere.
    func endSyncSession(_ token: String) async throws {
        guard try await session(token, .sync) != nil else { return }
        try await logOut(token)
    }

    /// The token of a session for a program that has sent its secret: the one it was given a moment ago, or a new one.
    func syncSession(
        _ user: UserRecord,
        secret: String,
        apiToken: String?,
        _ client: Client
    ) async throws -> String {
        let key = syncSessions.key(user.id, client.agent ?? "", secret)
        if let known = syncSessions.token(for: key, now: now()),
            let session = try await session(known, .sync), session.user.id == user.id
        {
            return known
        }
        let token = try await openSession(user, .sync, apiToken: apiToken, client).token
        syncSessions.insert(token, for: key, now: now())
        return token
    }
}

/// Sessions that programs were given lately, so that one that signs in for every request does not open a thousand.
struct RecentSyncSessions: Sendable {
    static let lifetime: TimeInterval = 600
    static let capacity = 500

    private let salt = secureRandomBytes(32)
    private var sessions: [[UInt8]: (token: String, until: Date)] = [:]

    /// What a program is known by, without its secret.
    func key(_ user: Int64, _ agent: String, _ secret: String) -> [UInt8] {
        var digest = SHA256Digest()
        digest.update(salt)
        digest.update(SHA256Digest.of("\(user)\n\(agent)"))
        digest.update(Array(secret.utf8))
        return digest.finish()
    }

    func token(for key: [UInt8], now: Date) -> String? {
        sessions[key].flatMap { $0.until > now ? $0.token : nil }
    }

    mutating func insert(_ token: String, for key: [UInt8], now: Date) {
        if sessions.count >= Self.capacity {
            sessions = sessions.filter { $0.value.until > now }
            if sessions.count >= Self.capacity { sessions = [:] }
        }
        sessions[key] = (token, now.addingTimeInterval(Self.lifetime))
    }
}
