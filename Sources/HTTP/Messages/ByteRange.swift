public import Foundation

/// What a `Range` field asks of a representation whose size is known (RFC 9110 section 14).
public enum ByteRange: Sendable, Equatable {
    /// All of it: no field, another unit, several ranges at once, or a field that cannot be read.
    case whole
    /// These bytes, within the size, at least one.
    case partial(Range<Int64>)
    /// The first byte asked for is behind the end: answer 416.
    case unsatisfiable

    /// Reads the field's value against a size in bytes.
    ///
    /// Several ranges are answered whole, which section 14.2 allows: players ask for one, and a multipart answer only
    /// helps those who want a server to do much for little.
    public init(_ field: String?, size: Int64) {
        guard let field, let equals = field.firstIndex(of: "="),
            field[..<equals].trimmingBlanks.lowercased() == "bytes"
        else {
            self = .whole
            return
        }
        let specification = field[field.index(after: equals)...].trimmingBlanks
        guard let dash = specification.firstIndex(of: "-"), !specification.contains(",") else {
            self = .whole
            return
        }
        let first = specification[..<dash].trimmingBlanks
        let last = specification[specification.index(after: dash)...].trimmingBlanks
        self = first.isEmpty ? Self.suffix(last, size: size) : Self.bounded(first, last, size: size)
    }

    /// Reads `Range` and `If-Range` of a GET request against the current representation.
    ///
    /// `If-Range` takes a strong entity tag or exactly the date of `modified`; anything else means the caller's part is of
    /// another version, and the answer is whole (section 13.1.5).
    public init(requestedBy fields: HTTPFields, size: Int64, entityTag: EntityTag?, modified: Date?) {
        guard let range = fields["Range"] else {
            self = .whole
            return
        }
        if let condition = fields["If-Range"], !Self.holds(condition, entityTag: entityTag, modified: modified) {
            self = .whole
        } else {
            self.init(range, size: size)
        }
    }

    private static func holds(_ condition: String, entityTag: EntityTag?, modified: Date?) -> Bool {
        if let named = EntityTag(condition) { return entityTag.map(named.stronglyEquals) ?? false }
        guard let date = HTTPDate.date(from: condition), let modified else { return false }
        return date.timeIntervalSince1970 == modified.timeIntervalSince1970.rounded(.down)
    }

    private static func suffix(_ length: Substring, size: Int64) -> ByteRange {
        guard let length = Int64(saturatingDecimal: length) else { return .whole }
        guard length > 0 else { return .unsatisfiable }
        // The last bytes of nothing: satisfiable by the letter, but no Content-Range can say it.
        guard size > 0 else { return .whole }
        return .partial(max(0, size - length)..<size)
    }

    private static func bounded(_ first: Substring, _ last: Substring, size: Int64) -> ByteRange {
        guard let first = Int64(saturatingDecimal: first) else { return .whole }
        guard !last.isEmpty else { return first < size ? .partial(first..<size) : .unsatisfiable }
        guard let last = Int64(saturatingDecimal: last), last >= first else { return .whole }
        return first < size ? .partial(first..<(min(last, size - 1) + 1)) : .unsatisfiable
    }
}
