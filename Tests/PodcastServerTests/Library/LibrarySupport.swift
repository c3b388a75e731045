import Foundation
import HTTP
import PodcastAPI
import Testing

@testable import PodcastServer

/// `docs/openapi.json`, for tests that hold every answer they get to it.
struct AnswerForms: Sendable {
    private let responses: [String: [String: Data]]
    private let components: Data

    init() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(contentsOf: root.appendingPathComponent("docs/openapi.json"))
        let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        components = try JSONSerialization.data(withJSONObject: ["components": document["components"] ?? [:]])
        var responses: [String: [String: Data]] = [:]
        for (path, methods) in document["paths"] as? [String: [String: [String: Any]]] ?? [:] {
            for (method, operation) in methods {
                for (status, response) in operation["responses"] as? [String: [String: Any]] ?? [:] {
                    responses["\(method.uppercased()) \(path)", default: [:]][status] =
                        try JSONSerialization.data(withJSONObject: response)
                }
            }
        }
        self.responses = responses
    }

    /// The status must be one the file lists for the route, and a JSON body must have the form it gives for that status.
    func check(_ route: String, _ answer: Answer, _ location: SourceLocation) throws {
        let known = try #require(responses[route], "\(route) is not in the file", sourceLocation: location)
        guard let response = known["\(answer.status)"] else {
            Issue.record("\(route) gave \(answer.status): \(answer.text.prefix(300))", sourceLocation: location)
            return
        }
        let described = try JSONSerialization.jsonObject(with: response) as? [String: Any]
        let content = described?["content"] as? [String: [String: Any]] ?? [:]
        guard let form = content["application/json"]?["schema"] as? [String: Any], form["$ref"] != nil else { return }
        let document = try JSONSerialization.jsonObject(with: components) as? [String: Any] ?? [:]
        let value = try JSONSerialization.jsonObject(with: Data(answer.body), options: [.fragmentsAllowed])
        #expect(JSONSchema(document: document).complaints(value, form) == [], "\(route)", sourceLocation: location)
    }
}

extension Rig {
    private static let forms = Result { try AnswerForms() }

    /// Sends JSON to a route and holds the answer to the OpenAPI file.
    ///
    /// - Parameter route: method and pattern, as `PUT /api/queue/{entry}`; `ids` take the places in it, in order.
    @discardableResult
    func call(
        _ route: String,
        _ ids: String...,
        query: String = "",
        body: (any Encodable)? = nil,
        _ location: SourceLocation = #_sourceLocation
    ) async throws -> Answer {
        let parts = route.split(separator: " ").map(String.init)
        var path = parts[1]
        for id in ids {
            guard let place = path.firstRange(of: /\{[^}]*\}/) else { break }
            path.replaceSubrange(place, with: id)
        }
        let bytes = try body.map { try APICoding.encode($0) } ?? []
        let fields: HTTPFields = body == nil ? [:] : ["Content-Type": "application/json"]
        let answer = try await send(HTTPMethod(rawValue: parts[0]), path + query, fields: fields, body: bytes)
        try Self.forms.get().check(route, answer, location)
        return answer
    }

    /// The entries of the publisher's feed, the newest first: `Episode 5` to `Episode 1`.
    func entries() async throws -> [EntrySummary] {
        try await call("GET /api/feeds/{id}/entries", "all").json(EntryPage.self).entries
    }

    /// The id of an episode of the publisher's first feed.
    func episode(_ number: Int) async throws -> String {
        try #require(try await entries().first { $0.title == "Episode \(number)" }?.id)
    }
}
