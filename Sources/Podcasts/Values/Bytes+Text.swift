import Foundation

/// A stretch of UTF-8 that somebody else owns; valid during the call that hands it over.
typealias TextBytes = UnsafeBufferPointer<UInt8>

extension UnsafeBufferPointer<UInt8> {
    /// Without white space at both ends, no-break spaces included.
    var trimmed: TextBytes {
        var low = 0
        var high = count
        while low < high {
            if Self.isBlank(self[low]) {
                low += 1
            } else if low + 1 < high, self[low] == 0xC2, self[low + 1] == 0xA0 {
                low += 2
            } else {
                break
            }
        }
        while high > low {
            if Self.isBlank(self[high - 1]) {
                high -= 1
            } else if high - 2 >= low, self[high - 2] == 0xC2, self[high - 1] == 0xA0 {
                high -= 2
            } else {
                break
            }
        }
        return TextBytes(rebasing: self[low..<high])
    }

    /// As a string.
    var text: String { String(decoding: self, as: UTF8.self) }

    /// As a string without surrounding blanks; `nil` when nothing is left.
    var nonEmptyText: String? {
        let trimmed = trimmed
        return trimmed.isEmpty ? nil : trimmed.text
    }

    /// As a string with ASCII letters lower-cased, without surrounding blanks; `nil` when nothing is left.
    var lowercasedText: String? {
        let trimmed = trimmed
        guard !trimmed.isEmpty else { return nil }
        guard trimmed.contains(where: { $0.asciiLowercased != $0 }) else { return trimmed.text }
        return String(unsafeUninitializedCapacity: trimmed.count) { buffer in
            for index in 0..<trimmed.count { buffer.initializeElement(at: index, to: trimmed[index].asciiLowercased) }
            return trimmed.count
        }
    }

    /// Whether this is `word`, ASCII letter case aside.
    ///
    /// `word` is in lower case.
    func equals(_ word: StaticString) -> Bool {
        guard count == word.utf8CodeUnitCount else { return false }
        let start = word.utf8Start
        for index in 0..<count where self[index].asciiLowercased != start[index] { return false }
        return true
    }

    /// Whether this begins with `word`, ASCII letter case aside.
    ///
    /// `word` is in lower case.
    func hasPrefix(_ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        return count >= length && TextBytes(rebasing: self[..<length]).equals(word)
    }

    /// Whether these are the very bytes of `other`.
    @inline(__always)
    func hasBytes(of other: TextBytes) -> Bool {
        guard count == other.count else { return false }
        guard let mine = baseAddress, let theirs = other.baseAddress else { return true }
        return memcmp(mine, theirs, count) == 0
    }

    /// Whether this begins with `word`, letter case included.
    @inline(__always)
    func begins(_ word: StaticString) -> Bool {
        guard let mine = baseAddress, count >= word.utf8CodeUnitCount else { return false }
        return memcmp(mine, word.utf8Start, word.utf8CodeUnitCount) == 0
    }

    /// The first place of a byte in a stretch.
    func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        guard let base = baseAddress, !range.isEmpty else { return nil }
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return memchr(base + range.lowerBound, Int32(byte), range.count).map {
            UnsafeRawPointer($0) - UnsafeRawPointer(base)
        }
    }

    /// As a whole number with an optional sign; `nil` when it is anything else or too large.
    var integer: Int64? {
        var digits = trimmed
        guard let first = digits.first else { return nil }
        let isNegative = first == UInt8(ascii: "-")
        if isNegative || first == UInt8(ascii: "+") { digits = TextBytes(rebasing: digits[1...]) }
        guard !digits.isEmpty, digits.count <= 18 else { return nil }
        var value: Int64 = 0
        for byte in digits {
            guard byte.isDigit else { return nil }
            value = value * 10 + Int64(byte - 48)
        }
        return isNegative ? -value : value
    }

    /// As a finite decimal number; `nil` when it is anything else.
    var decimal: Double? {
        let trimmed = trimmed
        guard let first = trimmed.first, trimmed.count <= 64 else { return nil }
        guard first.isDigit || first == UInt8(ascii: "-") || first == UInt8(ascii: ".") || first == UInt8(ascii: "+")
        else { return nil }
        guard let value = Double(trimmed.text), value.isFinite else { return nil }
        return value
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte.isBlank }
}

extension UInt8 {
    var asciiLowercased: UInt8 { self &- 65 < 26 ? self | 0x20 : self }
    var isDigit: Bool { self &- 48 < 10 }
    var isLetter: Bool { (self | 0x20) &- 97 < 26 }
    /// XML's white space and form feed.
    var isBlank: Bool { self == 32 || self == 10 || self == 13 || self == 9 || self == 12 }
    /// May begin a name; bytes of other scripts count as letters.
    var beginsName: Bool { isLetter || self == UInt8(ascii: "_") || self == UInt8(ascii: ":") || self >= 0x80 }
    /// May stand in a name.
    var continuesName: Bool { beginsName || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".") }
    /// As ``continuesName`` without other scripts: one look into a table of bits.
    @inline(__always)
    var continuesASCIIName: Bool {
        let low: UInt64 = 0b111_1111_1111 << 48 | 1 << 46 | 1 << 45
        let letters: UInt64 = 0x3FF_FFFF
        let high = letters << 1 | 1 << 31 | letters << 33
        return self < 0x80 && (self < 64 ? low : high) >> UInt64(self & 63) & 1 == 1
    }
}

extension String {
    /// Calls `body` with the text's UTF-8.
    func withTextBytes<Result>(_ body: (TextBytes) throws -> Result) rethrows -> Result {
        var copy = self
        return try copy.withUTF8(body)
    }
}
