import Foundation

/// Words as the search compares them: letters and digits, without case and diacritics.
enum SearchWords {
    /// The words of a text, folded.
    static func of(_ text: String) -> [String] { asWritten(text).map { fold($0) } }

    /// The words of a text as they stand there.
    static func asWritten(_ text: String) -> [String] {
        var words: [String] = []
        forEach(in: text) { words.append(String(text[$0])) }
        return words
    }

    /// Calls `body` with the range of each word.
    static func forEach(in text: String, _ body: (Range<String.Index>) -> Void) {
        var start: String.Index?
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        while index < scalars.endIndex {
            if isWord(scalars[index]) {
                if start == nil { start = index }
            } else if let begun = start {
                body(begun..<index)
                start = nil
            }
            index = scalars.index(after: index)
        }
        if let start { body(start..<scalars.endIndex) }
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return (48...57).contains(scalar.value) || (65...90).contains(scalar.value)
                || (97...122).contains(scalar.value)
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark, .privateUse:
            return true
        default: return false
        }
    }

    /// A word without case and diacritics.
    static func fold(_ word: some StringProtocol) -> String {
        if word.utf8.allSatisfy({ $0 < 0x80 }) { return word.lowercased() }
        let bare = word.decomposedStringWithCompatibilityMapping.unicodeScalars.filter {
            $0.properties.generalCategory != .nonspacingMark
        }
        return String(String.UnicodeScalarView(bare)).lowercased()
    }
}
