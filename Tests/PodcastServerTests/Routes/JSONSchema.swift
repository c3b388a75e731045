import Foundation

/// The part of JSON Schema that `docs/openapi.json` uses, as complaints about a value.
struct JSONSchema {
    private let schemas: [String: Any]

    init(document: [String: Any]) {
        let components = document["components"] as? [String: Any]
        schemas = components?["schemas"] as? [String: Any] ?? [:]
    }

    /// What is wrong with `value`; keys that the schema does not know are wrong too.
    func complaints(_ value: Any, _ schema: [String: Any], at path: String = "$") -> [String] {
        if let name = schema["$ref"] as? String {
            guard let known = schemas[String(name.split(separator: "/").last ?? "")] as? [String: Any] else {
                return ["\(path): unknown schema \(name)"]
            }
            return complaints(value, known, at: path)
        }
        if schema["allOf"] != nil { return object(value, properties(schema), required(schema), path) }
        switch schema["type"] as? String {
        case "object":
            // An object of any keys, such as a program's own settings.
            if schema["additionalProperties"] as? Bool == true {
                return value is [String: Any] ? [] : ["\(path): no object"]
            }
            return object(value, properties(schema), required(schema), path)
        case "array":
            guard let list = value as? [Any], let items = schema["items"] as? [String: Any] else {
                return ["\(path): not a list"]
            }
            return list.enumerated().flatMap { complaints($1, items, at: "\(path)[\($0)]") }
        case "string":
            guard let text = value as? String else { return ["\(path): not a text"] }
            if let allowed = schema["enum"] as? [String], !allowed.contains(text) { return ["\(path): \(text)"] }
            return []
        case "boolean": return isBoolean(value) ? [] : ["\(path): not true or false"]
        case "integer", "number": return value is NSNumber && !isBoolean(value) ? [] : ["\(path): not a number"]
        default: return ["\(path): the schema has no type"]
        }
    }

    private func object(
        _ value: Any,
        _ properties: [String: Any],
        _ required: [String],
        _ path: String
    ) -> [String] {
        guard let object = value as? [String: Any] else { return ["\(path): not an object"] }
        let missing = required.filter { object[$0] == nil }.map { "\(path): \($0) is missing" }
        let wrong = object.flatMap { key, value in
            guard let schema = properties[key] as? [String: Any] else { return ["\(path): \(key) is not described"] }
            return complaints(value, schema, at: "\(path).\(key)")
        }
        return missing + wrong
    }

    private func parts(_ schema: [String: Any]) -> [[String: Any]] {
        let list = schema["allOf"] as? [[String: Any]] ?? [schema]
        return list.map { part in
            guard let name = part["$ref"] as? String else { return part }
            return schemas[String(name.split(separator: "/").last ?? "")] as? [String: Any] ?? [:]
        }
    }

    private func properties(_ schema: [String: Any]) -> [String: Any] {
        parts(schema).reduce(into: [:]) { $0.merge($1["properties"] as? [String: Any] ?? [:]) { first, _ in first } }
    }

    private func required(_ schema: [String: Any]) -> [String] {
        parts(schema).flatMap { $0["required"] as? [String] ?? [] }
    }

    private func isBoolean(_ value: Any) -> Bool {
        (value as? NSNumber).map { String(cString: $0.objCType) == "c" || String(cString: $0.objCType) == "B" } ?? false
    }
}
