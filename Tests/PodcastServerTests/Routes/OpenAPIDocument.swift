import Foundation
import HTTP
import Testing

/// `docs/openapi.json` as tests walk it.
struct OpenAPIDocument {
    struct Operation {
        var method: HTTPMethod
        /// The pattern, as `/api/entries/{id}`.
        var path: String
        var isPublic: Bool

        /// A path that the pattern matches.
        var filledPath: String { path.replacing(/\{[^}]*\}/, with: "1") }
    }

    let operations: [Operation]
    private let schema: JSONSchema
    private let paths: [String: [String: [String: Any]]]

    init() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(contentsOf: root.appendingPathComponent("docs/openapi.json"))
        let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        schema = JSONSchema(document: document)
        paths = document["paths"] as? [String: [String: [String: Any]]] ?? [:]
        operations = paths.sorted { $0.key < $1.key }.flatMap { path, methods in
            methods.sorted { $0.key < $1.key }.filter { $0.value["x-planned"] == nil }.map { method, operation in
                Operation(
                    method: HTTPMethod(rawValue: method.uppercased()),
                    path: path,
                    isPublic: (operation["security"] as? [Any])?.isEmpty == true
                )
            }
        }
    }

    /// What is wrong with an answer: a status that the file does not list, or JSON of another form.
    func complaints(_ method: HTTPMethod, _ path: String, _ answer: Answer) throws -> [String] {
        let operation = paths[path]?[method.rawValue.lowercased()]
        let responses = operation?["responses"] as? [String: [String: Any]] ?? [:]
        guard let response = responses["\(answer.status)"] else { return ["\(path) gave \(answer.status)"] }
        let content = response["content"] as? [String: [String: Any]] ?? [:]
        guard let described = content["application/json"]?["schema"] as? [String: Any] else {
            return answer.body.isEmpty || content["text/html"] != nil ? [] : ["\(path) has a body"]
        }
        let value = try JSONSerialization.jsonObject(with: Data(answer.body), options: [.fragmentsAllowed])
        return schema.complaints(value, described)
    }
}
