import Foundation

/// The spelling that nearly every feed uses, `Tue, 05 Mar 2024 10:00:00 +0000`, without cutting it into tokens.
///
/// Seconds and the weekday may be missing. Anything else is left to the readers for tokens, which read this spelling alike.
struct UsualDateReader {
    private let bytes: TextBytes
    private var index = 0

    static func read(_ text: TextBytes) -> Date? {
        var reader = UsualDateReader(text.trimmed)
        return reader.read()?.date
    }

    private init(_ bytes: TextBytes) { self.bytes = bytes }

    private mutating func read() -> CivilTime? {
        // The shortest has the 20 bytes of "5 Mar 2024 10:00 GMT".
        guard (20...31).contains(bytes.count), skipWeekday() else { return nil }
        var time = CivilTime()
        guard let day = number(1...2), skip(32), index + 3 < bytes.count, bytes[index + 3] == 32 else { return nil }
        guard let month = DateNames.englishMonth(TextBytes(rebasing: bytes[index..<index + 3])) else { return nil }
        index += 4
        guard let year = number(4...4), skip(32), let hour = number(2...2), skip(UInt8(ascii: ":")) else { return nil }
        guard let minute = number(2...2) else { return nil }
        if skip(UInt8(ascii: ":")) {
            guard let second = number(2...2) else { return nil }
            time.second = second
        }
        guard skip(32), let offset = zone() else { return nil }
        (time.year, time.month, time.day) = (year, month, day)
        (time.hour, time.minute, time.offset) = (hour, minute, offset)
        return time
    }

    /// `Tue, `, whatever the three letters are: they are often wrong.
    private mutating func skipWeekday() -> Bool {
        if bytes[0].isDigit { return true }
        guard bytes[0].isLetter, bytes[1].isLetter, bytes[2].isLetter, bytes[3] == UInt8(ascii: ","), bytes[4] == 32
        else { return false }
        index = 5
        return true
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    /// A number of so many digits, and no more.
    private mutating func number(_ digits: ClosedRange<Int>) -> Int? {
        let start = index
        var value = 0
        while index < bytes.count, bytes[index].isDigit, index - start < 5 {
            value = value * 10 + Int(bytes[index] - 48)
            index += 1
        }
        return digits.contains(index - start) ? value : nil
    }

    /// `GMT` or `+0000` at the end, in seconds east of Greenwich.
    private mutating func zone() -> Int? {
        let rest = TextBytes(rebasing: bytes[index...])
        if rest.equals("gmt") { return 0 }
        guard rest.count == 5, rest[0] == UInt8(ascii: "+") || rest[0] == UInt8(ascii: "-") else { return nil }
        index += 1
        guard let digits = number(4...4) else { return nil }
        let minutes = digits / 100 * 60 + digits % 100
        guard minutes <= 15 * 60 else { return nil }
        return (rest[0] == UInt8(ascii: "-") ? -minutes : minutes) * 60
    }
}
