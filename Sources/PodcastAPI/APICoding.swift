public import Foundation

/// JSON as the API spells it: UTF-8, times as ISO 8601 in UTC with milliseconds, absent keys for absent values.
public enum APICoding {
    /// The JSON of a value.
    public static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            // Formatting cuts: 0.123 as the nearest binary fraction below it would come out as 122.
            let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
            let safe = Date(timeIntervalSince1970: (milliseconds + 0.1) / 1_000)
            try container.encode(safe.formatted(.iso8601WithMilliseconds))
        }
        return Array(try encoder.encode(value))
    }

    /// The value of a JSON text.
    ///
    /// - Throws: `DecodingError`.
    public static func decode<Value: Decodable>(_ type: Value.Type, from json: [UInt8]) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            if let date = (try? Date(text, strategy: .iso8601WithMilliseconds)) ?? (try? Date(text, strategy: .iso8601))
            {
                return date
            }
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an ISO 8601 time")
        }
        return try decoder.decode(type, from: Data(json))
    }
}

extension FormatStyle where Self == Date.ISO8601FormatStyle {
    /// `2026-11-30T08:11:17.250Z`, what JavaScript's `toISOString` writes.
    public static var iso8601WithMilliseconds: Date.ISO8601FormatStyle {
        Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    }
}

extension ParseStrategy where Self == Date.ISO8601FormatStyle {
    /// `2026-11-30T08:11:17.250Z`, what JavaScript's `toISOString` writes.
    public static var iso8601WithMilliseconds: Date.ISO8601FormatStyle {
        Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    }
}
