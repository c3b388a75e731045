import CXML

/// Makes one plain line out of titles and other short texts.
enum PlainText {
    /// A title as RSS has it, where nobody knows whether markup is meant: entities and well-known inline tags are read
    /// as HTML, any other `<` is text.
    ///
    /// `nil` when nothing is left.
    static func line(fromTitle bytes: TextBytes) -> String? {
        let trimmed = bytes.trimmed
        guard !trimmed.isEmpty else { return nil }
        return isPlain(trimmed) ? trimmed.text : convert(trimmed, readsMarkup: true)
    }

    /// HTML as one line without tags.
    static func line(fromHTML text: String) -> String? { text.withTextBytes { line(fromTitle: $0) } }

    /// Plain text as one line: runs of blanks become one.
    static func line(fromText text: String) -> String? {
        text.withTextBytes { bytes in
            let trimmed = bytes.trimmed
            guard !trimmed.isEmpty else { return nil }
            return isPlain(trimmed) ? trimmed.text : convert(trimmed, readsMarkup: false)
        }
    }

    private static func isPlain(_ bytes: TextBytes) -> Bool {
        var wasBlank = false
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "<") { return false }
            // What begins no entity is an ampersand.
            if byte == UInt8(ascii: "&"), index + 1 < bytes.count {
                let next = bytes[index + 1]
                if next.isLetter || next.isDigit || next == UInt8(ascii: "#") { return false }
            }
            if byte.isBlank {
                if wasBlank || byte != 32 { return false }
                wasBlank = true
            } else {
                wasBlank = false
            }
        }
        return true
    }

    private static func convert(_ bytes: TextBytes, readsMarkup: Bool) -> String? {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte.isBlank {
                if output.last != 32, !output.isEmpty { output.append(32) }
                index += 1
            } else if readsMarkup, byte == UInt8(ascii: "&"), let entity = HTMLEntities.decode(bytes, at: index) {
                entity.append(to: &output)
                index += entity.length
            } else if readsMarkup, byte == UInt8(ascii: "<"), let length = tagLength(bytes, at: index) {
                index += length
            } else {
                output.append(byte)
                index += 1
            }
        }
        return output.withUnsafeBufferPointer { $0.nonEmptyText }
    }

    /// The length of an inline tag or comment at `start`; `nil` when the `<` is text.
    private static func tagLength(_ bytes: TextBytes, at start: Int) -> Int? {
        var index = start + 1
        if index < bytes.count, bytes[index] == UInt8(ascii: "/") { index += 1 }
        let nameStart = index
        while index < bytes.count, bytes[index].isLetter || bytes[index].isDigit { index += 1 }
        guard HTMLNames.isInline(TextBytes(rebasing: bytes[nameStart..<index])) else { return nil }
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
            if bytes[index] == UInt8(ascii: "<") { return nil }
            index += 1
        }
        return index < bytes.count ? index + 1 - start : nil
    }
}
