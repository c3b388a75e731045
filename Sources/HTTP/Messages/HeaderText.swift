/// Reading of header values: the small grammar that every field shares (RFC 9110 section 5.6).
extension StringProtocol where SubSequence == Substring {
    /// Without spaces and tabs at both ends.
    var trimmingBlanks: Substring {
        var rest = self[...]
        while let first = rest.utf8.first, first == 32 || first == 9 { rest = rest.dropFirst() }
        while let last = rest.utf8.last, last == 32 || last == 9 { rest = rest.dropLast() }
        return rest
    }

    /// The parts between a separator that stands outside quoted strings, without blanks around them.
    func splitOutsideQuotes(_ separator: UInt8) -> [Substring] {
        var parts: [Substring] = []
        var start = startIndex
        var index = startIndex
        var quoted = false
        var escaped = false
        let bytes = utf8
        while index < endIndex {
            let byte = bytes[index]
            if escaped {
                escaped = false
            } else if quoted, byte == UInt8(ascii: "\\") {
                escaped = true
            } else if byte == UInt8(ascii: "\"") {
                quoted.toggle()
            } else if byte == separator, !quoted {
                parts.append(self[start..<index].trimmingBlanks)
                start = bytes.index(after: index)
            }
            index = bytes.index(after: index)
        }
        parts.append(self[start...].trimmingBlanks)
        return parts
    }

    /// The content of a quoted string, or the text itself where it is none.
    var unquoted: String {
        guard utf8.count >= 2, hasPrefix("\""), hasSuffix("\"") else {
            return String(self)
        }
        var text = ""
        var escaped = false
        for character in dropFirst().dropLast() {
            if character == "\\", !escaped {
                escaped = true
            } else {
                text.append(character)
                escaped = false
            }
        }
        return text
    }

    /// Whether it is a token: a name of a method, field, parameter or cookie.
    var isToken: Bool { !isEmpty && utf8.allSatisfy(\.isTokenByte) }
}

extension UInt8 {
    /// `tchar` of RFC 9110.
    var isTokenByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }
}

extension Int64 {
    /// Decimal digits only; a number too large becomes the largest, which is what a length beyond every file means.
    init?(saturatingDecimal text: some StringProtocol) {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        self = Int64(text) ?? .max
    }
}
