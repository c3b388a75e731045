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

    init() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(contentsOf: root.appendingPathComponent("docs/openapi.json"))
        let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let paths = document["paths"] as? [String: [String: [String: Any]]] ?? [:]
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
}
