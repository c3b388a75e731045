import Essentials
import Foundation

/// An open file with bytes at any offset: reading and writing do not move anything, so any thread may do either.
final class PartialFile: Sendable {
    private let descriptor: Int32
    private let path: String

    /// Opens or creates the file.
    ///
    /// - Throws: ``FileError``.
    init(path: String) throws {
        // O_NOFOLLOW: a link planted in the folder must not lead writes elsewhere.
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileError(errno: errno, path: path) }
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    /// The file's size.
    var size: Int64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Reads exactly `count` bytes.
    ///
    /// - Throws: ``FileError`` where the file has fewer.
    func read(at offset: Int64, count: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = pread(
                    descriptor,
                    buffer.baseAddress?.advanced(by: filled),
                    count - filled,
                    off_t(offset) + filled
                )
                if got < 0, errno == EINTR { continue }
                if got < 0 { throw FileError(errno: errno, path: path) }
                if got == 0 { throw FileError.failed(path: path, reason: "it became shorter while it was being read") }
                filled += got
            }
        }
    }

    /// Writes all bytes.
    ///
    /// - Throws: ``FileError``, ``FileError/diskFull(path:)`` among them.
    func write(_ bytes: ArraySlice<UInt8>, at offset: Int64) throws {
        try bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let written = pwrite(
                    descriptor,
                    buffer.baseAddress?.advanced(by: done),
                    buffer.count - done,
                    off_t(offset) + done
                )
                if written < 0, errno == EINTR { continue }
                if written < 0 { throw FileError(errno: errno, path: path) }
                done += written
            }
        }
    }

    /// Returns when everything written is on the disk; takes long, away from the caller's executor.
    @concurrent func synchronize() async throws {
        guard fdatasync(descriptor) == 0 else { throw FileError(errno: errno, path: path) }
    }
}
