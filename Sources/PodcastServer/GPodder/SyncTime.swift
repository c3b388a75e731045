import Foundation

/// Times as the gpodder API spells them.
enum SyncTime {
    /// `2026-11-30T08:11:17`: UTC without a zone, because clients refuse any.
    static func text(_ date: Date) -> String {
        let seconds = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
        return String(seconds.formatted(.iso8601).prefix(19))
    }

    /// Reads what clients send: with or without zone and fraction, or a number of seconds since 1970.
    static func date(_ value: Any?) -> Date? {
        switch value {
        case let number as NSNumber: sane(number.doubleValue)
        case let text as String: date(text.trimmingBlanks)
        default: nil
        }
    }

    private static func date(_ text: String) -> Date? {
        if let number = Double(text) { return sane(number) }
        guard
            let match = text.wholeMatch(
                of: /(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)([.,]\d+)?(Z|z|[+-]\d\d:?\d\d)?/
            ), let plain = try? Date("\(match.1)T\(match.2)Z", strategy: .iso8601)
        else { return nil }
        let fraction = match.3.flatMap { Double("0." + $0.dropFirst()) } ?? 0
        return sane(plain.timeIntervalSince1970 + fraction - offset(match.4))
    }

    /// Seconds east of Greenwich.
    private static func offset(_ zone: Substring?) -> Double {
        guard let zone, let sign = zone.first, sign == "+" || sign == "-" else { return 0 }
        let digits = zone.filter(\.isNumber)
        let hours = Double(digits.prefix(2)) ?? 0
        let minutes = Double(digits.suffix(2)) ?? 0
        return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    /// Times of this age; a clock that is far ahead is put right where positions are compared.
    private static func sane(_ seconds: Double) -> Date? {
        guard seconds.isFinite, (0...32_503_680_000).contains(seconds) else { return nil }
        return Date(timeIntervalSince1970: seconds)
    }
}
