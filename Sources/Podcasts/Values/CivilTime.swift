import Foundation

/// A date and time of the Gregorian calendar with an offset, turned into an instant without a calendar object.
struct CivilTime {
    var year = 0
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0
    var fraction = 0.0
    /// Seconds east of Greenwich.
    var offset = 0

    /// The instant; `nil` for parts out of range, for years before 1900, and for the epoch itself, which is what a
    /// publisher's empty database field looks like.
    ///
    /// A day past the month's end means its last day; 24:00 the next day.
    var date: Date? {
        guard (1900...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        guard (0...24).contains(hour), (0...59).contains(minute), (0...60).contains(second) else { return nil }
        if hour == 24, minute != 0 || second != 0 { return nil }
        let days = Self.days(year: year, month: month, day: min(day, Self.length(of: month, year)))
        let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second - offset
        guard seconds != 0 else { return nil }
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
    }

    /// Days since 1970-01-01, by the method of counting from March so that the leap day comes last.
    static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    static func length(of month: Int, _ year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
}
