import Essentials
import Foundation
import HTTP

/// A server's answer whose body is read once, by one task; its beginning is held in memory.
struct FeedAnswer {
    let response: HTTPResponse
    /// The host that was asked.
    let host: String
    /// The body's beginning: all of it when ``isWhole``.
    private(set) var beginning: [UInt8] = []
    private(set) var isWhole = false
    private var iterator: HTTPBody.Iterator
    /// What ended the body behind the beginning; thrown when the reader comes there.
    private var end: HTTPError?

    /// Reads up to `spool` bytes ahead.
    ///
    /// - Throws: `HTTPError` when nothing came, or `CancellationError`.
    init(_ response: HTTPResponse, host: String, spool: Int) async throws {
        self.response = response
        self.host = host
        iterator = response.body.makeAsyncIterator()
        do {
            while beginning.count <= spool {
                guard let chunk = try await iterator.next() else {
                    isWhole = true
                    return
                }
                beginning += chunk
            }
        } catch let error as HTTPError {
            guard !beginning.isEmpty else { throw error }
            end = error
        }
    }

    var contentType: String? { response.fields["Content-Type"] }

    /// The digest of the whole body, where all of it is here.
    var digest: [UInt8]? { isWhole ? BodyDigest.of(beginning) : nil }

    /// The next piece behind the beginning.
    mutating func next() async throws -> [UInt8]? {
        if let end { throw end }
        return isWhole ? nil : try await iterator.next()
    }
}

/// What tells two bodies apart, and whether the same reader read them.
enum BodyDigest {
    /// Raised when the parser learns something, so that unchanged feeds are read again.
    static let readerVersion: UInt8 = 1

    static func begin() -> SHA256Digest {
        var digest = SHA256Digest()
        digest.update([readerVersion])
        return digest
    }

    static func of(_ body: [UInt8]) -> [UInt8] {
        var digest = begin()
        digest.update(body)
        return digest.finish()
    }
}
