import Foundation

/// RFC 822, asctime and everything else with a month's name, plus day-first and month-first numbers.
struct LooseDateReader {
    private let tokens: DateTokens
    private var index = 0
    private var time = CivilTime()
    private var month: Int?
    private var hasTime = false
    /// Numbers that are neither time nor zone, with their number of digits, in order.
    private var numbers: [(value: Int, digits: Int)] = []

    static func read(_ tokens: DateTokens) -> Date? {
        var reader = LooseDateReader(tokens)
        guard reader.scan(), reader.assign() else { return nil }
        return reader.time.date
    }

    private init(_ tokens: DateTokens) { self.tokens = tokens }

    private mutating func scan() -> Bool {
        while index < tokens.count {
            switch tokens[index].kind {
            case .number: if !scanNumber() { return false }
            case .word: scanWord()
            case .sign: scanSign()
            }
        }
        return true
    }

    private mutating func scanNumber() -> Bool {
        if tokens.isSign(index + 1, UInt8(ascii: ":")), !hasTime {
            hasTime = true
            return ClockReader.readColons(tokens, &index, into: &time)
        }
        numbers.append((tokens[index].value, tokens[index].length))
        index += 1
        return numbers.count <= 4
    }

    private mutating func scanWord() {
        let word = tokens.word(index)
        if hasTime, ClockReader.applyHalfOfDay(word, to: &time) {
            index += 1
        } else if month == nil, let found = DateNames.month(word) {
            // "Mar" is a month and, in Spanish and Italian, a Tuesday; before another month's name it was the day.
            if index == 0, hasLaterMonth { index += 1 } else { (month, index) = (found, index + 1) }
        } else if hasTime, let offset = ClockReader.readZone(tokens, &index) {
            time.offset = offset
        } else {
            index += 1
        }
    }

    private var hasLaterMonth: Bool {
        for later in 1..<tokens.count where tokens[later].kind == .word && DateNames.month(tokens.word(later)) != nil {
            return true
        }
        return false
    }

    private mutating func scanSign() {
        if hasTime, let offset = ClockReader.readZone(tokens, &index) {
            time.offset = offset
        } else {
            index += 1
        }
    }

    private mutating func assign() -> Bool {
        guard let month else { return assignNumeric() }
        time.month = month
        switch numbers.count {
        case 1 where numbers[0].digits == 4: time.year = numbers[0].value
        case 2:
            let yearFirst = numbers[0].digits > 2
            time.day = numbers[yearFirst ? 1 : 0].value
            time.year = Self.year(numbers[yearFirst ? 0 : 1])
        case 3 where !hasTime:
            // "05 Jan 2024 1430": a time without a colon.
            guard numbers[2].digits == 4 else { return false }
            (time.day, time.year) = (numbers[0].value, Self.year(numbers[1]))
            (time.hour, time.minute) = (numbers[2].value / 100, numbers[2].value % 100)
        default: return false
        }
        return true
    }

    /// `13/2/2024`, `2/13/2024`, `13.2.2024`: with dots the day comes first; with slashes the month, unless it can't be.
    private mutating func assignNumeric() -> Bool {
        guard numbers.count == 3, numbers[0].digits <= 2, numbers[2].digits == 4 || numbers[2].digits == 2 else {
            return false
        }
        let hasDots = tokens.bytes.contains(UInt8(ascii: "."))
        let (first, second) = (numbers[0].value, numbers[1].value)
        if hasDots || first > 12 {
            (time.day, time.month) = (first, second)
        } else {
            (time.month, time.day) = (first, second)
        }
        time.year = Self.year(numbers[2])
        return true
    }

    /// RFC 2822 section 4.3: two digits below 50 are of this century, three digits count from 1900.
    private static func year(_ number: (value: Int, digits: Int)) -> Int {
        switch number.digits {
        case 1, 2: number.value < 50 ? number.value + 2000 : number.value + 1900
        case 3: number.value + 1900
        default: number.value
        }
    }
}
