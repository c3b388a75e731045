import Foundation

/// Finds web addresses in plain text.
enum AddressFinder {
    /// The first http or https address, without the punctuation that ends its sentence.
    static func first(in text: Substring) -> Range<Substring.Index>? {
        var searchStart = text.startIndex
        while let mark = text[searchStart...].range(of: "http", options: .caseInsensitive) {
            let rest = text[mark.lowerBound...]
            let head = rest.prefix(8).lowercased()
            if head.hasPrefix("http://") || head.hasPrefix("https://") {
                let end = self.end(of: rest)
                if text.distance(from: mark.lowerBound, to: end) > 10 { return mark.lowerBound..<end }
            }
            searchStart = mark.upperBound
        }
        return nil
    }

    private static func end(of text: Substring) -> Substring.Index {
        var end = text.firstIndex { $0.isWhitespace || "<>\"“”«»".contains($0) } ?? text.endIndex
        while end > text.startIndex {
            let last = text.index(before: end)
            let isClosing = text[last] == ")" && !text[..<last].contains("(")
            guard ".,;:!?'’…".contains(text[last]) || isClosing else { break }
            end = last
        }
        return end
    }
}
