public import Foundation

/// A type whose values can be stored and read back as the same value.
///
/// Reading is strict: text is never read as a number nor a number as text, so that a mistake in a query shows at once.
public protocol DatabaseValueConvertible: Sendable {
    /// The value as it is stored.
    var databaseValue: DatabaseValue { get }

    /// The value that was stored; `nil` when `databaseValue` is of a kind this type is never stored as.
    init?(databaseValue: DatabaseValue)
}

extension DatabaseValue: DatabaseValueConvertible {
    /// Itself.
    public var databaseValue: DatabaseValue { self }

    /// Itself.
    public init?(databaseValue: DatabaseValue) { self = databaseValue }
}

extension Int64: DatabaseValueConvertible {
    /// An integer.
    public var databaseValue: DatabaseValue { .integer(self) }

    /// Reads an integer.
    public init?(databaseValue: DatabaseValue) {
        guard case .integer(let value) = databaseValue else { return nil }
        self = value
    }
}

extension Int: DatabaseValueConvertible {
    /// An integer.
    public var databaseValue: DatabaseValue { .integer(Int64(self)) }

    /// Reads an integer.
    public init?(databaseValue: DatabaseValue) {
        guard case .integer(let value) = databaseValue else { return nil }
        self.init(exactly: value)
    }
}

extension Bool: DatabaseValueConvertible {
    /// 0 or 1.
    public var databaseValue: DatabaseValue { .integer(self ? 1 : 0) }

    /// Reads 0 or 1.
    public init?(databaseValue: DatabaseValue) {
        switch databaseValue {
        case .integer(0): self = false
        case .integer(1): self = true
        default: return nil
        }
    }
}

extension Double: DatabaseValueConvertible {
    /// A floating-point number.
    public var databaseValue: DatabaseValue { .real(self) }

    /// Reads a number of either kind.
    public init?(databaseValue: DatabaseValue) {
        switch databaseValue {
        case .real(let value): self = value
        case .integer(let value): self = Double(value)
        default: return nil
        }
    }
}

extension String: DatabaseValueConvertible {
    /// Text.
    public var databaseValue: DatabaseValue { .text(self) }

    /// Reads text.
    public init?(databaseValue: DatabaseValue) {
        guard case .text(let value) = databaseValue else { return nil }
        self = value
    }
}

extension [UInt8]: DatabaseValueConvertible {
    /// Bytes.
    public var databaseValue: DatabaseValue { .blob(self) }

    /// Reads bytes.
    public init?(databaseValue: DatabaseValue) {
        guard case .blob(let value) = databaseValue else { return nil }
        self = value
    }
}

extension Data: DatabaseValueConvertible {
    /// Bytes.
    public var databaseValue: DatabaseValue { .blob(Array(self)) }

    /// Reads bytes.
    public init?(databaseValue: DatabaseValue) {
        guard case .blob(let value) = databaseValue else { return nil }
        self.init(value)
    }
}

extension Date: DatabaseValueConvertible {
    /// Milliseconds since 1970 as an integer: compared exactly, the same in every database.
    ///
    /// Finer parts are rounded. A time beyond what 64 bits of milliseconds hold, or that is no number, is stored as the nearest that they do.
    public var databaseValue: DatabaseValue {
        let milliseconds = (timeIntervalSince1970 * 1_000).rounded()
        if let exact = Int64(exactly: milliseconds) { return .integer(exact) }
        return .integer(milliseconds < 0 ? .min : .max)
    }

    /// Reads milliseconds since 1970.
    public init?(databaseValue: DatabaseValue) {
        guard case .integer(let milliseconds) = databaseValue else { return nil }
        self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}

extension Optional: DatabaseValueConvertible where Wrapped: DatabaseValueConvertible {
    /// NULL for `nil`.
    public var databaseValue: DatabaseValue { self?.databaseValue ?? .null }

    /// Reads NULL as `nil`.
    public init?(databaseValue: DatabaseValue) {
        if databaseValue == .null {
            self = Self.none
        } else if let wrapped = Wrapped(databaseValue: databaseValue) {
            self = .some(wrapped)
        } else {
            return nil
        }
    }
}

extension DatabaseValueConvertible where Self: RawRepresentable, RawValue: DatabaseValueConvertible {
    /// The raw value.
    public var databaseValue: DatabaseValue { rawValue.databaseValue }

    /// Reads a raw value of one of the cases.
    public init?(databaseValue: DatabaseValue) {
        guard let raw = RawValue(databaseValue: databaseValue) else { return nil }
        self.init(rawValue: raw)
    }
}
