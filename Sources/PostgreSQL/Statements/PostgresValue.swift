import CPostgres
import Database
import Foundation

/// How values are sent and read.
enum PostgresValue {
    /// The types by the numbers that PostgreSQL has given them for good (`pg_type.dat`).
    private enum Number {
        static let bool: Oid = 16
        static let bytea: Oid = 17
        static let int8: Oid = 20
        static let integers: Set<Oid> = [20, 21, 23, 26]
        static let text: Oid = 25
        static let float4: Oid = 700
        static let float8: Oid = 701
        static let numeric: Oid = 1700
    }

    /// The type a value is sent as; 0 lets the server find it out.
    static func type(_ value: DatabaseValue) -> Oid {
        switch value {
        case .null: 0
        case .integer: Number.int8
        case .real: Number.float8
        case .text: Number.text
        case .blob: Number.bytea
        }
    }

    /// The binary form; `nil` for NULL.
    static func bytes(_ value: DatabaseValue) -> [UInt8]? {
        switch value {
        case .null: return nil
        case .integer(let number): return withUnsafeBytes(of: number.bigEndian) { Array($0) }
        case .real(let number): return withUnsafeBytes(of: number.bitPattern.bigEndian) { Array($0) }
        case .text(let text):
            // PostgreSQL's text can't hold U+0000.
            guard text.utf8.contains(0) else { return Array(text.utf8) }
            return Array(text.replacing("\u{0}", with: "\u{FFFD}").utf8)
        case .blob(let bytes): return bytes
        }
    }

    /// The value of a text that the server sent.
    static func read(_ text: UnsafeBufferPointer<UInt8>, type: Oid) -> DatabaseValue {
        switch type {
        case _ where Number.integers.contains(type): return number(text)
        case Number.numeric, Number.float4, Number.float8: return number(text, isReal: type != Number.numeric)
        case Number.bool: return .integer(text.first == UInt8(ascii: "t") ? 1 : 0)
        case Number.bytea: return .blob(hex(text))
        default: return .text(String(decoding: text, as: UTF8.self))
        }
    }

    /// Sums of whole numbers come as `numeric`, and are whole numbers to us.
    private static func number(_ text: UnsafeBufferPointer<UInt8>, isReal: Bool = false) -> DatabaseValue {
        let spelled = String(decoding: text, as: UTF8.self)
        if !isReal, let number = Int64(spelled) { return .integer(number) }
        return .real(Double(spelled) ?? .nan)
    }

    /// Reads `\x0aff`.
    private static func hex(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        func digit(_ byte: UInt8) -> UInt8 { byte < UInt8(ascii: "a") ? byte &- 0x30 : byte &- 0x57 }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        var index = 2
        while index + 1 < text.count {
            bytes.append(digit(text[index]) << 4 | digit(text[index + 1]))
            index += 2
        }
        return bytes
    }
}
