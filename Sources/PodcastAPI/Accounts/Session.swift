public import Foundation

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
    /// How somebody is signed in.
    public enum Access: String, Codable, Sendable {
        /// By the page's cookie.
        case session
        /// By an API token; account, users and tokens can't be changed with one.
        case token
        /// By the reverse proxy in front: signing out happens there.
        case proxy
    }

    /// The user's number as text.
    public var id: String
    /// The user's name.
    public var name: String
    /// Whether the user may administer the server.
    public var administrator: Bool
    /// Whether there is a password: one who came by a link or a proxy may set the first without an old one.
    public var password: Bool
    /// How this request was signed in.
    public var access: Access
    /// Unread entries over all subscriptions.
    public var unread: Int
    /// The server's version.
    public var version: String

    /// Makes an answer.
    public init(
        id: String,
        name: String,
        administrator: Bool,
        password: Bool = true,
        access: Access = .session,
        unread: Int,
        version: String
    ) {
        self.id = id
        self.name = name
        self.administrator = administrator
        self.password = password
        self.access = access
        self.unread = unread
        self.version = version
    }
}

/// A signed-in browser: one of `GET /api/sessions`.
public struct Session: Codable, Sendable, Equatable {
    /// Names the session; it is not its secret.
    public var id: String
    /// Whether it is the one that asks.
    public var current: Bool
    /// What the browser or app called itself when it signed in; may be empty.
    public var agent: String
    /// When it signed in.
    public var created: Date
    /// When it was last used, to the hour.
    public var lastSeen: Date
    /// When it ends unless it is used.
    public var expires: Date

    /// Describes a session.
    public init(id: String, current: Bool, agent: String, created: Date, lastSeen: Date, expires: Date) {
        self.id = id
        self.current = current
        self.agent = agent
        self.created = created
        self.lastSeen = lastSeen
        self.expires = expires
    }
}

/// `GET /api/sessions`.
public struct SessionList: Codable, Sendable, Equatable {
    /// The user's sessions, the last used first.
    public var sessions: [Session]

    /// Makes a list.
    public init(sessions: [Session]) { self.sessions = sessions }
}
