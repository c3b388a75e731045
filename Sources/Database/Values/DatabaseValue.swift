/// One value as a database keeps it.
public enum DatabaseValue: Sendable, Hashable {
    /// No value.
    case null
    /// A whole number.
    case integer(Int64)
    /// A floating-point number. SQLite keeps NaN as NULL.
    case real(Double)
    /// Text, which may contain U+0000.
    case text(String)
    /// Bytes.
    case blob([UInt8])

    /// What kind of value it is, in a word for error messages.
    public var kind: String {
        switch self {
        case .null: "NULL"
        case .integer: "integer"
        case .real: "real"
        case .text: "text"
        case .blob: "blob"
        }
    }
}
