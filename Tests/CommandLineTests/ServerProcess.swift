import Foundation
import HTTP
import HTTPSoup
import PodcastAPI
import Processes
import TestSupport

/// The real `tonearm serve` as a process of its own, in a home of its own, to be stopped and killed.
final class ServerProcess: Sendable {
    let base: URL
    private let process: ChildProcess
    private let outputFile: URL
    private let cookie = Recorder<String>()
    private let client = SoupHTTPClient()

    /// The program that was built with the tests.
    static var program: URL {
        // Tests run from the same folder that the build puts programs in.
        let own = URL(fileURLWithPath: ProcessInfo.processInfo.arguments.first ?? "").resolvingSymlinksInPath()
        let beside = own.deletingLastPathComponent().appendingPathComponent("tonearm")
        if FileManager.default.isExecutableFile(atPath: beside.path) { return beside }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return root.appendingPathComponent(".build/debug/tonearm")
    }

    /// How it was started, to start it again.
    private let home: URL
    private let database: String?
    private let arguments: [String]

    private init(
        _ process: ChildProcess,
        output: URL,
        base: URL,
        home: URL,
        database: String?,
        arguments: [String]
    ) {
        self.process = process
        outputFile = output
        self.base = base
        self.home = home
        self.database = database
        self.arguments = arguments
    }

    /// Starts a server below `home`, waits until it listens and signs in.
    ///
    /// - Parameter database: the address of a PostgreSQL database instead of a file.
    static func start(home: URL, database: String? = nil, arguments: [String] = []) async throws -> ServerProcess {
        let server = try await launch(home, database, arguments, waitsForLink: true)
        try await server.signIn(server.output)
        return server
    }

    /// Starts it again with what it was started with, after a stop or a kill; the session goes on.
    func restarted(database other: String? = nil) async throws -> ServerProcess {
        let server = try await Self.launch(home, other ?? database, arguments, waitsForLink: false)
        if let known = cookie.all.last { server.cookie.append(known) }
        return server
    }

    private static func launch(
        _ home: URL,
        _ database: String?,
        _ arguments: [String],
        waitsForLink: Bool
    ) async throws -> ServerProcess {
        let output = home.appendingPathComponent("output-\(UInt32.random(in: .min ... .max))")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        try Data().write(to: output)
        let file = try FileHandle(forWritingTo: output)
        var environment = ProcessInfo.processInfo.environment
        environment["TONEARM_DATABASE"] = database
        let process = try ChildProcess(
            program.path,
            ["serve", "--port", "0", "--home", home.path, "--allow-private-addresses", "--sign-in-link"] + arguments,
            environment: environment,
            output: .descriptor(file.fileDescriptor)
        )
        try file.close()
        var text = ""
        func isReady() -> Bool {
            waitsForLink ? text.contains("#setup=") || text.contains("#token=") : text.contains("Listening on")
        }
        while !isReady() {
            guard process.isRunning else { throw CocoaError(.executableLoad) }
            try await Task.sleep(for: .milliseconds(20))
            text = try String(contentsOf: output, encoding: .utf8)
        }
        guard let base = text.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/).flatMap({ URL(string: String($0.output)) })
        else { throw CocoaError(.fileReadCorruptFile) }
        return ServerProcess(
            process,
            output: output,
            base: base,
            home: home,
            database: database,
            arguments: arguments
        )
    }

    private func signIn(_ text: String) async throws {
        if let token = text.firstMatch(of: /#setup=([\w-]+)/)?.output.1 {
            let setup = SetupRequest(token: String(token), name: "ann", password: "correct horse")
            _ = try await send(.post, "/api/setup", setup)
        } else if let token = text.firstMatch(of: /#token=([\w-]+)/)?.output.1 {
            _ = try await send(.post, "/api/login", LoginRequest(token: String(token)))
        }
    }

    /// Sends JSON with the session's cookie.
    func send(
        _ method: HTTPMethod,
        _ path: String,
        _ value: (any Encodable & Sendable)? = nil
    ) async throws -> HTTPResponse {
        guard let url = URL(string: path, relativeTo: base)?.absoluteURL else { throw HTTPError.invalidURL }
        var request = HTTPRequest(method, url)
        if let value {
            request.fields["Content-Type"] = "application/json"
            request.body = HTTPBody(try APICoding.encode(value))
        }
        request.fields["Cookie"] = cookie.all.last
        let response = try await client.send(request)
        if let set = response.fields["Set-Cookie"] { cookie.append(String(set.prefix { $0 != ";" })) }
        return response
    }

    /// Sends a list of feeds.
    func sendOPML(_ list: String) async throws -> HTTPResponse {
        guard let url = URL(string: "/api/opml", relativeTo: base)?.absoluteURL else { throw HTTPError.invalidURL }
        var request = HTTPRequest(.post, url)
        request.fields["Content-Type"] = "text/x-opml"
        request.fields["Cookie"] = cookie.all.last
        request.body = HTTPBody(list)
        return try await client.send(request)
    }

    /// The JSON answer to a GET.
    func get<Value: Decodable>(_ type: Value.Type, _ path: String) async throws -> Value {
        try APICoding.decode(type, from: try await send(.get, path).body.collect(upTo: 1 << 24))
    }

    /// Ends it without warning.
    func kill() async {
        process.send(SIGKILL)
        _ = await process.exit()
    }

    /// Asks it to stop and waits; the exit status.
    @discardableResult
    func stop() async -> ChildProcess.Exit {
        process.send(SIGTERM)
        return await process.exit()
    }

    /// What it wrote to its standard output.
    var output: String { (try? String(contentsOf: outputFile, encoding: .utf8)) ?? "" }
}
