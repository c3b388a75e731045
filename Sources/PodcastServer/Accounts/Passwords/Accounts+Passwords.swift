import Foundation
import HTTP
import PodcastAPI

extension Accounts {
    /// Replaces one's own password; the other sessions end.
    ///
    /// - Throws: ``APIFailure`` with 401 when the current one is wrong.
    func changePassword(_ change: PasswordChange, of identity: Identity, from client: Client) async throws {
        try Self.checkPassword(change.new)
        if identity.user.passwordHash != nil {
            guard let current = change.current else {
                throw APIFailure.badRequest("Send the current password too.")
            }
            _ = try await verify(identity.user.name, current, client)
        }
        let hash = try await hash(change.new)
        try await store.setPassword(of: identity.user.id, hash: hash.text, keeping: identity.sessionHash)
    }

    /// Sets the password of the user whom a link was made for, and signs in; every other session ends.
    ///
    /// - Throws: ``APIFailure``.
    func resetPassword(_ reset: PasswordReset, from client: Client) async throws -> SignedIn {
        try checkAttempts(name: nil, client)
        try Self.checkPassword(reset.password)
        let token = Self.digest(reset.token)
        // Looked at first: whoever has no link must not make the server hash.
        guard try await store.isValidLink(tokenHash: token, purpose: .password, now: now()) else {
            throw failAttempt(name: nil, client, "This link is used up or too old; ask an administrator for a new one.")
        }
        let hash = try await hash(reset.password)
        do {
            let user = try await store.usePasswordLink(tokenHash: token, passwordHash: hash.text, now: now())
            return try await openSession(user, client)
        } catch StoreError.linkInvalid {
            throw failAttempt(name: nil, client, "This link is used up or too old; ask an administrator for a new one.")
        }
    }

    /// A new hash at today's cost.
    func hash(_ password: String) async throws -> PasswordHash {
        guard let hash = try await check({ [cost] in await PasswordHash.make(password, cost: cost) }) else {
            throw APIFailure(.internalServerError, .internalError, "The password could not be stored; try again.")
        }
        return hash
    }

    /// - Throws: ``APIFailure`` with 400.
    static func checkPassword(_ password: String) throws {
        guard (8...1024).contains(password.count), password.utf8.count <= 4096 else {
            throw APIFailure.badRequest("A password has 8 to 1,024 characters.")
        }
    }

    /// - Throws: ``APIFailure`` with 400.
    static func checkName(_ name: String) throws {
        guard isName(name) else {
            throw APIFailure.badRequest("A name has 1 to 64 letters, digits or any of . _ - + @.")
        }
    }

    static func isName(_ name: String) -> Bool {
        (1...64).contains(name.count) && name.utf8.count <= 256
            && name.allSatisfy { $0.isLetter || $0.isNumber || "._-+@".contains($0) }
    }
}
