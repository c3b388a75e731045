/// A date's text cut into numbers, words and signs, on the stack.
struct DateTokens {
    enum Kind {
        case number
        case word
        case sign
    }

    struct Token {
        var kind: Kind
        /// A number's value or a sign's byte.
        var value: Int
        var start: Int
        var length: Int
        /// Whether blanks or commas stand before it.
        var isSpaced: Bool
    }

    /// No spelling of a date has more.
    static let maximum = 24

    let bytes: TextBytes
    private(set) var tokens: [Token] = []

    /// `nil` when the text is empty or too long to be a date.
    init?(_ text: TextBytes) {
        bytes = text.trimmed
        guard !bytes.isEmpty, bytes.count <= 100 else { return nil }
        tokens.reserveCapacity(Self.maximum)
        var index = 0
        var isSpaced = true
        while index < bytes.count {
            let byte = bytes[index]
            if byte.isBlank || byte == UInt8(ascii: ",") {
                isSpaced = true
                index += 1
                continue
            }
            guard tokens.count < Self.maximum else { return nil }
            guard let token = Self.token(in: bytes, at: index, isSpaced) else { return nil }
            tokens.append(token)
            index += token.length
            isSpaced = false
        }
    }

    private static func token(in bytes: TextBytes, at start: Int, _ isSpaced: Bool) -> Token? {
        var end = start
        if bytes[start].isDigit {
            var value = 0
            while end < bytes.count, bytes[end].isDigit {
                guard end - start < 18 else { return nil }
                value = value * 10 + Int(bytes[end] - 48)
                end += 1
            }
            return Token(kind: .number, value: value, start: start, length: end - start, isSpaced: isSpaced)
        }
        if isWordByte(bytes[start]) {
            while end < bytes.count, isWordByte(bytes[end]) { end += 1 }
            return Token(kind: .word, value: 0, start: start, length: end - start, isSpaced: isSpaced)
        }
        return Token(kind: .sign, value: Int(bytes[start]), start: start, length: 1, isSpaced: isSpaced)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool { byte.isLetter || byte >= 0x80 }

    var count: Int { tokens.count }

    subscript(index: Int) -> Token { tokens[index] }

    func word(_ index: Int) -> TextBytes {
        let token = tokens[index]
        return TextBytes(rebasing: bytes[token.start..<token.start + token.length])
    }

    func isNumber(_ index: Int, digits: ClosedRange<Int>) -> Bool {
        index < count && tokens[index].kind == .number && digits.contains(tokens[index].length)
    }

    func isSign(_ index: Int, _ sign: UInt8) -> Bool {
        index < count && tokens[index].kind == .sign && tokens[index].value == Int(sign)
    }

    /// The digits of a fraction as a part of one.
    func fraction(_ index: Int) -> Double {
        var scale = 1.0
        for _ in 0..<tokens[index].length { scale *= 10 }
        return Double(tokens[index].value) / scale
    }
}
