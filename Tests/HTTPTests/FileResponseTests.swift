import Foundation
import HTTP
import TestSupport
import Testing

struct FileResponseTests {
    private func answer(
        _ method: HTTPMethod,
        _ fields: HTTPFields,
        tag: EntityTag? = EntityTag("v", isWeak: false)
    )
        -> HTTPServerResponse
    {
        .file(
            path: "/nowhere",
            size: 100,
            modified: Date(timeIntervalSince1970: 784_111_777.9),
            entityTag: tag,
            contentType: "audio/mpeg",
            request: HTTPServerRequest(method: method, path: "/", fields: fields)
        )
    }

    @Test(
        arguments: [
            (HTTPMethod.get, [:], 200), (.head, [:], 200), (.post, [:], 405), (.get, ["Range": "bytes=0-9"], 206),
            (.head, ["Range": "bytes=0-9"], 200), (.get, ["Range": "bytes=100-"], 416),
            (.get, ["If-None-Match": "\"v\"", "Range": "bytes=0-9"], 304),
            (.get, ["If-None-Match": "\"w\"", "If-Modified-Since": "Sun, 06 Nov 1994 08:49:37 GMT"], 200),
            (.get, ["If-Modified-Since": "Sun, 06 Nov 1994 08:49:37 GMT"], 304),
            (.get, ["If-Modified-Since": "Sun, 06 Nov 1994 08:49:36 GMT"], 200),
            (.get, ["If-Modified-Since": "junk"], 200),
            (.get, ["If-Match": "\"w\""], 412), (.get, ["If-Match": "\"v\""], 200),
            (.get, ["If-Unmodified-Since": "Sun, 06 Nov 1994 08:49:36 GMT"], 412),
            (.get, ["Range": "bytes=0-9", "If-Range": "\"v\""], 206),
            (.get, ["Range": "bytes=0-9", "If-Range": "junk"], 200),
        ] as [(HTTPMethod, HTTPFields, Int)]
    )
    func theStatusFollowsTheConditions(method: HTTPMethod, fields: HTTPFields, status: Int) {
        #expect(answer(method, fields).status.rawValue == status)
    }

    @Test func aPartIsThatRegionOfTheFile() {
        let response = answer(.get, ["Range": "bytes=10-19"])
        #expect(response.fields["Content-Range"] == "bytes 10-19/100")
        #expect(response.body.length == 10)
        guard case .file(let region) = response.body.storage else {
            Issue.record("not a file")
            return
        }
        #expect(region == HTTPBody.FileRegion(path: "/nowhere", range: 10..<20))
    }

    @Test func aWeakTagNeverJoinsParts() {
        let response = answer(
            .get,
            ["Range": "bytes=0-9", "If-Range": "W/\"v\""],
            tag: EntityTag("v", isWeak: true)
        )
        #expect(response.status == .ok)
    }

    @Test func aRegionIsReadInPieces() async throws {
        try await temporaryFolder { folder in
            let file = folder.appendingPathComponent("file")
            let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            try Data(bytes).write(to: file)
            let body = HTTPBody(file: .init(path: file.path, range: 100..<900_000))
            #expect(try await body.collect(upTo: 1_000_000) == Array(bytes[100..<900_000]))
            await #expect(throws: (any Error).self) {
                try await HTTPBody(file: .init(path: file.path, range: 0..<1_000_001)).collect(upTo: 2_000_000)
            }
            await #expect(throws: HTTPError.bodyTooLarge(limit: 10)) { try await body.collect(upTo: 10) }
        }
    }
}
