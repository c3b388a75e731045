import Foundation

/// Turns plain values into JSON by reflection: structures to objects, `nil` left out, dates to ISO 8601, durations to
/// seconds, enumerations to their raw values.
enum JSONText {
    /// The members of a structure.
    static func object(_ value: Any) -> [String: Any] {
        var object: [String: Any] = [:]
        for child in Mirror(reflecting: value).children {
            guard let label = child.label, let json = json(child.value) else { continue }
            object[label] = json
        }
        return object
    }

    /// Sorted and indented.
    static func print(_ object: [String: Any]) -> String {
        let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Everything in it came out of `json`, which makes nothing else than JSON has.
        let data = (try? JSONSerialization.data(withJSONObject: object, options: options)) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }

    private static func json(_ value: Any) -> Any? {
        switch value {
        case let text as String: return text
        case let flag as Bool: return flag
        case let number as Int: return number
        case let number as Int64: return number
        case let number as Double: return number.isFinite ? number : nil
        case let date as Date: return date.formatted(.iso8601)
        case let duration as Duration:
            let (seconds, fraction) = duration.components
            return Double(seconds) + (Double(fraction) / 1e15).rounded() / 1000
        case let value as any RawRepresentable: return value.rawValue
        default: break
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.flatMap { json($0.value) }
        case .collection, .set: return mirror.children.compactMap { json($0.value) }
        default: return object(value)
        }
    }
}
