public import Foundation

/// A key for a program: one of `GET /api/tokens`.
///
/// Its secret is shown once and kept as a digest.
public struct APIToken: Codable, Sendable, Equatable {
    /// Names the token: the beginning of its secret, `ta_` and eight characters, to recognise it by.
    public var id: String
    /// What its owner called it.
    public var name: String
    /// When it was made.
    public var created: Date
    /// When it was last used, to the hour; absent before the first time.
    public var lastUsed: Date?

    /// Describes a token.
    public init(id: String, name: String, created: Date, lastUsed: Date? = nil) {
        self.id = id
        self.name = name
        self.created = created
        self.lastUsed = lastUsed
    }
}

/// `GET /api/tokens`.
public struct APITokenList: Codable, Sendable, Equatable {
    /// The user's tokens, the newest first.
    public var tokens: [APIToken]

    /// Makes a list.
    public init(tokens: [APIToken]) { self.tokens = tokens }
}

/// `POST /api/tokens`.
public struct NewAPIToken: Codable, Sendable, Equatable {
    /// What to call it, 1 to 100 characters.
    public var name: String

    /// Makes a request.
    public init(name: String) { self.name = name }
}

/// The answer to ``NewAPIToken``: the only time that the secret is shown.
public struct CreatedAPIToken: Codable, Sendable, Equatable {
    /// The token as the list shows it.
    public var token: APIToken
    /// What a program sends as `Authorization: Bearer …`, or as the password of Basic to the gpodder addresses.
    public var secret: String

    /// Makes an answer.
    public init(token: APIToken, secret: String) {
        self.token = token
        self.secret = secret
    }
}
