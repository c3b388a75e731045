/// Reads the durations that people publish.
public enum FeedDuration {
    /// Seconds, `MM:SS`, `H:MM:SS`, each with a fraction, minutes above 59 and hours above 24 allowed; `1h 2m 3s` and
    /// `PT1H2M3S` too.
    ///
    /// Zero, negative and unreadable texts are `nil`.
    public static func parse(_ text: String) -> Duration? { text.withTextBytes { parse($0) } }

    static func parse(_ text: TextBytes) -> Duration? {
        guard let duration = time(text), duration > .zero else { return nil }
        return duration
    }

    /// Whether a text that is no duration deserves a warning: zero means "unknown" and does not.
    static func isWrong(_ text: String) -> Bool { text.withTextBytes { time($0) } != .zero }

    /// A point in time (Normal Play Time and the like): as a duration, but zero counts.
    static func time(_ text: TextBytes) -> Duration? {
        let text = text.trimmed
        guard !text.isEmpty, text.count <= 40 else { return nil }
        if text.contains(where: { $0.isLetter }) { return units(text) }
        var total = 0.0
        var parts = 0
        var start = 0
        repeat {
            let end = text.firstIndex(of: UInt8(ascii: ":"), in: start..<text.count) ?? text.count
            guard let value = number(TextBytes(rebasing: text[start..<end]).trimmed) else { return nil }
            total = total * 60 + value
            parts += 1
            start = end + 1
        } while start <= text.count
        guard parts <= 3 else { return nil }
        return seconds(total)
    }

    /// Seconds as a duration; `nil` when that is not a sensible time (more than a year, not finite, negative).
    static func seconds(_ value: Double) -> Duration? {
        guard value.isFinite, value >= 0, value < 366 * 86400 else { return nil }
        return .milliseconds(Int64((value * 1000).rounded()))
    }

    private static func number(_ digits: TextBytes) -> Double? {
        var value = 0.0
        var scale = 0.0
        guard !digits.isEmpty else { return nil }
        for byte in digits {
            if byte.isDigit {
                value = value * 10 + Double(byte - 48)
                scale *= 10
            } else if (byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",")) && scale == 0 && digits.count > 1 {
                scale = 1
            } else {
                return nil
            }
        }
        return scale > 1 ? value / scale : value
    }

    /// `PT1H30M`, `1h30m`, `90 min`, `1 hr 5 min 3 sec`.
    private static func units(_ text: TextBytes) -> Duration? {
        var index = 0
        if text.hasPrefix("pt") { index = 2 }
        var total = 0.0
        var found = false
        while index < text.count {
            let start = index
            while index < text.count, text[index].isDigit || text[index] == UInt8(ascii: ".") { index += 1 }
            guard index > start, let value = number(TextBytes(rebasing: text[start..<index])) else { return nil }
            while index < text.count, text[index].isBlank { index += 1 }
            guard index < text.count, let unit = unit(text[index].asciiLowercased) else { return nil }
            while index < text.count, text[index].isLetter { index += 1 }
            while index < text.count, text[index].isBlank || text[index] == UInt8(ascii: ",") { index += 1 }
            total += value * unit
            found = true
        }
        return found ? seconds(total) : nil
    }

    private static func unit(_ letter: UInt8) -> Double? {
        switch letter {
        case UInt8(ascii: "h"): 3600
        case UInt8(ascii: "m"): 60
        case UInt8(ascii: "s"): 1
        default: nil
        }
    }
}
