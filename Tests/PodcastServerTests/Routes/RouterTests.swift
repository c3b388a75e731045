import HTTP
import Testing

@testable import PodcastServer

@Suite struct RouterTests {
    private func router() -> Router {
        var router = Router()
        router.on(.get, "/api/entries/unread-count") { _, _ in HTTPServerResponse(.ok) }
        router.on(.get, "/api/entries/{id}") { _, parameters in
            HTTPServerResponse(.ok, body: HTTPBody(parameters["id"]))
        }
        router.on(.put, "/api/entries/{id}/read") { _, _ in HTTPServerResponse(.noContent) }
        return router
    }

    private func answer(_ method: HTTPMethod, _ path: String) async throws -> String? {
        guard case .found(let action, let parameters, _) = router().match(method, path) else { return nil }
        let response = try await action(HTTPServerRequest(path: path), parameters)
        return String(decoding: try await response.body.collect(upTo: 100), as: UTF8.self)
    }

    @Test func aNameStandsForOneDecodedSegment() async throws {
        #expect(try await answer(.get, "/api/entries/12") == "12")
        #expect(try await answer(.get, "/api/entries/a%2Fb") == "a/b")
        #expect(try await answer(.get, "/api/entries/12/more") == nil)
    }

    @Test func theEarlierRouteWins() async throws {
        #expect(try await answer(.get, "/api/entries/unread-count") == "")
    }

    @Test func headFindsTheRouteOfGet() async throws {
        #expect(try await answer(.head, "/api/entries/12") == "12")
    }

    @Test func otherMethodsAreNamed() {
        guard case .otherMethods(let methods) = router().match(.post, "/api/entries/12/read") else {
            Issue.record("expected other methods")
            return
        }
        #expect(methods == [.put])
    }

    @Test(arguments: ["/", "", "/api", "/api/entries/%FF", "/nothing/here"])
    func anUnknownPathMatchesNothing(path: String) {
        guard case .none = router().match(.get, path) else {
            Issue.record("expected nothing for \(path)")
            return
        }
    }
}

@Suite struct RouteSegmentTests {
    private func values(_ pattern: String, _ path: String) -> [String]? {
        var router = Router()
        router.on(.get, pattern) { _, _ in .init() }
        guard case .found(_, let parameters, _) = router.match(.get, path) else { return nil }
        return [parameters["user"], parameters["device"], parameters["format"]]
    }

    @Test(arguments: [
        ("/a/{user}.json", "/a/ann.json", ["ann", "", ""]), ("/a/{user}.json", "/a/a.b%40c.json", ["a.b@c", "", ""]),
        ("/a/{user}.json", "/a/.json", nil), ("/a/{user}.json", "/a/ann.txt", nil), ("/a/{user}.json", "/a/ann", nil),
        ("/{user}/{device}.{format}", "/ann/my.phone.opml", ["ann", "my.phone", "opml"]),
        ("/{user}/{device}.{format}", "/ann/.opml", nil), ("/{user}/{device}.{format}", "/ann/phone", nil),
        ("/{user}/{device}.{format}", "/ann/phone.", ["ann", "phone", ""]), ("/a/{user}", "/a/%ff", nil),
    ])
    func namesAndEndingsAreToldApart(pattern: String, path: String, expected: [String]?) {
        #expect(values(pattern, path) == expected)
    }
}
