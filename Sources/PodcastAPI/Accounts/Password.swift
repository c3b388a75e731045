/// `PUT /api/me/password`: a new password for oneself; ends every other session.
public struct PasswordChange: Codable, Sendable, Equatable {
    /// The password so far; absent only where there is none.
    public var current: String?
    /// 8 to 1,024 characters.
    public var new: String

    /// Makes a request.
    public init(current: String?, new: String) {
        self.current = current
        self.new = new
    }
}

/// `POST /api/password`: a password for the user whom a `#password=` link was made for; signs in.
public struct PasswordReset: Codable, Sendable, Equatable {
    /// The part behind `#password=` of the link.
    public var token: String
    /// 8 to 1,024 characters.
    public var password: String

    /// Makes a request.
    public init(token: String, password: String) {
        self.token = token
        self.password = password
    }
}
