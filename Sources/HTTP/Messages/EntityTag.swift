/// An entity tag (RFC 9110 section 8.8.3): an opaque name of one version of a representation.
public struct EntityTag: Sendable, Equatable, CustomStringConvertible {
    /// Whether versions of this tag may differ in their bytes.
    public var isWeak: Bool
    /// What stands between the quotes.
    public var value: String

    /// Names a version; bytes that may not stand in a tag are left out.
    public init(_ value: String, isWeak: Bool) {
        self.isWeak = isWeak
        self.value = String(decoding: value.utf8.filter(Self.mayStand), as: UTF8.self)
    }

    /// Reads a field's value, quotes included; `nil` for anything else.
    public init?(_ text: String) {
        var rest = text.trimmingBlanks
        isWeak = rest.hasPrefix("W/")
        if isWeak { rest = rest.dropFirst(2) }
        guard rest.utf8.count >= 2, rest.hasPrefix("\""), rest.hasSuffix("\"") else { return nil }
        value = String(rest.dropFirst().dropLast())
        guard value.utf8.allSatisfy(Self.mayStand) else { return nil }
    }

    /// As sent.
    public var description: String { (isWeak ? "W/\"" : "\"") + value + "\"" }

    /// Equal bytes: both strong and the same.
    public func stronglyEquals(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && value == other.value }

    /// Equal meaning: the same, weak or not.
    public func weaklyEquals(_ other: EntityTag) -> Bool { value == other.value }

    private static func mayStand(_ byte: UInt8) -> Bool { byte == 0x21 || (0x23...0x7E).contains(byte) || byte >= 0x80 }
}

/// The value of `If-None-Match` or `If-Match`.
public enum EntityTagCondition: Sendable, Equatable {
    /// `*`: any version at all.
    case any
    /// One of these; members that cannot be read are left out.
    case oneOf([EntityTag])

    /// Reads a field's value.
    public init(_ text: String) {
        if text.trimmingBlanks == "*" {
            self = .any
        } else {
            self = .oneOf(Self.members(text))
        }
    }

    /// Tags may contain commas, and know no escapes, so the list is split here and not as other lists are.
    private static func members(_ text: String) -> [EntityTag] {
        var tags: [EntityTag] = []
        var member: [UInt8] = []
        var quoted = false
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") { quoted.toggle() }
            if byte == UInt8(ascii: ","), !quoted {
                EntityTag(String(decoding: member, as: UTF8.self)).map { tags.append($0) }
                member = []
            } else {
                member.append(byte)
            }
        }
        EntityTag(String(decoding: member, as: UTF8.self)).map { tags.append($0) }
        return tags
    }

    /// Whether the current version is named, by weak comparison (`If-None-Match`).
    public func weaklyMatches(_ current: EntityTag?) -> Bool {
        switch self {
        case .any: true
        case .oneOf(let tags): current.map { current in tags.contains { $0.weaklyEquals(current) } } ?? false
        }
    }

    /// Whether the current version is named, by strong comparison (`If-Match`).
    public func stronglyMatches(_ current: EntityTag?) -> Bool {
        switch self {
        case .any: true
        case .oneOf(let tags): current.map { current in tags.contains { $0.stronglyEquals(current) } } ?? false
        }
    }
}
