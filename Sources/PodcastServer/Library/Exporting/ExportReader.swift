/// Takes the objects of an export's list out of its bytes, one after the other, however the JSON is laid out.
///
/// Only where each object begins and ends is looked at here; nothing but the object at hand is in memory.
struct ExportReader {
    /// Bytes of one object; the longest notes that feeds have are a tenth of it.
    static let maximumObject = 16 << 20

    /// What is wrong with the bytes.
    enum Problem: Error, Equatable {
        /// They are no JSON object with a list of objects.
        case malformed
        /// An object is longer than any that was written.
        case tooLarge
    }

    /// Braces and brackets that are open.
    private var depth = 0
    /// Whether what is open at the second level is a list, whose objects are wanted.
    private var isList = false
    private var isInString = false
    private var isEscaped = false
    private var object: [UInt8] = []
    private var hasBegun = false
    /// Whether the outermost object was closed.
    private(set) var isComplete = false

    /// Takes more bytes and hands out the objects that end in them.
    ///
    /// - Throws: ``Problem``, or what `body` throws.
    mutating func read(_ bytes: [UInt8], _ body: ([UInt8]) throws -> Void) throws {
        for byte in bytes {
            if !object.isEmpty || (depth == 2 && isList && byte == UInt8(ascii: "{") && !isInString) {
                object.append(byte)
                guard object.count <= Self.maximumObject else { throw Problem.tooLarge }
            }
            try take(byte, body)
        }
    }

    private mutating func take(_ byte: UInt8, _ body: ([UInt8]) throws -> Void) throws {
        if isInString {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString = false
            }
            return
        }
        switch byte {
        case UInt8(ascii: "\""):
            guard hasBegun else { throw Problem.malformed }
            isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard !isComplete, hasBegun || byte == UInt8(ascii: "{") else { throw Problem.malformed }
            hasBegun = true
            depth += 1
            if depth == 2 { isList = byte == UInt8(ascii: "[") }
            guard depth < 100 else { throw Problem.malformed }
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth -= 1
            guard depth >= 0 else { throw Problem.malformed }
            if depth == 2, !object.isEmpty {
                let whole = object
                object.removeAll(keepingCapacity: true)
                try body(whole)
            }
            if depth == 0 { isComplete = true }
        default:
            // A byte order mark and blanks may stand around; nothing else.
            let isBlank = byte <= 0x20 || [0xEF, 0xBB, 0xBF].contains(byte)
            guard isBlank || (hasBegun && !isComplete) else { throw Problem.malformed }
        }
    }
}
