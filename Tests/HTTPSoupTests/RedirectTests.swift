import Foundation
import HTTP
import HTTPSoup
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RedirectTests {
    private let client = SoupHTTPClient()

    private func options(_ policy: HTTPRequestOptions.RedirectPolicy) -> HTTPRequestOptions {
        var options = HTTPRequestOptions()
        options.redirects = policy
        return options
    }

    private static func redirect(_ status: Int, to location: String) -> LyingServer.Step {
        .send("HTTP/1.1 \(status) Elsewhere\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n")
    }

    private static let answer = LyingServer.Step.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

    @Test func redirectsAreHandedOverWhenNotFollowed() async throws {
        let server = try LyingServer([.receiveHeader, Self.redirect(301, to: "/next")])
        let response = try await client.send(HTTPRequest(server.url()))
        #expect(response.status == 301)
        #expect(response.fields["Location"] == "/next")
        #expect(response.redirects.isEmpty)
    }

    @Test func theHopsAreRecorded() async throws {
        let server = try LyingServer([
            .receiveHeader, Self.redirect(301, to: "/two?x=1"), .receiveHeader, Self.redirect(302, to: "three"),
            .receiveHeader, Self.answer,
        ])
        let response = try await client.send(HTTPRequest(server.url("/one")), options(.sameOrigin))
        #expect(response.url == server.url("/three"))
        #expect(
            response.redirects == [
                .init(status: 301, from: server.url("/one"), to: server.url("/two?x=1")),
                .init(status: 302, from: server.url("/two?x=1"), to: server.url("/three")),
            ]
        )
        #expect(try await response.body.collect(upTo: 10) == Array("ok".utf8))
    }

    @Test func credentialsStayBehindWhenTheOriginChanges() async throws {
        let second = try LyingServer([.receiveHeader, Self.answer])
        let first = try LyingServer([.receiveHeader, Self.redirect(302, to: second.url("/x").absoluteString)])
        let fields: HTTPFields = [
            "Authorization": "Bearer secret", "Cookie": "session=secret", "Proxy-Authorization": "Basic secret",
            "Accept": "text/kept",
        ]
        let response = try await client.send(HTTPRequest(first.url(), fields: fields), options(.follow))
        #expect(response.status == .ok)
        #expect(first.received().components(separatedBy: "secret").count == 4)
        #expect(!second.received().contains("secret"))
        #expect(second.received().contains("Accept: text/kept"))
    }

    @Test func credentialsOfAnAddressStayWithIt() async throws {
        let second = try LyingServer([.receiveHeader, Self.answer])
        let first = try LyingServer([.receiveHeader, Self.redirect(302, to: second.url("/x").absoluteString)])
        let url = try #require(URL(string: "http://user:pass@127.0.0.1:\(first.port)/"))
        _ = try await client.send(HTTPRequest(url), options(.follow))
        #expect(first.received().contains("Authorization: Basic dXNlcjpwYXNz\r\n"))
        #expect(!first.received().contains("pass@"))
        #expect(!second.received().contains("Authorization"))
    }

    @Test func credentialsAreKeptWithinTheOrigin() async throws {
        let server = try LyingServer([.receiveHeader, Self.redirect(307, to: "/b"), .receiveHeader, Self.answer])
        _ = try await client.send(
            HTTPRequest(server.url("/a"), fields: ["Authorization": "Bearer secret"]),
            options(.follow)
        )
        #expect(server.received().components(separatedBy: "Bearer secret").count == 3)
    }

    @Test func anotherOriginIsRefusedByTheSameOriginPolicy() async throws {
        let second = try LyingServer([.receiveHeader, Self.answer])
        let first = try LyingServer([.receiveHeader, Self.redirect(302, to: second.url().absoluteString)])
        await #expect(throws: HTTPError.redirectRefused(host: "127.0.0.1", target: "127.0.0.1")) {
            try await client.send(HTTPRequest(first.url()), options(.sameOrigin))
        }
        #expect(second.connections == 0)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "javascript:alert(1)"])
    func onlyWebAddressesAreFollowed(target: String) async throws {
        let server = try LyingServer([.receiveHeader, Self.redirect(302, to: target)])
        await #expect(throws: HTTPError.self) { try await client.send(HTTPRequest(server.url()), options(.follow)) }
    }

    @Test func aCircleIsNoticedBeforeTheLimit() async throws {
        let server = try LyingServer([
            .receiveHeader, Self.redirect(302, to: "/b"), .receiveHeader, Self.redirect(302, to: "/a"), .receiveHeader,
            Self.answer,
        ])
        await #expect(throws: HTTPError.tooManyRedirects(host: "127.0.0.1")) {
            try await client.send(HTTPRequest(server.url("/a")), options(.follow))
        }
    }

    @Test func endlessRedirectsStopAtTheLimit() async throws {
        let asked = Counter()
        let handler = ClosureHandler { _ in
            HTTPServerResponse(.seeOther, fields: ["Location": "/\(asked.next())"])
        }
        try await SoupHTTPServer.withServer(handler: handler) { server in
            await #expect(throws: HTTPError.tooManyRedirects(host: "127.0.0.1")) {
                try await client.send(HTTPRequest(server.url()), options(.follow))
            }
            #expect(asked.value == 11)
        }
    }

    @Test(arguments: [
        (301, HTTPMethod.post, "GET", ""), (302, .post, "GET", ""), (303, .put, "GET", ""), (303, .head, "HEAD", ""),
        (307, .post, "POST", "body"), (308, .put, "PUT", "body"), (301, .put, "PUT", "body"),
    ])
    func theMethodChangesAsTheStatusSays(status: Int, method: HTTPMethod, expected: String, body: String) async throws {
        let handler = ClosureHandler { request in
            guard request.path == "/to" else {
                return HTTPServerResponse(HTTPStatus(rawValue: status), fields: ["Location": "/to"])
            }
            let text = try? await String(decoding: request.body.collect(upTo: 100), as: UTF8.self)
            return HTTPServerResponse(fields: ["X-Seen": "\(request.method.rawValue) \(text ?? "")"])
        }
        try await SoupHTTPServer.withServer(handler: handler) { server in
            let content = method == .head ? HTTPBody.empty : HTTPBody("body")
            let response = try await client.send(
                HTTPRequest(method, server.url("/from"), body: content),
                options(.follow)
            )
            #expect(response.fields["X-Seen"] == "\(expected) \(body)".trimmingCharacters(in: .whitespaces))
        }
    }

    @Test func aBodyThatCanBeReadOnceIsNotSentTwice() async throws {
        let server = try LyingServer([.receiveHeader, .receive(4), Self.redirect(307, to: "/b")])
        let isFirst = Counter()
        let body = HTTPBody(length: 4) { isFirst.next() == 0 ? Array("body".utf8) : nil }
        await #expect(throws: HTTPError.redirectRefused(host: "127.0.0.1", target: "127.0.0.1")) {
            try await client.send(HTTPRequest(.post, server.url(), body: body), options(.follow))
        }
    }
}
