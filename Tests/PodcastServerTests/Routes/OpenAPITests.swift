import Foundation
import HTTP
import PodcastAPI
import TestSupport
import Testing

@testable import PodcastServer

/// Holds the running server to `docs/openapi.json`, and the file to the server.
@Suite struct OpenAPITests {
    private let document: [String: Any]
    private let schema: JSONSchema

    init() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(contentsOf: root.appendingPathComponent("docs/openapi.json"))
        document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        schema = JSONSchema(document: document)
    }

    private var operations: [(method: String, path: String, operation: [String: Any])] {
        let paths = document["paths"] as? [String: [String: [String: Any]]] ?? [:]
        var operations: [(method: String, path: String, operation: [String: Any])] = []
        for (path, methods) in paths.sorted(by: { $0.key < $1.key }) {
            for (method, operation) in methods.sorted(by: { $0.key < $1.key }) where operation["x-planned"] == nil {
                operations.append((method.uppercased(), path, operation))
            }
        }
        return operations
    }

    @Test func theFileAndTheServerNameTheSameRoutes() async throws {
        try await Rig.with { (rig: Rig) async throws in
            func shape(_ pattern: String) -> String { pattern.replacing(/\{[^}]*\}/, with: "{}") }
            let described = Set(operations.map { "\($0.method) \(shape($0.path))" })
            let served = Set(rig.server.routeNames.map { shape($0) })
            #expect(described == served)
            #expect(described.count >= 20)
        }
    }

    @Test func withoutASessionOnlyThePublicRoutesAnswer() async throws {
        try await Rig.with { (rig: Rig) async throws in
            for (method, path, operation) in operations {
                let filled = path.replacing(/\{[^}]*\}/, with: "1")
                let answer = try await rig.send(HTTPMethod(rawValue: method), filled)
                let isPublic = (operation["security"] as? [Any])?.isEmpty == true
                #expect((answer.status == 401) == !isPublic, "\(method) \(path) \(answer.status)")
            }
        }
    }

    @Test func answersHaveTheFormThatTheFileGives() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            try await rig.subscribe()
            let position = PlayPosition(seconds: 1, duration: 2, at: Date())
            let feed = SubscribeRequest(url: rig.publisher.url("/other.xml").absoluteString)
            let choice = SubscribeRequest(url: rig.publisher.url("/page").absoluteString)
            try await check("GET", "/api/me", try await rig.send(.get, "/api/me"))
            try await check("POST", "/api/feeds", try await rig.send(.post, "/api/feeds", feed))
            try await check("POST", "/api/feeds", try await rig.send(.post, "/api/feeds", choice))
            try await check("GET", "/api/feeds", try await rig.send(.get, "/api/feeds"))
            try await check(
                "PATCH",
                "/api/feeds/{id}",
                try await rig.send(.patch, "/api/feeds/1", FeedChange(speed: 2))
            )
            try await check("POST", "/api/feeds/{id}/refresh", try await rig.send(.post, "/api/feeds/1/refresh"))
            try await check("GET", "/api/feeds/{id}/health", try await rig.send(.get, "/api/feeds/1/health"))
            try await check("GET", "/api/feeds/{id}/health", try await rig.send(.get, "/api/feeds/99/health"))
            try await check("GET", "/api/feeds/{id}/entries", try await rig.send(.get, "/api/feeds/1/entries?limit=2"))
            try await check("GET", "/api/feeds/{id}/entries", try await rig.send(.get, "/api/feeds/1/entries?limit=0"))
            try await check("GET", "/api/entries/{id}", try await rig.send(.get, "/api/entries/1"))
            try await check("GET", "/api/entries/{id}", try await rig.send(.get, "/api/entries/0"))
            let put = "/api/entries/1"
            try await check(
                "PUT",
                "/api/entries/{id}/position",
                try await rig.send(.put, "\(put)/position", position)
            )
            try await check(
                "PUT",
                "/api/entries/{id}/read",
                try await rig.send(.put, "\(put)/read", ReadFlag(read: true))
            )
            try await check(
                "PUT",
                "/api/entries/{id}/starred",
                try await rig.send(.put, "\(put)/starred", StarredFlag(starred: true))
            )
            try await check("GET", "/api/feeds/{id}/entries", try await rig.send(.get, "/api/feeds/all/entries"))
            try await check("GET", "/api/entries/unread-count", try await rig.send(.get, "/api/entries/unread-count"))
            try await check("POST", "/api/feeds/{id}/read", try await rig.send(.post, "/api/feeds/1/read", MarkRead()))
            try await check("GET", "/api/opml", try await rig.send(.get, "/api/opml"))
            try await check("GET", "/api/art/{id}", try await rig.send(.get, "/api/art/f1"))
            try await check("GET", "/media/{entry}/{name}", try await rig.send(.get, "/media/1/a.mp3"))
            try await check("DELETE", "/api/feeds/{id}", try await rig.send(.delete, "/api/feeds/1"))
            let login = LoginRequest(name: "ann", password: "correct horse")
            try await check("POST", "/api/login", try await rig.send(.post, "/api/login", login))
            try await check("POST", "/api/logout", try await rig.send(.post, "/api/logout"))
        }
    }

    @Test func theValidatorSeesWhatIsWrong() {
        let text: [String: Any] = ["type": "string", "enum": ["a"]]
        let object: [String: Any] = ["type": "object", "required": ["x"], "properties": ["x": text]]
        #expect(schema.complaints(["x": "a"], object).isEmpty)
        #expect(schema.complaints(["x": "b"], object).count == 1)
        #expect(schema.complaints(["y": "a"], object).count == 2)
        #expect(schema.complaints(["x": 1], object).count == 1)
        #expect(schema.complaints(true, ["type": "number"]).count == 1)
    }

    /// The status must be one the file lists, and a JSON body must have the form it gives for that status.
    private func check(_ method: String, _ path: String, _ answer: Answer) async throws {
        let operation = try #require(operations.first { $0.method == method && $0.path == path }?.operation)
        let responses = operation["responses"] as? [String: [String: Any]] ?? [:]
        let response = try #require(responses["\(answer.status)"], "\(method) \(path) gave \(answer.status)")
        let content = response["content"] as? [String: [String: Any]] ?? [:]
        guard let described = content["application/json"]?["schema"] as? [String: Any] else {
            #expect(answer.fields["Content-Type"]?.hasPrefix("application/json") != true)
            return
        }
        let value = try JSONSerialization.jsonObject(with: Data(answer.body), options: [.fragmentsAllowed])
        #expect(schema.complaints(value, described) == [], "\(method) \(path)")
    }
}
