import Foundation
import HTTP
import HTTPSoup
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AddressGuardTests {
    @Test(arguments: ["127.0.0.1", "localhost"])
    func nothingIsSentToARefusedAddress(host: String) async throws {
        let server = try LyingServer([.receiveHeader, .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")])
        var configuration = HTTPClientConfiguration()
        configuration.allowsAddress = { _ in false }
        let client = SoupHTTPClient(configuration: configuration)
        let url = try #require(URL(string: "http://\(host):\(server.port)/"))
        await #expect(throws: HTTPError.refusedAddress(host: host)) { try await client.send(HTTPRequest(url)) }
        #expect(server.received().isEmpty)
    }

    @Test func theGuardSeesTheAddressBehindTheName() async throws {
        let server = try LyingServer([.receiveHeader, .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")])
        let seen = Recorder<String>()
        var configuration = HTTPClientConfiguration()
        configuration.allowsAddress = { address in
            seen.append(address)
            return true
        }
        let url = try #require(URL(string: "http://localhost:\(server.port)/"))
        let response = try await SoupHTTPClient(configuration: configuration).send(HTTPRequest(url))
        #expect(response.status == .ok)
        #expect(seen.all.contains("127.0.0.1"))
    }

    @Test func aRedirectToARefusedAddressIsRefused() async throws {
        let inner = try LyingServer([.receiveHeader])
        let outer = try LyingServer([
            .receiveHeader,
            .send("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.2:\(inner.port)/\r\nContent-Length: 0\r\n\r\n"),
        ])
        var configuration = HTTPClientConfiguration()
        configuration.allowsAddress = { $0 == "127.0.0.1" }
        var options = HTTPRequestOptions()
        options.redirects = .follow
        await #expect(throws: HTTPError.refusedAddress(host: "127.0.0.2")) {
            try await SoupHTTPClient(configuration: configuration).send(HTTPRequest(outer.url()), options)
        }
        #expect(inner.connections == 0)
    }
}
