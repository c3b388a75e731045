import Foundation

/// A JSON object read leniently: numbers where texts belong, texts where numbers belong.
struct JSONObject {
    private let members: [String: Any]

    init?(_ value: Any?) {
        guard let members = value as? [String: Any] else { return nil }
        self.members = members
    }

    /// Parses a whole document; `nil` when it is JSON but no object.
    ///
    /// - Throws: ``FeedError/malformedJSON``.
    static func parse(_ text: [UInt8]) throws -> JSONObject? {
        do {
            return JSONObject(try JSONSerialization.jsonObject(with: Data(text), options: [.fragmentsAllowed]))
        } catch {
            throw FeedError.malformedJSON
        }
    }

    /// A text without surrounding blanks; `nil` when missing or blank.
    func text(_ name: String) -> String? {
        switch members[name] {
        case let text as String:
            let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
            return trimmed.isEmpty ? nil : trimmed
        case let number as NSNumber: return number.stringValue
        default: return nil
        }
    }

    func number(_ name: String) -> Double? {
        switch members[name] {
        case let number as NSNumber: number.doubleValue
        case let text as String: text.withTextBytes { $0.decimal }
        default: nil
        }
    }

    func flag(_ name: String) -> Bool? {
        switch members[name] {
        case let flag as Bool: flag
        case let text as String: text.lowercased() == "true"
        default: nil
        }
    }

    func object(_ name: String) -> JSONObject? { JSONObject(members[name]) }

    func objects(_ name: String) -> [JSONObject] { (members[name] as? [Any] ?? []).compactMap { JSONObject($0) } }

    func texts(_ name: String) -> [String] {
        (members[name] as? [Any] ?? []).compactMap { $0 as? String }
            .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
    }

    func has(_ name: String) -> Bool { members[name] != nil }
}
