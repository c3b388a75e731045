import Essentials
import Foundation
import HTTP
import PodcastAPI

/// Who may use the server: users and their passwords, one-use links, sessions and API tokens.
///
/// Secrets exist in the clear only in the message that carries them: the store has digests of tokens and scrypt hashes
/// of passwords. What a request proves is read by ``Authenticator``.
actor Accounts {
    /// Somebody who just signed in, with the token for the cookie.
    struct SignedIn: Sendable {
        var user: UserRecord
        var token: String
    }

    /// Where an attempt comes from.
    struct Client: Sendable {
        var address: String
        /// The User-Agent, shown in the list of sessions.
        var agent: String?
    }

    /// How long a session lives without being used; a podcast player on a phone should not ask for passwords.
    static let sessionLifetime: TimeInterval = 365 * 24 * 3600
    /// How long a session of a program that synchronises lives: the program has the password at hand.
    static let syncSessionLifetime: TimeInterval = 30 * 24 * 3600
    /// How often it is written down that a session, a token or a user is in use.
    static let touchInterval: TimeInterval = 3600
    /// Password checks at once: each takes 32 MiB and a core for a moment.
    static let maximumChecks = 3

    let store: PodcastStore
    let cost: PasswordHash.Cost
    let now: @Sendable () -> Date
    var byAddress = AttemptLimiter()
    // More patient by name than by address: otherwise anybody could lock the owner out from anywhere.
    var byName = AttemptLimiter(freeFailures: 50)
    /// Wrong tokens and assertions, by address; they can't be guessed, so this only keeps noise down.
    var byToken = AttemptLimiter(freeFailures: 20)
    var checksUnderWay = 0
    /// What a password is compared with when no user has the name, so that both cases take the same time.
    var decoy: PasswordHash?
    /// Passwords that came with a request lately, for programs that send theirs each time.
    var verified = VerifiedPasswords()
    /// Sessions that programs were given lately.
    var syncSessions = RecentSyncSessions()
    /// Programs that ask to be let in, by address.
    var byFlow = AttemptLimiter(freeFailures: 30)

    init(store: PodcastStore, cost: PasswordHash.Cost = .standard, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.cost = cost
        self.now = now
    }

    /// Whether the server has been set up.
    func hasAdministrator() async throws -> Bool { try await !store.needsSetup() }

    /// Adds an administrator without a password where there is none: links are the only way in.
    func createDemoAdministrator() async throws {
        guard try await store.needsSetup() else { return }
        _ = try await store.addUser(name: "demo", passwordHash: nil, isAdministrator: true, now: now())
    }

    static func digest(_ token: String) -> [UInt8] { SHA256Digest.of(token) }
}
