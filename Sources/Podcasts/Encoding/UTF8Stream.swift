/// Checks a stream of UTF-8; valid stretches pass uncopied, what is no character becomes U+FFFD.
///
/// The noncharacters U+FFFE and U+FFFF, which XML forbids, count as invalid.
struct UTF8Stream {
    static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    /// The beginning of a character whose end has not come yet.
    private var rest: [UInt8] = []

    /// Passes more bytes on; `invalid` hears of each replaced byte sequence before it is passed on.
    mutating func pass(_ bytes: TextBytes, isLast: Bool, _ sink: (TextBytes) -> Void, invalid: (TextBytes) -> Void) {
        if rest.isEmpty {
            check(bytes, isLast: isLast, sink, invalid)
        } else {
            let joined = rest + bytes
            rest = []
            joined.withUnsafeBufferPointer { check($0, isLast: isLast, sink, invalid) }
        }
    }

    private mutating func check(
        _ bytes: TextBytes,
        isLast: Bool,
        _ sink: (TextBytes) -> Void,
        _ invalid: (TextBytes) -> Void
    ) {
        var start = 0
        var index = 0
        while true {
            index = Self.skipCommon(bytes, from: index)
            guard index < bytes.count else { break }
            switch Self.sequence(bytes, at: index) {
            case .valid(let length): index += length
            case .incomplete where !isLast:
                if index > start { sink(TextBytes(rebasing: bytes[start..<index])) }
                rest = Array(bytes[index...])
                return
            case .incomplete: (start, index) = replace(bytes, start, index, bytes.count - index, sink, invalid)
            case .invalid(let length): (start, index) = replace(bytes, start, index, length, sink, invalid)
            }
        }
        if index > start { sink(TextBytes(rebasing: bytes[start..<index])) }
    }

    private func replace(
        _ bytes: TextBytes,
        _ start: Int,
        _ index: Int,
        _ length: Int,
        _ sink: (TextBytes) -> Void,
        _ invalid: (TextBytes) -> Void
    ) -> (Int, Int) {
        if index > start { sink(TextBytes(rebasing: bytes[start..<index])) }
        invalid(TextBytes(rebasing: bytes[index..<index + length]))
        Self.replacement.withUnsafeBufferPointer(sink)
        return (index + length, index + length)
    }

    enum Sequence {
        case valid(Int)
        /// As far as the bytes go it could be a character.
        case incomplete
        /// So many bytes are to be replaced by one U+FFFD.
        case invalid(Int)
    }

    /// The first byte at or after `start` that begins neither ASCII nor one of the characters that need no closer look:
    /// those of two bytes, and those of three bytes but for the rows with surrogates and noncharacters.
    private static func skipCommon(_ bytes: TextBytes, from start: Int) -> Int {
        var index = start
        while index < bytes.count {
            let lead = bytes[index]
            if lead < 0x80 {
                index += 1
                // Blanks between words of another script come one by one.
                if index < bytes.count, bytes[index] < 0x80 { index = skipASCII(bytes, from: index) }
            } else if lead >= 0xC2, lead < 0xE0, index + 1 < bytes.count, isContinuation(bytes[index + 1]) {
                index += 2
            } else if lead > 0xE0, lead < 0xEF, lead != 0xED, index + 2 < bytes.count,
                isContinuation(bytes[index + 1]), isContinuation(bytes[index + 2])
            {
                index += 3
            } else {
                break
            }
        }
        return index
    }

    private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

    /// The first byte at or after `start` that is not ASCII.
    static func skipASCII(_ bytes: TextBytes, from start: Int) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        var index = start
        let count = bytes.count
        let raw = UnsafeRawPointer(base)
        let highs: UInt64 = 0x8080_8080_8080_8080
        while index + 32 <= count {
            let words = raw.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self)
            if (words[0] | words[1] | words[2] | words[3]) & highs != 0 { break }
            index += 32
        }
        while index + 8 <= count {
            let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let high = word & highs
            if high != 0 { return index + UInt64(littleEndian: high).trailingZeroBitCount / 8 }
            index += 8
        }
        while index < count, base[index] < 0x80 { index += 1 }
        return index
    }

    /// Classifies the non-ASCII sequence at `index` (Unicode, table 3-7 "Well-Formed UTF-8 Byte Sequences").
    static func sequence(_ bytes: TextBytes, at index: Int) -> Sequence {
        let lead = bytes[index]
        let length: Int
        var low: UInt8 = 0x80
        var high: UInt8 = 0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF:
            length = 3
            if lead == 0xE0 { low = 0xA0 }
            if lead == 0xED { high = 0x9F }
        case 0xF0...0xF4:
            length = 4
            if lead == 0xF0 { low = 0x90 }
            if lead == 0xF4 { high = 0x8F }
        default: return .invalid(1)
        }
        for offset in 1..<length {
            guard index + offset < bytes.count else { return .incomplete }
            let byte = bytes[index + offset]
            guard byte >= low, byte <= high else { return .invalid(offset) }
            (low, high) = (0x80, 0xBF)
        }
        if lead == 0xEF, bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE { return .invalid(3) }
        return .valid(length)
    }
}
