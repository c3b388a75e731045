public import Foundation

/// Dates of header fields, always in GMT (RFC 9110 section 5.6.7).
public enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The IMF-fixdate of a moment, rounded down to the second: `Sun, 06 Nov 1994 08:49:37 GMT`.
    public static func string(from date: Date) -> String {
        // The form has four digits for the year.
        let seconds = Int64(min(max(date.timeIntervalSince1970.rounded(.down), -62_135_596_800), 253_402_300_799))
        let day = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
        let time = seconds - day * 86_400
        let civil = civilDate(daysSinceEpoch: day)
        let weekday = days[Int(((day % 7) + 7) % 7)]
        return "\(weekday), \(padded(civil.day)) \(months[Int(civil.month) - 1]) \(padded(civil.year, 4)) "
            + "\(padded(time / 3600)):\(padded(time / 60 % 60)):\(padded(time % 60)) GMT"
    }

    /// Reads IMF-fixdate, RFC 850 and asctime forms; `nil` for anything else.
    ///
    /// Two-digit years below 70 are of this century. The day of the week is not compared: it adds nothing, and many are wrong.
    public static func date(from text: String) -> Date? {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "-" || $0 == "\t" })
        if words.count == 6, words[5] == "GMT" || words[5] == "UTC" {
            return date(year: words[3], month: words[2], day: words[1], time: words[4])
        }
        if words.count == 5, words[3].contains(":") {
            return date(year: words[4], month: words[1], day: words[2], time: words[3])
        }
        return nil
    }

    private static func date(year: Substring, month: Substring, day: Substring, time: Substring) -> Date? {
        guard var year = Int64(saturatingDecimal: year), year <= 9999,
            let month = months.firstIndex(where: { $0.lowercased() == month.lowercased() }),
            let day = Int64(saturatingDecimal: day), (1...31).contains(day)
        else { return nil }
        if year < 100 { year += year < 70 ? 2000 : 1900 }
        let parts = time.split(separator: ":", omittingEmptySubsequences: false).map {
            Int64(saturatingDecimal: $0) ?? -1
        }
        // 60 is a leap second.
        guard parts.count == 3, (0...23).contains(parts[0]), (0...59).contains(parts[1]), (0...60).contains(parts[2])
        else { return nil }
        let days = daysSinceEpoch(year: year, month: Int64(month) + 1, day: day)
        // A day that its month does not have comes out as another one.
        guard civilDate(daysSinceEpoch: days).day == day else { return nil }
        return Date(timeIntervalSince1970: Double(days * 86_400 + parts[0] * 3600 + parts[1] * 60 + parts[2]))
    }

    private static func padded(_ value: Int64, _ width: Int = 2) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// Days from 1970-01-01 in the proleptic Gregorian calendar; the year is counted from March, so that the leap day is
    /// its last.
    private static func daysSinceEpoch(year: Int64, month: Int64, day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func civilDate(daysSinceEpoch: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = daysSinceEpoch + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}
