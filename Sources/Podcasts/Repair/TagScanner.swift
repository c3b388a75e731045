/// Finds where a start tag ends, with quotes that may be missing.
enum TagScanner {
    enum Result {
        /// The index of the `>`.
        case end(Int)
        /// The `<` is text.
        case notATag
        /// More is needed to tell.
        case incomplete
        /// The document ends in the tag.
        case truncated
    }

    /// Looks for the end of the tag that begins at `start`, from the end of its name on.
    static func end(of bytes: TextBytes, from start: Int, nameEnd: Int, isLast: Bool) -> Result {
        var index = nameEnd
        var isAfterEquals = false
        while index < bytes.count {
            guard index - start < XMLRepairer.maximumTagLength else { return .notATag }
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: ">"): return .end(index)
            case UInt8(ascii: "<"): return .notATag
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard isAfterEquals else { break }
                switch quote(bytes, index, from: start, isLast: isLast) {
                case .end(let end) where bytes[end] == byte:
                    index = end
                case let result: return result
                }
            default: break
            }
            isAfterEquals = byte == UInt8(ascii: "=") || (isAfterEquals && byte.isBlank)
            index += 1
        }
        return isLast ? .truncated : .incomplete
    }

    /// The closing quote; or, where it is missing, the `>` of the tag.
    ///
    /// A value that holds a `>` and then another tag is taken for one whose quote is missing.
    private static func quote(_ bytes: TextBytes, _ open: Int, from start: Int, isLast: Bool) -> Result {
        var index = open + 1
        var firstEnd: Int?
        let mark = bytes[open]
        while index < bytes.count, bytes[index] != mark {
            if bytes[index] == UInt8(ascii: ">") {
                firstEnd = firstEnd ?? index
            } else if bytes[index] == UInt8(ascii: "<"), let firstEnd {
                guard index + 1 < bytes.count else { return isLast ? .end(firstEnd) : .incomplete }
                if bytes[index + 1].isLetter || bytes[index + 1] == UInt8(ascii: "/") { return .end(firstEnd) }
            }
            index += 1
            if index - start >= XMLRepairer.maximumTagLength { return firstEnd.map { .end($0) } ?? .notATag }
        }
        if index < bytes.count { return .end(index) }
        guard isLast else { return .incomplete }
        return firstEnd.map { .end($0) } ?? .truncated
    }
}
