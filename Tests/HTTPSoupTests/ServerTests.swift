import Foundation
import HTTP
import HTTPSoup
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ServerTests {
    @Test func requestsReachTheHandlerWhole() async throws {
        let handler = ClosureHandler { request in
            let text = try? await String(decoding: request.body.collect(upTo: 100), as: UTF8.self)
            let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: ";")
            return HTTPServerResponse(
                .created,
                fields: ["Content-Type": "text/plain", "X-Seen": request.fields["X-Thing"] ?? "none"],
                body: HTTPBody("\(request.method.rawValue) \(request.path) \(request.rawPath) \(query) \(text ?? "?")")
            )
        }
        try await SoupHTTPServer.withServer(handler: handler) { server in
            let url = server.url("/a%20b%2Fc?x=1+2&y=%26")
            let request = HTTPRequest(.post, url, fields: ["X-Thing": "t"], body: HTTPBody("body"))
            let response = try await SoupHTTPClient().send(request)
            #expect(response.status == .created)
            #expect(response.fields["Server"] == "Tonearm")
            #expect(response.fields["Date"].flatMap(HTTPDate.date) != nil)
            #expect(response.fields["X-Seen"] == "t")
            let text = try await String(decoding: response.body.collect(upTo: 1000), as: UTF8.self)
            #expect(text == "POST /a b/c /a%20b%2Fc x=1 2;y=& body")
        }
    }

    @Test func oneConnectionServesManyRequests() async throws {
        let handler = ClosureHandler { request in HTTPServerResponse(body: HTTPBody("x\(request.path)")) }
        try await SoupHTTPServer.withServer(handler: handler) { server in
            let client = SoupHTTPClient()
            for number in 0..<1000 {
                let url = server.url("/\(number)")
                let response = try await client.send(HTTPRequest(url))
                #expect(try await response.body.collect(upTo: 10) == Array("x/\(number)".utf8))
            }
        }
    }

    @Test func streamsArriveInOrderAndWhole() async throws {
        let handler = ClosureHandler { _ in
            let counter = Counter()
            return HTTPServerResponse(
                body: HTTPBody {
                    let number = counter.next()
                    return number < 100 ? Array(repeating: UInt8(number), count: 50_000) : nil
                }
            )
        }
        try await SoupHTTPServer.withServer(handler: handler) { server in
            let url = server.url("/")
            let response = try await SoupHTTPClient().send(HTTPRequest(url))
            let bytes = try await response.body.collect(upTo: 10_000_000)
            #expect(bytes == (0..<100).flatMap { Array(repeating: UInt8($0), count: 50_000) })
        }
    }
}
