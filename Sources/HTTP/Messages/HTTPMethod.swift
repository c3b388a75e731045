/// A request method (RFC 9110 section 9).
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The method as sent: case-sensitive.
    public let rawValue: String

    /// Takes any token.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Takes any token.
    public init(stringLiteral value: String) { self.rawValue = value }

    /// Transfer a representation.
    public static let get: HTTPMethod = "GET"
    /// The same as GET without the body.
    public static let head: HTTPMethod = "HEAD"
    /// Do what the resource does with a body.
    public static let post: HTTPMethod = "POST"
    /// Replace.
    public static let put: HTTPMethod = "PUT"
    /// Change a part (RFC 5789).
    public static let patch: HTTPMethod = "PATCH"
    /// Remove.
    public static let delete: HTTPMethod = "DELETE"
    /// Ask what is allowed.
    public static let options: HTTPMethod = "OPTIONS"
}
