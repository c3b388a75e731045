/// Reads the time of day and the zone of a date: what stands after the day.
struct ClockReader {
    private let tokens: DateTokens
    private var index: Int

    init(_ tokens: DateTokens, at index: Int) {
        self.tokens = tokens
        self.index = index
    }

    var isAtEnd: Bool { index >= tokens.count }

    /// Reads as much as there is; `false` when something there can be neither a time nor a zone.
    mutating func read(into time: inout CivilTime) -> Bool {
        if index < tokens.count, tokens[index].kind == .word, tokens.word(index).equals("t") { index += 1 }
        if !isAtEnd, tokens[index].kind == .number {
            guard readTime(into: &time) else { return false }
        }
        return readZone(into: &time)
    }

    private mutating func readTime(into time: inout CivilTime) -> Bool {
        if tokens.isSign(index + 1, UInt8(ascii: ":")) {
            guard Self.readColons(tokens, &index, into: &time) else { return false }
            readHalfOfDay(into: &time)
            return true
        }
        let value = tokens[index].value
        switch tokens[index].length {
        case 2: time.hour = value
        case 4: (time.hour, time.minute) = (value / 100, value % 100)
        case 6: (time.hour, time.minute, time.second) = (value / 10000, value / 100 % 100, value % 100)
        default: return false
        }
        index += 1
        readFraction(into: &time)
        return true
    }

    /// `H:MM`, `H:MM:SS`, `H:MM:SS.fff`.
    static func readColons(_ tokens: DateTokens, _ index: inout Int, into time: inout CivilTime) -> Bool {
        let colon = UInt8(ascii: ":")
        guard tokens.isNumber(index, digits: 1...2), tokens.isSign(index + 1, colon) else { return false }
        guard tokens.isNumber(index + 2, digits: 1...2) else { return false }
        time.hour = tokens[index].value
        time.minute = tokens[index + 2].value
        index += 3
        if tokens.isSign(index, colon), tokens.isNumber(index + 1, digits: 1...2) {
            time.second = tokens[index + 1].value
            index += 2
            var reader = ClockReader(tokens, at: index)
            reader.readFraction(into: &time)
            index = reader.index
        }
        return true
    }

    private mutating func readFraction(into time: inout CivilTime) {
        // A decimal comma was swallowed as a blank; digits that follow a second directly are its fraction too.
        if tokens.isSign(index, UInt8(ascii: ".")) || tokens.isSign(index, UInt8(ascii: ":")),
            tokens.isNumber(index + 1, digits: 1...9)
        {
            time.fraction = tokens.fraction(index + 1)
            index += 2
        } else if isDecimalComma {
            time.fraction = tokens.fraction(index)
            index += 1
        }
    }

    private var isDecimalComma: Bool {
        guard tokens.isNumber(index, digits: 1...9), index > 0 else { return false }
        let start = tokens[index].start
        return start > 0 && tokens.bytes[start - 1] == UInt8(ascii: ",")
    }

    private mutating func readHalfOfDay(into time: inout CivilTime) {
        guard index < tokens.count, tokens[index].kind == .word else { return }
        Self.applyHalfOfDay(tokens.word(index), to: &time) ? (index += 1) : ()
    }

    /// Applies AM or PM; `false` when the word is neither.
    static func applyHalfOfDay(_ word: TextBytes, to time: inout CivilTime) -> Bool {
        if word.equals("am") {
            if time.hour == 12 { time.hour = 0 }
            return true
        }
        guard word.equals("pm") else { return false }
        if time.hour < 12 { time.hour += 12 }
        return true
    }

    private mutating func readZone(into time: inout CivilTime) -> Bool {
        while !isAtEnd {
            guard let offset = Self.readZone(tokens, &index) else { return false }
            time.offset = offset
        }
        return true
    }

    /// `Z`, `EST`, `GMT+2`, `+0200`, `+02:00`, `-5`; a comment in parentheses after it is passed over.
    static func readZone(_ tokens: DateTokens, _ index: inout Int) -> Int? {
        guard index < tokens.count else { return nil }
        if tokens.isSign(index, UInt8(ascii: "(")) {
            index = tokens.count
            return 0
        }
        if tokens[index].kind == .word {
            guard let offset = DateNames.zone(tokens.word(index)) else { return nil }
            index += 1
            guard offset == 0, index < tokens.count, let numeric = numericZone(tokens, &index) else {
                skipComment(tokens, &index)
                return offset
            }
            skipComment(tokens, &index)
            return numeric
        }
        let offset = numericZone(tokens, &index)
        skipComment(tokens, &index)
        return offset
    }

    private static func skipComment(_ tokens: DateTokens, _ index: inout Int) {
        if tokens.isSign(index, UInt8(ascii: "(")) { index = tokens.count }
    }

    private static func numericZone(_ tokens: DateTokens, _ index: inout Int) -> Int? {
        let isMinus = tokens.isSign(index, UInt8(ascii: "-"))
        guard isMinus || tokens.isSign(index, UInt8(ascii: "+")), tokens.isNumber(index + 1, digits: 1...4) else {
            return nil
        }
        let number = tokens[index + 1]
        var minutes: Int
        switch number.length {
        case 1, 2: minutes = number.value * 60
        default: minutes = number.value / 100 * 60 + number.value % 100
        }
        index += 2
        if number.length <= 2, tokens.isSign(index, UInt8(ascii: ":")), tokens.isNumber(index + 1, digits: 2...2) {
            minutes += tokens[index + 1].value
            index += 2
        }
        guard minutes <= 15 * 60 else { return 0 }
        return (isMinus ? -minutes : minutes) * 60
    }
}
