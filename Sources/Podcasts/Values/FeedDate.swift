public import Foundation

/// Reads the dates that people publish.
///
/// RFC 822 and its relatives (wrong or foreign weekdays, named, military and missing zones, two-digit years, missing
/// seconds, 24:00, AM/PM), `asctime`, ISO 8601 and W3CDTF with week and ordinal dates, slashes and dots, epoch seconds
/// and milliseconds. A time without a zone is taken as UTC. A date that says nothing (zeros, year 1) is `nil`.
public enum FeedDate {
    /// The instant meant by `text`, or `nil` when it is not a date.
    public static func parse(_ text: String) -> Date? { text.withTextBytes { parse($0) } }

    static func parse(_ text: TextBytes) -> Date? {
        if let date = UsualDateReader.read(text) { return date }
        guard let tokens = DateTokens(text) else { return nil }
        if tokens.count == 1, tokens[0].kind == .number, let date = bareNumber(tokens) { return date }
        if let date = ISODateReader.read(tokens) { return date }
        return LooseDateReader.read(tokens)
    }

    /// Epoch seconds (9 or 10 digits) and milliseconds (12 or 13 digits).
    private static func bareNumber(_ tokens: DateTokens) -> Date? {
        switch tokens[0].length {
        case 9, 10: Date(timeIntervalSince1970: Double(tokens[0].value))
        case 12, 13: Date(timeIntervalSince1970: Double(tokens[0].value) / 1000)
        default: nil
        }
    }
}
