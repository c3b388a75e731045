import Foundation
import HTTP
import HTTPSoup
import PodcastAPI
import TestSupport

@testable import PodcastServer

/// How deep a test goes: the handler alone, a real socket, a foreign client.
enum Depth: CaseIterable, Sendable {
    case direct
    case loopback
    case curl
}

/// An answer with its body read.
struct Answer: Sendable {
    var status: Int
    var fields: HTTPFields
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    func json<Value: Decodable>(_ type: Value.Type) throws -> Value { try APICoding.decode(type, from: body) }

    var error: APIError? { try? json(APIError.self) }
}

/// A podcast server in a folder of its own, a publisher on loopback, and a client with a cookie.
final class Rig: Sendable {
    let server: PodcastServer
    let publisher: SoupHTTPServer
    private let listener: SoupHTTPServer?
    private let depth: Depth
    private let client = SoupHTTPClient()
    private let cookie = Recorder<String>()

    private init(_ server: PodcastServer, _ publisher: SoupHTTPServer, _ listener: SoupHTTPServer?, _ depth: Depth) {
        self.server = server
        self.publisher = publisher
        self.listener = listener
        self.depth = depth
    }

    /// Runs `body` with a new server at a depth.
    ///
    /// - Parameter configure: changes what the server is told; the folder is the test's own.
    static func with(
        _ depth: Depth = .direct,
        configure: (inout PodcastServer.Configuration, _ folder: URL) throws -> Void = { _, _ in },
        _ body: (Rig) async throws -> Void
    ) async throws {
        try await temporaryFolder { folder in
            let place = try await TestPlace.make(in: folder)
            var configuration = PodcastServer.Configuration(
                store: place.location,
                media: folder.appendingPathComponent("media"),
                mediaLimit: 1 << 30,
                art: folder.appendingPathComponent("art"),
                page: folder.appendingPathComponent("page"),
                version: "0.0-test"
            )
            // One sixty-fourth of the real cost: the tests are about the rules around it.
            configuration.passwordCost.logN = 10
            let page = folder.appendingPathComponent("page")
            try FileManager.default.createDirectory(at: page, withIntermediateDirectories: true)
            try Data("<!doctype html><title>Page</title>".utf8).write(to: page.appendingPathComponent("index.html"))
            try Data("secret".utf8).write(to: folder.appendingPathComponent("outside.js"))
            try configure(&configuration, folder)
            let client = SoupHTTPClient()
            let server = try await PodcastServer.open(configuration, clients: .init(feeds: client, media: client))
            try await SoupHTTPServer.withServer(handler: PodcastHost()) { publisher in
                let listener =
                    depth == .direct ? nil : try await SoupHTTPServer.start(HTTPServerConfiguration(), handler: server)
                do {
                    try await body(Rig(server, publisher, listener, depth))
                    await listener?.stop(grace: .zero)
                } catch {
                    await listener?.stop(grace: .zero)
                    throw error
                }
            }
            await server.close()
            await place.remove()
        }
    }

    /// Runs `body` signed in as the administrator.
    static func signedIn(
        _ depth: Depth = .direct,
        configure: (inout PodcastServer.Configuration, _ folder: URL) throws -> Void = { _, _ in },
        _ body: (Rig) async throws -> Void
    ) async throws {
        try await with(depth, configure: configure) { rig in
            let token = try await rig.server.makeSetupToken() ?? ""
            _ = try await rig.send(
                .post,
                "/api/setup",
                SetupRequest(token: token, name: "ann", password: "correct horse")
            )
            try await body(rig)
        }
    }

    /// Subscribes to the publisher's feed.
    func subscribe() async throws {
        _ = try await send(.post, "/api/feeds", SubscribeRequest(url: publisher.url("/show.xml").absoluteString))
    }

    /// Sends JSON.
    func send(_ method: HTTPMethod, _ path: String, _ value: some Encodable) async throws -> Answer {
        let fields: HTTPFields = ["Content-Type": "application/json"]
        return try await send(method, path, fields: fields, body: try APICoding.encode(value))
    }

    /// Sends a request with the cookie of the last sign-in.
    func send(
        _ method: HTTPMethod,
        _ path: String,
        fields: HTTPFields = [:],
        body: [UInt8] = [],
        from address: String = "127.0.0.1",
        remembering: Bool = true
    ) async throws -> Answer {
        var fields = fields
        if let cookie = cookie.all.last, fields["Cookie"] == nil { fields["Cookie"] = cookie }
        let answer =
            switch depth {
            case .direct: try await direct(method, path, fields, body, address)
            case .loopback: try await loopback(method, path, fields, body)
            case .curl: try await curl(method, path, fields, body)
            }
        if remembering, let set = answer.fields["Set-Cookie"], set.hasPrefix(SessionRoutes.cookieName) {
            cookie.append(String(set.prefix { $0 != ";" }))
        }
        return answer
    }

    /// Sends JSON as somebody else: without the cookie, unless `fields` has one, and remembering none.
    func send(
        _ method: HTTPMethod,
        _ path: String,
        _ value: (any Encodable & Sendable)? = nil,
        as fields: HTTPFields,
        from address: String = "127.0.0.1"
    ) async throws -> Answer {
        var fields = fields
        if fields["Cookie"] == nil { fields["Cookie"] = "" }
        if value != nil { fields["Content-Type"] = "application/json" }
        let body = try value.map { try APICoding.encode($0) } ?? []
        return try await send(method, path, fields: fields, body: body, from: address, remembering: false)
    }

    /// Makes an API token for the one who is signed in.
    func token(_ name: String = "player") async throws -> CreatedAPIToken {
        try await send(.post, "/api/tokens", NewAPIToken(name: name)).json(CreatedAPIToken.self)
    }

    /// Adds a user with a password.
    @discardableResult
    func addUser(_ name: String, password: String = "battery staple", administrator: Bool = false) async throws -> User
    {
        let new = NewUser(name: name, administrator: administrator)
        let created = try await send(.post, "/api/admin/users", new).json(CreatedUser.self)
        let reset = PasswordReset(token: Self.token(in: created.link), password: password)
        _ = try await send(.post, "/api/password", reset, as: [:])
        return created.user
    }

    /// The part of a link that the page sends.
    static func token(in link: OneUseLink) -> String { String(link.url.split(separator: "=").last ?? "") }

    /// Opens an answer that does not end, with the cookie of the last sign-in.
    func open(_ path: String) async throws -> HTTPResponse {
        guard let listener else { throw CocoaError(.featureUnsupported) }
        var fields = HTTPFields()
        fields["Cookie"] = cookie.all.last
        return try await client.send(HTTPRequest(.get, listener.url(path), fields: fields))
    }

    private func direct(
        _ method: HTTPMethod,
        _ path: String,
        _ fields: HTTPFields,
        _ body: [UInt8],
        _ address: String
    ) async throws -> Answer {
        let parts = URLComponents(string: path)
        let request = HTTPServerRequest(
            method: method,
            path: parts?.path ?? path,
            rawPath: parts?.percentEncodedPath ?? path,
            query: parts?.queryItems?.map { ($0.name, $0.value ?? "") } ?? [],
            fields: fields,
            body: HTTPBody(body),
            remoteAddress: address
        )
        let response = await server.respond(to: request)
        return Answer(
            status: response.status.rawValue,
            fields: response.fields,
            body: try await response.body.collect(upTo: 1 << 24)
        )
    }

    private func loopback(
        _ method: HTTPMethod,
        _ path: String,
        _ fields: HTTPFields,
        _ body: [UInt8]
    ) async throws -> Answer {
        guard let listener else { throw CocoaError(.featureUnsupported) }
        let response = try await client.send(
            HTTPRequest(method, listener.url(path), fields: fields, body: HTTPBody(body))
        )
        return Answer(
            status: response.status.rawValue,
            fields: response.fields,
            body: try await response.body.collect(upTo: 1 << 24)
        )
    }

    private func curl(
        _ method: HTTPMethod,
        _ path: String,
        _ fields: HTTPFields,
        _ body: [UInt8]
    ) async throws -> Answer {
        guard let listener else { throw CocoaError(.featureUnsupported) }
        var words = ["-s", "-i", "--max-time", "30", "-X", method.rawValue, listener.url(path).absoluteString]
        if method == .head { words += ["--head"] }
        for field in fields.all { words += ["-H", "\(field.name): \(field.value)"] }
        if !body.isEmpty { words += ["--data-binary", String(decoding: body, as: UTF8.self)] }
        let output = try await runCommandAsync("curl", words).output
        return try Self.parse(output)
    }

    /// Splits what `curl -i` prints.
    private static func parse(_ bytes: [UInt8]) throws -> Answer {
        let mark: [UInt8] = [13, 10, 13, 10]
        guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: mark) }) else {
            throw CocoaError(.coderReadCorrupt)
        }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        var fields = HTTPFields()
        for line in lines.dropFirst() {
            let sides = line.split(separator: ":", maxSplits: 1)
            if sides.count == 2 { fields.append(String(sides[0]), sides[1].trimmingCharacters(in: .whitespaces)) }
        }
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return Answer(status: status, fields: fields, body: Array(bytes[(end + 4)...]))
    }
}
