import Essentials
import Foundation

/// Reads a region of a file in pieces, away from the caller's thread, so that a slow disk stops nobody else.
actor FileRegionReader {
    /// Large enough that system calls cost nothing beside the copy, small enough that a hundred readers fit in memory.
    static let chunkSize = 256 * 1024

    private let region: HTTPBody.FileRegion
    private var handle: FileHandle?
    private var offset: Int64

    init(_ region: HTTPBody.FileRegion) {
        self.region = region
        offset = region.range.lowerBound
    }

    /// The next piece; a file that became shorter than the region is an error, never a silent early end.
    func next() throws -> [UInt8]? {
        guard offset < region.range.upperBound else { return nil }
        let handle = try self.handle ?? open()
        let wanted = Int(min(Int64(Self.chunkSize), region.range.upperBound - offset))
        guard let data = try handle.read(upToCount: wanted), !data.isEmpty else {
            throw FileError.failed(path: region.path, reason: "it became shorter while it was being sent")
        }
        offset += Int64(data.count)
        return Array(data)
    }

    private func open() throws -> FileHandle {
        guard let handle = FileHandle(forReadingAtPath: region.path) else {
            throw FileError.missing(path: region.path)
        }
        try handle.seek(toOffset: UInt64(region.range.lowerBound))
        self.handle = handle
        return handle
    }
}
