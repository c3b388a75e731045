/// A cookie as a client sends it back (RFC 6265 section 4.2).
public struct Cookie: Sendable, Equatable {
    /// The name.
    public var name: String
    /// The value, without the quotes that may surround it.
    public var value: String

    /// Pairs a name with a value.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// The cookies of a `Cookie` field's value, in order; parts without `=` or a name are left out.
    public static func parse(_ field: String) -> [Cookie] {
        field.split(separator: ";").compactMap { part in
            guard let equals = part.firstIndex(of: "=") else { return nil }
            let name = part[..<equals].trimmingBlanks
            guard name.isToken else { return nil }
            return Cookie(name: String(name), value: part[part.index(after: equals)...].trimmingBlanks.unquoted)
        }
    }
}

extension HTTPFields {
    /// All cookies of a request.
    ///
    /// Of two with one name the first is of the longer path, so take the first.
    public var cookies: [Cookie] { values(of: "Cookie").flatMap(Cookie.parse) }

    /// The first cookie's value of that name.
    public func cookie(_ name: String) -> String? { cookies.first { $0.name == name }?.value }
}
