import Foundation
import HTTP
import Synchronization
import TestSupport
import Testing

@testable import PodcastServer

/// A publisher's server without sockets: serves bytes with chosen manners and faults, and counts what it is asked.
final class Publisher: HTTPClient {
    /// What goes wrong with one answer.
    enum Fault: Sendable {
        /// The connection breaks after so many bytes of the body.
        case cut(after: Int)
        /// The body ends early as if that were all.
        case short(by: Int)
        case status(Int, HTTPFields = [:])
        case error(HTTPError)
        /// Instead of the file.
        case page(String, type: String)
        /// A part, but not the one asked for.
        case otherPart
        /// No bytes before the latch has fired.
        case held(Latch)
    }

    struct Settings: Sendable {
        var bytes: [UInt8]
        var type: String? = "audio/mpeg"
        var entityTag: String? = "\"v1\""
        var modified: String?
        var takesRanges = true
        var tellsLength = true
        var isChunked = true
        var compresses = false
        var pieceSize = 16 * 1024
        var fault: (@Sendable (_ request: Int) -> Fault?)?
    }

    struct Asked: Sendable {
        var fields: HTTPFields
        var options: HTTPRequestOptions
    }

    private struct State {
        var settings: Settings
        var asked: [Asked] = []
        var sent = 0
        var edits: [Int: @Sendable (inout Settings) -> Void] = [:]
    }

    private let state: Mutex<State>

    init(_ bytes: [UInt8], _ edit: (inout Settings) -> Void = { _ in }) {
        var settings = Settings(bytes: bytes)
        edit(&settings)
        state = Mutex(State(settings: settings))
    }

    func edit(_ change: (inout Settings) -> Void) { state.withLock { change(&$0.settings) } }
    /// Changes what is served just before the given request is answered.
    func edit(atRequest number: Int, _ change: @escaping @Sendable (inout Settings) -> Void) {
        state.withLock { $0.edits[number] = change }
    }
    var asked: [Asked] { state.withLock { $0.asked } }
    /// Bytes of bodies handed out.
    var sent: Int { state.withLock { $0.sent } }

    func openWebSocket(_ request: HTTPRequest, _ options: WebSocketOptions) async throws -> any WebSocket {
        throw HTTPError.invalidURL
    }

    func send(_ request: HTTPRequest, _ options: HTTPRequestOptions) async throws -> HTTPResponse {
        let (settings, number) = state.withLock { state in
            state.edits[state.asked.count]?(&state.settings)
            state.asked.append(Asked(fields: request.fields, options: options))
            return (state.settings, state.asked.count - 1)
        }
        let fault = settings.fault?(number)
        switch fault {
        case .status(let status, let fields):
            return HTTPResponse(
                status: HTTPStatus(rawValue: status),
                fields: fields,
                body: HTTPBody("no"),
                url: request.url
            )
        case .error(let error): throw error
        case .page(let text, let type):
            let fields: HTTPFields = ["Content-Type": type, "Content-Length": "\(text.utf8.count)"]
            return HTTPResponse(status: 200, fields: fields, body: HTTPBody(text), url: request.url)
        default: return answer(request, options, settings, fault)
        }
    }

    private func answer(
        _ request: HTTPRequest,
        _ options: HTTPRequestOptions,
        _ settings: Settings,
        _ fault: Fault?
    ) -> HTTPResponse {
        let size = Int64(settings.bytes.count)
        var fields: HTTPFields = [:]
        fields["Content-Type"] = settings.type
        fields["ETag"] = settings.entityTag
        fields["Last-Modified"] = settings.modified
        var range = 0..<size
        var status: HTTPStatus = 200
        let asked = settings.takesRanges ? request.fields : [:]
        let tag = settings.entityTag.flatMap { EntityTag($0) }
        let date = settings.modified.flatMap { HTTPDate.date(from: $0) }
        switch ByteRange(requestedBy: asked, size: size, entityTag: tag, modified: date) {
        case .whole: break
        case .partial(var part):
            if case .otherPart = fault { part = 0..<max(1, part.lowerBound) }
            range = part
            status = 206
            fields["Content-Range"] = ContentRange(range: part, size: size).description
        case .unsatisfiable:
            fields["Content-Range"] = ContentRange(range: nil, size: size).description
            return HTTPResponse(status: 416, fields: fields, url: request.url)
        }
        if settings.compresses, !options.decompresses { fields["Content-Encoding"] = "gzip" }
        if settings.tellsLength { fields["Content-Length"] = "\(range.upperBound - range.lowerBound)" }
        if !settings.tellsLength, settings.isChunked { fields["Transfer-Encoding"] = "chunked" }
        let pieces = Pieces(
            settings.bytes[Int(range.lowerBound)..<Int(range.upperBound)],
            settings.pieceSize,
            fault,
            request.url.host ?? ""
        )
        let body = HTTPBody { [weak self] in
            let piece = try await pieces.next()
            self?.state.withLock { $0.sent += piece?.count ?? 0 }
            return piece
        }
        return HTTPResponse(status: status, fields: fields, body: body, url: request.url)
    }

    private actor Pieces {
        private var rest: ArraySlice<UInt8>
        private let size: Int
        private var gate: Latch?
        private var untilCut: Int?
        private let host: String

        init(_ bytes: ArraySlice<UInt8>, _ size: Int, _ fault: Fault?, _ host: String) {
            rest = bytes
            self.size = size
            self.host = host
            switch fault {
            case .cut(let count): untilCut = count
            case .short(let count): rest = bytes.dropLast(count)
            case .held(let gate): self.gate = gate
            default: break
            }
        }

        func next() async throws -> [UInt8]? {
            if let gate { await gate.wait() }
            gate = nil
            try Task.checkCancellation()
            if let untilCut, untilCut <= 0 { throw HTTPError.connectionLost(host: host) }
            guard !rest.isEmpty else { return nil }
            let piece = Array(rest.prefix(min(size, untilCut ?? .max)))
            rest = rest.dropFirst(piece.count)
            untilCut = untilCut.map { $0 - piece.count }
            return piece
        }
    }
}

/// A library over a folder of its own that is removed afterwards.
func withMedia(
    _ publisher: Publisher,
    type: String? = "audio/mpeg",
    configure edit: (inout MediaConfiguration) -> Void = { _ in },
    _ body: (MediaLibrary, URL) async throws -> Void
) async throws {
    try await temporaryFolder { folder in
        let library = mediaLibrary(folder, publisher, type: type, configure: edit)
        do {
            try await body(library, folder)
            await library.close()
        } catch {
            await library.close()
            throw error
        }
    }
}

func mediaLibrary(
    _ folder: URL,
    _ client: any HTTPClient,
    url: String = "https://media.example/show/one.mp3",
    type: String? = "audio/mpeg",
    configure edit: (inout MediaConfiguration) -> Void = { _ in }
) -> MediaLibrary {
    var configuration = MediaConfiguration()
    configuration.linger = .zero
    configuration.pause = { _ in await Task.yield() }
    edit(&configuration)
    let source = URL(string: url).map { MediaSource(url: $0, type: type) }
    return MediaLibrary(
        folder: folder,
        client: client,
        catalog: { $0 < 100 ? source : nil },
        configuration: configuration
    )
}

extension MediaConfiguration {
    /// Leaves gaps where nobody asked.
    mutating func fetchesNoMoreThanAsked() {
        readAhead = 1
        finishWithin = 0
    }

    /// Keeps transfers of clients that left, so that a test's next request meets them for certain.
    mutating func lingersForever(readAhead: Int64) {
        self.readAhead = readAhead
        linger = .seconds(3600)
        pause = { try await Task.sleep(for: $0) }
        finishWithin = 0
    }
}

extension MediaLibrary {
    /// Asks like a player.
    func ask(
        _ entry: Int64 = 1,
        _ range: String? = nil,
        method: HTTPMethod = .get,
        _ fields: HTTPFields = [:]
    ) async -> HTTPServerResponse {
        var fields = fields
        fields["Range"] = range
        let request = HTTPServerRequest(method: method, path: "/media/\(entry)/one.mp3", fields: fields)
        return await respond(entry: entry, name: "one.mp3", request: request)
    }
}

extension MediaLibrary {
    /// Asks and reads all that comes.
    func bytes(_ entry: Int64 = 1, _ range: String? = nil) async throws -> Heard {
        try await ask(entry, range).bytes()
    }
}

extension HTTPServerResponse {
    /// All bytes of the body.
    func bytes() async throws -> Heard { Heard(try await body.collect(upTo: 1 << 30)) }
}

/// Bytes that a failed test does not print one by one.
struct Heard: Equatable, CustomStringConvertible, CustomTestStringConvertible {
    var bytes: [UInt8]

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    var isEmpty: Bool { bytes.isEmpty }
    var description: String { "\(bytes.count) bytes: \(bytes.prefix(8)) …" }
    var testDescription: String { description }
}

/// Bytes that look like an MP3 to whoever sniffs, and differ at every place.
func audioBytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    var bytes = [UInt8](repeating: 0, count: count)
    for index in bytes.indices {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        bytes[index] = UInt8(truncatingIfNeeded: state >> 24)
    }
    bytes.replaceSubrange(0..<min(count, 10), with: [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0].prefix(count))
    return bytes
}

/// Lets other tasks run until something holds; a test that waits for ever fails by the run's time limit.
func eventually(_ holds: () async -> Bool) async { while !(await holds()) { await Task.yield() } }
