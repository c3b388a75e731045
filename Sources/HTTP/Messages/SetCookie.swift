/// A cookie as a server sets it (RFC 6265 section 4.1).
///
/// The defaults are the strictest that still work for a page's session.
public struct SetCookie: Sendable, Equatable, CustomStringConvertible {
    /// When a browser sends a cookie with requests that another site caused.
    public enum SameSite: String, Sendable {
        /// Never.
        case strict = "Strict"
        /// With links that are followed.
        case lax = "Lax"
        /// Always; browsers ask for `Secure` then.
        case none = "None"
    }

    /// The name.
    public let name: String
    /// The value.
    public let value: String
    /// The path below which it is sent.
    public var path = "/"
    /// How long it is kept; `nil` until the browser is closed, zero removes it.
    public var maximumAge: Duration?
    /// Whether it is sent over TLS only.
    public var isSecure = false
    /// Whether scripts cannot read it.
    public var isHTTPOnly = true
    /// What other sites' requests carry.
    public var sameSite: SameSite = .lax

    /// A cookie for this host.
    ///
    /// - Returns: `nil` where the name is no token or the value has a byte that a cookie may not have (blanks, quotes, commas,
    ///   semicolons, backslashes, controls, anything outside ASCII): encode such values first.
    public init?(name: String, value: String) {
        guard name.isToken, value.utf8.allSatisfy(Self.mayStand) else { return nil }
        self.name = name
        self.value = value
    }

    private static func mayStand(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\",;\\".utf8.contains(byte)
    }

    /// The value of a `Set-Cookie` field.
    public var description: String {
        let safePath = String(
            decoding: path.utf8.filter { $0 != UInt8(ascii: ";") && $0 >= 0x20 && $0 != 0x7F },
            as: UTF8.self
        )
        var text = "\(name)=\(value); Path=\(safePath)"
        if let maximumAge { text += "; Max-Age=\(max(0, maximumAge.components.seconds))" }
        if isSecure { text += "; Secure" }
        if isHTTPOnly { text += "; HttpOnly" }
        return text + "; SameSite=\(sameSite.rawValue)"
    }
}
