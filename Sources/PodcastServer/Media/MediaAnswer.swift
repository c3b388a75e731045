import Foundation
import HTTP

/// Makes answers out of what is known of a file; the rules of ranges and conditions are those of files.
enum MediaAnswer {
    /// The answer from a complete file.
    static func file(
        path: String,
        size: Int64,
        facts: MediaFacts,
        tag: String,
        _ request: HTTPServerRequest
    ) -> HTTPServerResponse {
        var response = HTTPServerResponse.file(
            path: path,
            size: size,
            modified: nil,
            entityTag: EntityTag(tag, isWeak: false),
            contentType: facts.type,
            request: request
        )
        dress(&response)
        return response
    }

    /// The answer whose bytes come as they are read.
    static func stream(
        _ entry: MediaEntry,
        _ header: MediaHeader,
        _ request: HTTPServerRequest
    ) async -> HTTPServerResponse {
        guard let length = header.facts.length else { return await endless(entry, header, request) }
        var response = file(path: "", size: length, facts: header.facts, tag: header.tag, request)
        guard case .file(let region) = response.body.storage else { return response }
        response.content = .body(await body(entry, header, region.range, request))
        return response
    }

    /// Without a length no range can be promised: the whole, for as long as it comes.
    private static func endless(
        _ entry: MediaEntry,
        _ header: MediaHeader,
        _ request: HTTPServerRequest
    ) async -> HTTPServerResponse {
        var response = HTTPServerResponse(.ok, fields: ["Content-Type": header.facts.type])
        response.fields["Accept-Ranges"] = "none"
        dress(&response)
        response.content = .body(await body(entry, header, nil, request))
        return response
    }

    private static func body(
        _ entry: MediaEntry,
        _ header: MediaHeader,
        _ range: Range<Int64>?,
        _ request: HTTPServerRequest
    ) async -> HTTPBody {
        let length = range.map { $0.upperBound - $0.lowerBound }
        guard request.method == .get else { return HTTPBody(length: length) { nil } }
        let number = await entry.attach(range, generation: header.generation)
        let reader = MediaReader(entry, number: number, header: header, range: range)
        return HTTPBody(length: length) { try await reader.next() }
    }

    /// The range a request asks for; `nil` where it can't be satisfied.
    static func range(_ request: HTTPServerRequest, length: Int64, tag: String) -> Range<Int64>? {
        guard request.method == .get else { return 0..<0 }
        let entityTag = EntityTag(tag, isWeak: false)
        switch ByteRange(requestedBy: request.fields, size: length, entityTag: entityTag, modified: nil) {
        case .whole: return 0..<length
        case .partial(let range): return range
        case .unsatisfiable: return nil
        }
    }

    /// The first byte asked for, as far as that can be told before the length is known.
    static func firstByte(_ request: HTTPServerRequest) -> Int64 {
        guard request.method == .get, let field = request.fields["Range"], !field.contains("=-") else { return 0 }
        if case .partial(let range) = ByteRange(field, size: .max) { return range.lowerBound }
        return 0
    }

    /// What every answer with media carries: a publisher's bytes must never run as a page of this server.
    private static func dress(_ response: inout HTTPServerResponse) {
        response.fields["X-Content-Type-Options"] = "nosniff"
        response.fields["Content-Security-Policy"] = "default-src 'none'; sandbox"
        response.fields["Cache-Control"] = "private, no-transform, max-age=86400"
    }
}
