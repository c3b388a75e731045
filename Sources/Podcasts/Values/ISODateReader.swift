import Foundation

/// ISO 8601 and what is written like it: the year comes first.
struct ISODateReader {
    private let tokens: DateTokens
    private var index = 0
    private var time = CivilTime()

    static func read(_ tokens: DateTokens) -> Date? {
        var reader = ISODateReader(tokens)
        guard reader.readDate() else { return nil }
        var clock = ClockReader(tokens, at: reader.index)
        guard clock.read(into: &reader.time), clock.isAtEnd else { return nil }
        return reader.time.date
    }

    private init(_ tokens: DateTokens) { self.tokens = tokens }

    private mutating func readDate() -> Bool {
        guard tokens.count > 0, tokens[0].kind == .number else { return false }
        switch tokens[0].length {
        case 4: return readSeparated()
        case 8: return readCompact()
        case 7:
            time.year = tokens[0].value / 1000
            index = 1
            return setOrdinal(tokens[0].value % 1000)
        case 14: return readCompactWithTime()
        default: return false
        }
    }

    private mutating func readSeparated() -> Bool {
        time.year = tokens[0].value
        index = 1
        guard index < tokens.count, tokens[1].kind == .sign else { return readWeek(at: 1) || tokens.count == 1 }
        let separator = UInt8(truncatingIfNeeded: tokens[1].value)
        guard separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/") || separator == UInt8(ascii: ".") else {
            return false
        }
        if readWeek(at: 2) { return true }
        if tokens.isNumber(2, digits: 3...3) {
            index = 3
            return setOrdinal(tokens[2].value)
        }
        guard tokens.isNumber(2, digits: 1...2) else { return false }
        time.month = tokens[2].value
        index = 3
        if tokens.isSign(3, separator), tokens.isNumber(4, digits: 1...2) {
            time.day = tokens[4].value
            index = 5
        }
        return true
    }

    private mutating func readCompact() -> Bool {
        let value = tokens[0].value
        (time.year, time.month, time.day) = (value / 10000, value / 100 % 100, value % 100)
        index = 1
        return true
    }

    private mutating func readCompactWithTime() -> Bool {
        let value = tokens[0].value
        let day = value / 1_000_000
        (time.year, time.month, time.day) = (day / 10000, day / 100 % 100, day % 100)
        (time.hour, time.minute, time.second) = (value / 10000 % 100, value / 100 % 100, value % 100)
        index = 1
        return true
    }

    /// `W05`, `W05-4`, `W054`: weeks begin on Monday, the first holds 4 January.
    private mutating func readWeek(at start: Int) -> Bool {
        guard start < tokens.count, tokens[start].kind == .word, tokens.word(start).equals("w") else { return false }
        guard tokens.isNumber(start + 1, digits: 2...3) else { return false }
        var week = tokens[start + 1].value
        var weekday = 1
        index = start + 2
        if tokens[start + 1].length == 3 {
            (week, weekday) = (week / 10, week % 10)
        } else if tokens.isSign(index, UInt8(ascii: "-")), tokens.isNumber(index + 1, digits: 1...1) {
            weekday = tokens[index + 1].value
            index += 2
        }
        guard (1...53).contains(week), (1...7).contains(weekday) else { return false }
        let january4 = CivilTime.days(year: time.year, month: 1, day: 4)
        let monday = january4 - (january4 + 3) % 7
        return setOrdinal(monday + (week - 1) * 7 + weekday - CivilTime.days(year: time.year, month: 1, day: 1))
    }

    /// Day of the year from 1; week dates may reach into the neighbouring years.
    private mutating func setOrdinal(_ ordinal: Int) -> Bool {
        var rest = ordinal
        if rest < 1 {
            time.year -= 1
            rest += CivilTime.isLeap(time.year) ? 366 : 365
        }
        time.month = 1
        while rest > CivilTime.length(of: time.month, time.year) {
            rest -= CivilTime.length(of: time.month, time.year)
            time.month += 1
            if time.month > 12 { (time.year, time.month) = (time.year + 1, 1) }
        }
        guard ordinal <= 372, rest >= 1 else { return false }
        time.day = rest
        return true
    }
}
