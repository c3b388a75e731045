import Database
import Foundation

/// A kept picture: an original (size 0) or a resized one.
struct ArtFileRecord: Sendable, Equatable {
    /// SHA-256 of the picture's address.
    var urlHash: [UInt8]
    /// The edge in pixels; 0 for the original.
    var size: Int
    /// Below the art folder.
    var path: String
    var type: String
    var bytes: Int64
    var etag: String?
    var lastModified: String?
    var fetched: Date
    var lastUsed: Date

    static let columns = "url_hash, size, path, type, bytes, etag, last_modified, fetched, last_used"

    init(urlHash: [UInt8], size: Int, path: String, type: String, bytes: Int64, fetched: Date) {
        self.urlHash = urlHash
        self.size = size
        self.path = path
        self.type = type
        self.bytes = bytes
        self.fetched = fetched
        lastUsed = fetched
    }

    init(_ row: Row) throws {
        urlHash = try row["url_hash"]
        size = try row["size"]
        path = try row["path"]
        type = try row["type"]
        bytes = try row["bytes"]
        etag = try row["etag"]
        lastModified = try row["last_modified"]
        fetched = try row["fetched"]
        lastUsed = try row["last_used"]
    }
}
