import Essentials
import Foundation
import PodcastAPI

extension Accounts {
    /// The browsers where a user is signed in.
    func sessions(of identity: Identity) async throws -> [Session] {
        try await store.sessions(of: identity.user.id, now: now()).map { record in
            Session(
                id: Self.publicID(record),
                current: record.tokenHash == identity.sessionHash,
                agent: record.userAgent,
                created: record.created,
                lastSeen: record.lastSeen,
                expires: record.expires
            )
        }
    }

    /// Ends one of a user's sessions.
    ///
    /// - Throws: ``APIFailure`` with 404.
    func endSession(_ id: String, of identity: Identity) async throws {
        let all = try await store.sessions(of: identity.user.id, now: now())
        guard let session = all.first(where: { Self.publicID($0) == id }) else { throw APIFailure.notFound("session") }
        try await store.removeSession(tokenHash: session.tokenHash)
    }

    /// Ends every session of a user but the one that asks, those of programs that synchronise too.
    func endOtherSessions(of identity: Identity) async throws {
        try await store.removeSessions(of: identity.user.id, keeping: identity.sessionHash)
    }

    /// A name for a session that tells nothing about its secret: a digest of the stored digest.
    private static func publicID(_ record: SessionRecord) -> String {
        SHA256Digest.of(record.tokenHash).prefix(12).hexadecimal
    }
}
