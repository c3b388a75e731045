import Foundation
import HTTP

/// How a publisher's server can be asked for a part; learned from its answers.
enum UpstreamManner: Int, Sendable {
    /// With `Range`.
    case ranged
    /// For the whole only: it gives nonsense for ranges.
    case plain
    /// For the whole, decoded here: it compresses though asked not to.
    case decoded
}

/// An answer that makes another manner of asking necessary.
struct MannerNeeded: Error, Equatable {
    var manner: UpstreamManner
}

/// A transfer that has begun: what is known of the file and where the bytes that come belong.
struct OpenedMedia: Sendable {
    var facts: MediaFacts
    /// The offset of the first byte that comes.
    var start: Int64
    /// Whether the server gave the part that was asked for.
    var isPart: Bool
    /// Whether the message itself says where it ends, so that its end is the file's end and no broken connection.
    var endIsProven: Bool
    /// The bytes.
    var body: BodyReader
}

/// The pieces of a body, some of which were looked at before.
actor BodyReader {
    private var ahead: [[UInt8]] = []
    private var iterator: HTTPBody.Iterator

    init(_ body: HTTPBody) { iterator = body.makeAsyncIterator() }

    /// The next piece.
    func next() async throws -> [UInt8]? {
        ahead.isEmpty ? try await pull() : ahead.removeFirst()
    }

    /// Looks at the first bytes without taking them: at least `count`, or all there are.
    func peek(_ count: Int) async throws -> (bytes: [UInt8], ended: Bool) {
        while ahead.reduce(0, { $0 + $1.count }) < count {
            guard let piece = try await pull() else { return (Array(ahead.joined()), true) }
            ahead.append(piece)
        }
        return (Array(ahead.joined().prefix(count)), false)
    }

    private func pull() async throws -> [UInt8]? {
        var copy = iterator
        defer { iterator = copy }
        return try await copy.next()
    }
}

/// Asks the publisher's server and makes sure that what it answers is the file that was promised.
struct MediaUpstream: Sendable {
    let client: any HTTPClient
    let source: MediaSource
    let idleTimeout: Duration

    /// Begins a transfer of the bytes from `offset`, to `end` where the server takes ranges.
    ///
    /// - Parameter known: what is known of the file; another version is ``MediaError/changed(host:)``.
    /// - Throws: ``MediaError``, `HTTPError`, ``MannerNeeded``, `CancellationError`.
    func open(
        at offset: Int64,
        to end: Int64?,
        known: MediaFacts?,
        manner: UpstreamManner
    ) async throws -> OpenedMedia {
        let response = try await client.send(
            request(at: offset, to: end, known: known, manner: manner),
            options(manner)
        )
        let place = try place(response, offset: offset, known: known, manner: manner)
        if manner != .decoded, let coding = response.fields["Content-Encoding"], coding.lowercased() != "identity" {
            throw MannerNeeded(manner: .decoded)
        }
        return try await inspect(response, start: place.start, size: place.size, known: known, manner: manner)
    }

    private func request(
        at offset: Int64,
        to end: Int64?,
        known: MediaFacts?,
        manner: UpstreamManner
    ) -> HTTPRequest {
        var request = HTTPRequest(.get, source.url, fields: source.fields)
        request.fields["Accept"] = "*/*"
        guard manner != .decoded else { return request }
        request.fields["Accept-Encoding"] = "identity"
        guard manner == .ranged else { return request }
        request.fields["Range"] = "bytes=\(offset)-" + (end.map { String($0 - 1) } ?? "")
        request.fields["If-Range"] = known?.validator
        return request
    }

    private func options(_ manner: UpstreamManner) -> HTTPRequestOptions {
        var options = HTTPRequestOptions()
        options.redirects = .follow
        options.maximumRedirects = 10
        options.idleTimeout = idleTimeout
        options.decompresses = manner == .decoded
        return options
    }

    /// Where the answer's bytes belong, and the size of the whole.
    private func place(
        _ response: HTTPResponse,
        offset: Int64,
        known: MediaFacts?,
        manner: UpstreamManner
    ) throws -> (start: Int64, size: Int64?) {
        let contentRange = response.fields["Content-Range"].flatMap { ContentRange($0) }
        switch response.status {
        case .partialContent where manner == .ranged:
            // Another part than the one asked for, or a part of who knows what: ask for the whole instead.
            guard let contentRange, let range = contentRange.range, let size = contentRange.size,
                range.lowerBound == offset
            else { throw MannerNeeded(manner: .plain) }
            return (offset, size)
        case .ok:
            let length = manner == .decoded ? nil : response.fields["Content-Length"].flatMap { Int64($0) }
            return (0, length.flatMap { $0 >= 0 ? $0 : nil })
        case .rangeNotSatisfiable where manner == .ranged:
            guard let known else { throw MediaError.unsatisfiable(length: contentRange?.size) }
            if let length = known.length, let size = contentRange?.size, size != length {
                throw MediaError.changed(host: source.host)
            }
            throw MannerNeeded(manner: .plain)
        default:
            let retryAfter = response.fields["Retry-After"]
            throw MediaError.refused(host: source.host, status: response.status.rawValue, retryAfter: retryAfter)
        }
    }

    /// Looks at the answer's fields and first bytes.
    private func inspect(
        _ response: HTTPResponse,
        start: Int64,
        size: Int64?,
        known: MediaFacts?,
        manner: UpstreamManner
    ) async throws -> OpenedMedia {
        let served = response.fields["Content-Type"]
        let body = BodyReader(response.body)
        var prefix: [UInt8] = []
        if start == 0 {
            let (bytes, ended) = try await body.peek(MediaSniffer.prefixLength)
            if bytes.isEmpty, ended, size ?? 0 == 0 { throw MediaError.empty(host: source.host) }
            prefix = bytes
        }
        let facts = MediaFacts(
            length: size,
            type: known?.type ?? MediaSniffer.type(of: prefix, served: served, source: source),
            entityTag: response.fields["ETag"],
            modified: response.fields["Last-Modified"]
        )
        if known == nil || response.status == .ok {
            try await refusePages(prefix, served: served.flatMap { MediaType($0) }, size: size, body: body)
        }
        if let known, known.contradicts(facts) { throw MediaError.changed(host: source.host) }
        let isChunked = response.fields["Transfer-Encoding"]?.lowercased().contains("chunked") == true
        return OpenedMedia(
            facts: facts,
            start: start,
            isPart: response.status == .partialContent,
            endIsProven: response.fields["Content-Length"] != nil || isChunked,
            body: body
        )
    }

    /// Refuses a page of text where something that plays was promised: log-in pages and "not found" come with 200.
    private func refusePages(_ prefix: [UInt8], served: MediaType?, size: Int64?, body: BodyReader) async throws {
        guard source.promisesMedia, MediaSniffer.type(of: prefix, declared: served) == nil else { return }
        let page = MediaError.errorPage(host: source.host)
        if MediaSniffer.isPage(prefix) || served?.essence == "text/html" { throw page }
        guard MediaSniffer.isText(served) else { return }
        let limit = MediaSniffer.errorPageLimit
        if let size {
            if size < limit { throw page }
        } else if try await body.peek(Int(limit)).ended {
            throw page
        }
    }
}
