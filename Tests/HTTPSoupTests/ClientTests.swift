import Foundation
import HTTP
import HTTPSoup
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ClientTests {
    @Test func answersComeWithStatusFieldsAndBody() async throws {
        let server = try LyingServer([
            .receiveHeader,
            .send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Thing: one\r\nX-Thing: two\r\n\r\nhello"),
        ])
        let client = SoupHTTPClient()
        let response = try await client.send(HTTPRequest(.get, server.url("/a?b=c"), fields: ["Accept": "text/plain"]))
        #expect(response.status == .ok)
        #expect(response.fields["x-thing"] == "one, two")
        #expect(response.body.length == 5)
        #expect(try await String(decoding: response.body.collect(upTo: 10), as: UTF8.self) == "hello")
        let request = server.received()
        #expect(request.hasPrefix("GET /a?b=c HTTP/1.1\r\n"))
        #expect(request.contains("Accept: text/plain\r\n"))
        #expect(request.contains("User-Agent: Tonearm/0.1 (podcast player)"))
    }
}
