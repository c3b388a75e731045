import Foundation
import HTTP
import HTTPSoup
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)), .serialized)
struct LeakTests {
    /// Sockets of this process that are connected to a port, at either end.
    private func sockets(_ port: Int) throws -> Int {
        let hexadecimal =
            ":" + String(repeating: "0", count: max(0, 4 - String(port, radix: 16).count))
            + String(port, radix: 16, uppercase: true)
        let table = try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)
        // State 01 is an established connection.
        return table.split(separator: "\n").count { line in
            let words = line.split(separator: " ")
            return words.count > 3 && words[3] == "01"
                && (words[1].hasSuffix(hexadecimal) || words[2].hasSuffix(hexadecimal))
        }
    }

    @Test func aThousandExchangesUseOneConnection() async throws {
        let handler = ClosureHandler { _ in HTTPServerResponse(body: HTTPBody { nil }) }
        try await SoupHTTPServer.withServer(handler: handler) { server in
            let client = SoupHTTPClient()
            for _ in 0..<1000 {
                let response = try await client.send(HTTPRequest(server.url()))
                #expect(try await response.body.collect(upTo: 10).isEmpty)
            }
            let open = try sockets(server.port)
            #expect(open <= 2)
        }
    }

    @Test func aClientThatIsLetGoKeepsNoConnection() async throws {
        let handler = ClosureHandler { _ in HTTPServerResponse(body: HTTPBody("ok")) }
        try await SoupHTTPServer.withServer(handler: handler) { server in
            for _ in 0..<50 {
                let client = SoupHTTPClient()
                let response = try await client.send(HTTPRequest(server.url()))
                _ = try await response.body.collect(upTo: 10)
            }
            // Closing takes a turn of the loop at either end; the suite's time limit ends this if it never happens.
            while try sockets(server.port) > 0 { await Task.yield() }
        }
    }

    @Test func aFileThatBecomesShorterCutsTheConnectionAndItsDescriptorIsClosed() async throws {
        try await temporaryFolder { folder in
            let file = folder.appendingPathComponent("short")
            try Data(count: 10).write(to: file)
            let handler = ClosureHandler { _ in
                HTTPServerResponse(body: HTTPBody(file: .init(path: file.path, range: 0..<1000)))
            }
            try await SoupHTTPServer.withServer(handler: handler) { server in
                let client = SoupHTTPClient()
                for _ in 0..<20 {
                    await #expect(throws: HTTPError.connectionLost(host: "127.0.0.1")) {
                        let response = try await client.send(HTTPRequest(server.url()))
                        for try await _ in response.body {}
                    }
                }
                while try holdsOpen(file.path) { await Task.yield() }
            }
        }
    }

    private func holdsOpen(_ path: String) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").contains {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
        }
    }
}
