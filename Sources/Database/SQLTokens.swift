/// The parts of an SQL text: words, blanks, quoted texts, comments, placeholders, and everything else byte by byte.
package struct SQLTokens: Sequence, IteratorProtocol {
    /// A part of the text.
    package struct Token {
        /// What a part is.
        package enum Kind {
            case word
            case blank
            /// `'…'`, `"…"`, `$tag$…$tag$`, `-- …` or `/* … */`.
            case verbatim
            /// `?`
            case placeholder
            case other
        }

        package let kind: Kind
        package let text: Substring
    }

    private var rest: Substring.UTF8View

    package init(_ sql: String) { rest = Substring(sql).utf8 }

    package mutating func next() -> Token? {
        guard let first = rest.first else { return nil }
        switch first {
        case UInt8(ascii: "'"), UInt8(ascii: "\""): return take(quoted(by: first), .verbatim)
        case UInt8(ascii: "-") where rest.dropFirst().first == first:
            return take(rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex, .verbatim)
        case UInt8(ascii: "/") where rest.dropFirst().first == UInt8(ascii: "*"):
            return take(end(of: "*/", from: 2), .verbatim)
        case UInt8(ascii: "$"): return take(dollarQuoted() ?? rest.index(after: rest.startIndex), .verbatim)
        case UInt8(ascii: "?"): return take(rest.index(after: rest.startIndex), .placeholder)
        case _ where Self.isBlank(first): return take(rest.firstIndex { !Self.isBlank($0) }, .blank)
        case _ where Self.isWord(first): return take(rest.firstIndex { !Self.isWord($0) }, .word)
        default: return take(rest.index(after: rest.startIndex), .other)
        }
    }

    private mutating func take(_ end: Substring.UTF8View.Index?, _ kind: Token.Kind) -> Token {
        let end = end ?? rest.endIndex
        let text = Substring(rest[..<end])
        rest = rest[end...]
        return Token(kind: kind, text: text)
    }

    /// A doubled quote ends one text and begins the next, which comes to the same.
    private func quoted(by quote: UInt8) -> Substring.UTF8View.Index? {
        rest.dropFirst().firstIndex(of: quote).map { rest.index(after: $0) }
    }

    private func end(of mark: String, from offset: Int) -> Substring.UTF8View.Index? {
        var place = rest.dropFirst(offset)
        while !place.isEmpty {
            if place.starts(with: mark.utf8) { return place.dropFirst(mark.utf8.count).startIndex }
            place = place.dropFirst()
        }
        return nil
    }

    /// Where a text that begins with `$tag$` ends; `nil` for a single dollar.
    private func dollarQuoted() -> Substring.UTF8View.Index? {
        guard let close = rest.dropFirst().firstIndex(where: { !Self.isWord($0) }), rest[close] == UInt8(ascii: "$")
        else {
            return nil
        }
        let tag = rest[...close]
        return end(of: String(Substring(tag)), from: tag.count) ?? rest.endIndex
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
            true
        default: false
        }
    }
}
