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
        return trimmed.isEmpty ? nil : String(decoding: trimmed.map(\.asciiLowercased), as: UTF8.self)
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
}

extension String {
    /// Calls `body` with the text's UTF-8.
    func withTextBytes<Result>(_ body: (TextBytes) throws -> Result) rethrows -> Result {
        var copy = self
        return try copy.withUTF8(body)
    }
}
