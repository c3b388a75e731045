/// The header fields of a message: an ordered list whose names compare without case (RFC 9110 section 5).
public struct HTTPFields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// One field line.
    public struct Field: Sendable, Equatable {
        /// The name as sent or received.
        public var name: String
        /// The value without surrounding blanks.
        public var value: String
    }

    /// The field lines in order.
    public private(set) var all: [Field] = []

    /// No fields.
    public init() {}

    /// Fields in the order written.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name, value) }
    }

    /// The value of a field: the lines of that name joined by a comma, `nil` when there is none.
    ///
    /// Setting replaces every line of that name; setting `nil` removes them.
    public subscript(name: String) -> String? {
        get {
            let values = self.values(of: name)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }
        set {
            all.removeAll { Self.equal($0.name, name) }
            if let newValue { append(name, newValue) }
        }
    }

    /// Each line of that name, for fields that must not be joined (`Set-Cookie`).
    public func values(of name: String) -> [String] {
        all.lazy.filter { Self.equal($0.name, name) }.map(\.value)
    }

    /// Adds a line and keeps those already there.
    ///
    /// Line breaks and NUL in a value are replaced by spaces, so that no value can smuggle in another field.
    public mutating func append(_ name: String, _ value: String) {
        let clean =
            value.utf8.contains(where: { $0 == 10 || $0 == 13 || $0 == 0 })
            ? String(decoding: value.utf8.map { $0 == 10 || $0 == 13 || $0 == 0 ? 32 : $0 }, as: UTF8.self)
            : value
        all.append(Field(name: name, value: clean))
    }

    private static func equal(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && zip(left.utf8, right.utf8).allSatisfy { lower($0) == lower($1) }
    }

    private static func lower(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
}
