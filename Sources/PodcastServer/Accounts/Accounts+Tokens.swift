import Essentials
import Foundation
import HTTP
import PodcastAPI

extension Accounts {
    /// What every API token begins with, so that people and scanners for leaked secrets recognise one.
    static let tokenPrefix = "ta_"
    private static let idLength = tokenPrefix.count + 8

    /// Makes an API token; the secret is in the answer and nowhere else.
    ///
    /// - Throws: ``APIFailure`` with 400 for a name of a wrong length, ``StoreError/tooManyTokens``.
    func makeToken(named name: String, for user: UserRecord) async throws -> CreatedAPIToken {
        let name = name.trimmingBlanks
        guard (1...100).contains(name.count), name.utf8.count <= 1_000 else {
            throw APIFailure.badRequest("A token's name has 1 to 100 characters.")
        }
        let secret = Self.tokenPrefix + secureRandomBytes(38).base64URL
        let record = try await store.addToken(
            id: String(secret.prefix(Self.idLength)),
            hash: Self.digest(secret),
            user: user.id,
            name: name,
            now: now()
        )
        return CreatedAPIToken(token: APIToken(record), secret: secret)
    }

    /// A user's tokens.
    func tokens(of user: UserRecord) async throws -> [APIToken] {
        try await store.tokens(of: user.id).map(APIToken.init)
    }

    /// Revokes a token.
    ///
    /// - Throws: ``StoreError/noSuchToken``.
    func revokeToken(_ id: String, of user: UserRecord) async throws {
        try await store.removeToken(id, of: user.id)
    }

    /// The user of an API token.
    ///
    /// - Throws: ``APIFailure`` with 401, or 429 after many that nobody has.
    func identity(ofToken secret: String, from client: Client) async throws -> Identity {
        guard secret.utf8.count <= 200, let found = try await store.token(hash: Self.digest(secret)) else {
            throw failToken(client, Self.wrongToken)
        }
        let time = now()
        if found.token.lastUsed.map({ time.timeIntervalSince($0) > Self.touchInterval }) ?? true {
            try await store.touchToken(found.token.id, now: time)
        }
        try await noteUse(found.user)
        return Identity(user: found.user, proof: .token(found.token.id))
    }

    private static var wrongToken: APIFailure {
        var failure = APIFailure(
            .unauthorized,
            .wrongCredentials,
            "This token is not valid here; it may have been revoked."
        )
        // RFC 6750 section 3.
        failure.fields["WWW-Authenticate"] = "Bearer realm=\"Tonearm\", error=\"invalid_token\""
        return failure
    }
}

extension APIToken {
    /// A stored token as the list shows it.
    init(_ record: APITokenRecord) {
        self.init(id: record.id, name: record.name, created: record.created, lastUsed: record.lastUsed)
    }
}
