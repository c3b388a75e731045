/// `POST /api/setup`: the first administrator's name and password, proven by the link the terminal printed.
public struct SetupRequest: Codable, Sendable, Equatable {
    /// The part behind `#setup=` of the printed link.
    public var token: String
    /// 1 to 64 letters, digits, `.`, `_`, `-`, `+` or `@`.
    public var name: String
    /// 8 to 1,024 characters.
    public var password: String

    /// Makes a request.
    public init(token: String, name: String, password: String) {
        self.token = token
        self.name = name
        self.password = password
    }
}

/// `POST /api/login`: a name with its password, or the token of a one-use sign-in link.
public struct LoginRequest: Codable, Sendable, Equatable {
    /// The user's name, compared without case.
    public var name: String?
    /// The password.
    public var password: String?
    /// The part behind `#token=` of a sign-in link.
    public var token: String?

    /// Signs in with a password.
    public init(name: String, password: String) {
        self.name = name
        self.password = password
    }

    /// Signs in with a link.
    public init(token: String) { self.token = token }
}

/// `GET /api/me`, and the answer to a login: who is signed in.
public struct Me: Codable, Sendable, Equatable {
    /// The user's name.
    public var name: String
    /// Whether the user may administer the server.
    public var administrator: Bool
    /// Unread entries over all subscriptions.
    public var unread: Int
    /// The server's version.
    public var version: String

    /// Makes an answer.
    public init(name: String, administrator: Bool, unread: Int, version: String) {
        self.name = name
        self.administrator = administrator
        self.unread = unread
        self.version = version
    }
}
