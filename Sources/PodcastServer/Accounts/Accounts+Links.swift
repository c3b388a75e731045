import Essentials
import Foundation
import PodcastAPI

extension Accounts {
    /// How long a printed link works: long enough to walk to another device.
    static let printedLinkLifetime: TimeInterval = 24 * 3600
    /// How long a link works that signs another device in: it is scanned at once.
    static let signInLinkLifetime: TimeInterval = 15 * 60
    /// How long a link works that sets a password: it is sent to somebody.
    static let passwordLinkLifetime: TimeInterval = 7 * 24 * 3600

    /// A fresh token for the link that sets the administrator's password; `nil` once there is an administrator.
    func makeSetupToken() async throws -> String? {
        guard try await store.needsSetup() else { return nil }
        return try await makeLink(.setup, user: nil, Self.printedLinkLifetime).token
    }

    /// A fresh token for a link that signs the administrator in once; `nil` while there is none.
    func makeSignInToken() async throws -> String? {
        guard let administrator = try await store.administrator() else { return nil }
        return try await makeLink(.signIn, user: administrator.id, Self.printedLinkLifetime).token
    }

    /// A link for a user below the server's own address.
    ///
    /// - Parameter base: scheme and host as the asker sees them.
    func makeLink(_ purpose: OneUseLink.Purpose, user: Int64, base: String) async throws -> OneUseLink {
        switch purpose {
        case .signIn:
            let link = try await makeLink(.signIn, user: user, Self.signInLinkLifetime)
            return OneUseLink(purpose: purpose, url: "\(base)/#token=\(link.token)", expires: link.expires)
        case .password:
            let link = try await makeLink(.password, user: user, Self.passwordLinkLifetime)
            return OneUseLink(purpose: purpose, url: "\(base)/#password=\(link.token)", expires: link.expires)
        }
    }

    private func makeLink(
        _ purpose: LinkPurpose,
        user: Int64?,
        _ lifetime: TimeInterval
    ) async throws -> (token: String, expires: Date) {
        let token = secureRandomBytes(24).base64URL
        let expires = now().addingTimeInterval(lifetime)
        try await store.addLink(
            tokenHash: Self.digest(token),
            purpose: purpose,
            user: user,
            now: now(),
            expires: expires
        )
        return (token, expires)
    }
}
