import PodcastAPI

/// Who asks, and what proved it.
struct Identity: Sendable {
    /// What a request proved its user by.
    enum Proof: Sendable, Equatable {
        /// The page's cookie: the digest of its token.
        case session([UInt8])
        /// An API token: its id.
        case token(String)
        /// A name in a trusted proxy's header, or a signed assertion.
        case proxy
    }

    var user: UserRecord
    var proof: Proof

    /// The digest of the session's token, for one who came by the page's cookie.
    var sessionHash: [UInt8]? {
        if case .session(let hash) = proof { hash } else { nil }
    }

    /// How the page calls it.
    var access: Me.Access {
        switch proof {
        case .session: .session
        case .token: .token
        case .proxy: .proxy
        }
    }
}
