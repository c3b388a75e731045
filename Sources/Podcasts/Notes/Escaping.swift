/// Escapes text for HTML and XML.
enum Escaping {
    /// For the content of an element.
    static func text(_ text: String) -> String { escape(text, quotes: false) }

    /// For an attribute in double quotes.
    static func attribute(_ text: String) -> String { escape(text, quotes: true) }

    private static func escape(_ text: String, quotes: Bool) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count + 16)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): output += "&amp;".utf8
            case UInt8(ascii: "<"): output += "&lt;".utf8
            case UInt8(ascii: ">"): output += "&gt;".utf8
            case UInt8(ascii: "\"") where quotes: output += "&quot;".utf8
            case let byte where ByteClasses.isControl(byte): break
            default: output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}

extension String {
    /// Without white space at both ends.
    var trimmingBlanks: String { withTextBytes { $0.trimmed.text } }

    /// With every kind of line break as `\n`.
    var replacingLineBreaks: String {
        guard utf8.contains(13) else { return self }
        var output: [UInt8] = []
        var wasReturn = false
        for byte in utf8 {
            if byte == 13 { output.append(10) } else if byte != 10 || !wasReturn { output.append(byte) }
            wasReturn = byte == 13
        }
        return String(decoding: output, as: UTF8.self)
    }
}
