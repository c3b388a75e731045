import Database
import Foundation

/// A kept media file, whole or in part.
struct MediaFileRecord: Sendable, Equatable {
    var id: Int64
    /// `nil` when the entry is gone and the file is to be removed.
    var entry: Int64?
    /// The enclosure that it holds.
    var url: String
    /// Below the media folder.
    var path: String
    /// The whole length in bytes.
    var length: Int64?
    var type: String?
    var etag: String?
    var lastModified: String?
    var isComplete: Bool
    /// Bytes on the disk.
    var bytesPresent: Int64
    /// Which bytes those are: half-open ranges, ascending and apart.
    var ranges: [Range<Int64>]
    var lastUsed: Date

    static let columns = """
        id, entry_id, url, path, length, type, etag, last_modified, is_complete, bytes_present, ranges, last_used
        """

    init(_ row: Row) throws {
        id = try row["id"]
        entry = try row["entry_id"]
        url = try row["url"]
        path = try row["path"]
        length = try row["length"]
        type = try row["type"]
        etag = try row["etag"]
        lastModified = try row["last_modified"]
        isComplete = try row["is_complete"]
        bytesPresent = try row["bytes_present"]
        ranges = Self.ranges(try row["ranges"])
        lastUsed = try row["last_used"]
    }

    /// `[[0,100],[200,300]]`.
    static func text(_ ranges: [Range<Int64>]) -> String {
        "[" + ranges.map { "[\($0.lowerBound),\($0.upperBound)]" }.joined(separator: ",") + "]"
    }

    /// Reads ``text(_:)``; none when it is something else, so that the bytes are fetched again.
    static func ranges(_ text: String) -> [Range<Int64>] {
        guard let pairs = try? JSONDecoder().decode([[Int64]].self, from: Data(text.utf8)) else { return [] }
        var ranges: [Range<Int64>] = []
        for pair in pairs {
            guard pair.count == 2, pair[0] < pair[1], pair[0] >= ranges.last?.upperBound ?? 0 else { return [] }
            ranges.append(pair[0]..<pair[1])
        }
        return ranges
    }
}
