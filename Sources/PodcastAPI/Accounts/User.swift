public import Foundation

/// A user as an administrator sees one: one of `GET /api/admin/users`.
public struct User: Codable, Sendable, Equatable {
    /// A number as text.
    public var id: String
    /// The name, compared without case.
    public var name: String
    /// Whether the user may administer the server.
    public var administrator: Bool
    /// Whether the user is shut out; everything of theirs is kept.
    public var disabled: Bool
    /// Whether there is a password.
    public var password: Bool
    /// When the user was added.
    public var created: Date
    /// When a session of theirs was last used, to the hour; absent for one who never came.
    public var lastSeen: Date?
    /// Subscriptions.
    public var feeds: Int
    /// Browsers signed in.
    public var sessions: Int
    /// API tokens.
    public var tokens: Int

    /// Describes a user.
    public init(id: String, name: String, administrator: Bool, created: Date) {
        self.id = id
        self.name = name
        self.administrator = administrator
        self.created = created
        disabled = false
        password = false
        feeds = 0
        sessions = 0
        tokens = 0
    }
}

/// `GET /api/admin/users`.
public struct UserList: Codable, Sendable, Equatable {
    /// All users by name.
    public var users: [User]

    /// Makes a list.
    public init(users: [User]) { self.users = users }
}

/// `POST /api/admin/users`: adds a user, who sets the password with the link of the answer.
public struct NewUser: Codable, Sendable, Equatable {
    /// 1 to 64 letters, digits, `.`, `_`, `-`, `+` or `@`.
    public var name: String
    /// Whether it is to be an administrator; not when absent.
    public var administrator: Bool?

    /// Makes a request.
    public init(name: String, administrator: Bool? = nil) {
        self.name = name
        self.administrator = administrator
    }
}

/// The answer to ``NewUser``.
public struct CreatedUser: Codable, Sendable, Equatable {
    /// The user.
    public var user: User
    /// The link to give to the user: sets the password, once.
    public var link: OneUseLink

    /// Makes an answer.
    public init(user: User, link: OneUseLink) {
        self.user = user
        self.link = link
    }
}

/// `PATCH /api/admin/users/{id}`: only the keys given change.
public struct UserChange: Codable, Sendable, Equatable {
    /// The new name.
    public var name: String?
    /// Whether the user may administer; the last administrator can't stop being one.
    public var administrator: Bool?
    /// Whether the user is shut out: ends the sessions, tokens rest.
    public var disabled: Bool?

    /// Makes a change.
    public init(name: String? = nil, administrator: Bool? = nil, disabled: Bool? = nil) {
        self.name = name
        self.administrator = administrator
        self.disabled = disabled
    }
}
