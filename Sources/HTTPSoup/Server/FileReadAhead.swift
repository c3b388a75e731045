import CSoup
import Essentials
import Foundation
import GLibLoop
import HTTP

/// Reads a region of a file off the loop, one piece ahead of the one being sent.
@GLibActor
final class FileReadAhead {
    /// Large enough that a turn between threads costs nothing beside the copy, small enough that a hundred readers fit in memory.
    private static let pieceSize = 256 * 1024
    /// Blocking reads have threads of their own, so that a slow disk stops neither the loop nor anybody's tasks.
    private static let queue = DispatchQueue(label: "file reading", attributes: .concurrent)

    private let file: OpenFile
    private var offset: Int64
    private let end: Int64
    private var ahead: Task<GLibPointer<OpaquePointer>?, any Error>?

    init(_ region: HTTPBody.FileRegion) {
        file = OpenFile(path: region.path)
        offset = region.range.lowerBound
        end = region.range.upperBound
    }

    isolated deinit {
        guard let ahead else { return }
        // The piece read ahead is nobody's now; this task lives until that read is done.
        Task { if let bytes = try? await ahead.value { g_bytes_unref(bytes.raw) } }
    }

    /// The next piece, owned by the caller; a file that became shorter than the region is an error, never a silent early end.
    func next() async throws -> GLibPointer<OpaquePointer>? {
        let piece = try await (ahead ?? read()).value
        ahead = piece == nil ? nil : read()
        return piece
    }

    private func read() -> Task<GLibPointer<OpaquePointer>?, any Error> {
        let (file, start) = (file, offset)
        let count = Int(min(Int64(Self.pieceSize), end - start))
        offset += Int64(count)
        // Ends by itself after one read of bounded size; a read cannot be cancelled anyway.
        return Task { @GLibActor in
            guard count > 0 else { return nil }
            return try await withCheckedThrowingContinuation { continuation in
                Self.queue.async { continuation.resume(with: Result { try file.read(at: start, count: count) }) }
            }
        }
    }
}

/// A file's descriptor, opened at the first read and closed with the object.
private final class OpenFile: Sendable {
    private let path: String
    private let lock = NSLock()
    /// Guarded by `lock`.
    private nonisolated(unsafe) var descriptor: Int32 = -1

    init(path: String) { self.path = path }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private func open() throws -> Int32 {
        try lock.withLock {
            if descriptor < 0 { descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC) }
            guard descriptor >= 0 else { throw FileError(errno: errno, path: path) }
            return descriptor
        }
    }

    func read(at start: Int64, count: Int) throws -> GLibPointer<OpaquePointer> {
        let descriptor = try open()
        guard let buffer = g_malloc(gsize(count)) else { throw FileError(errno: ENOMEM, path: path) }
        var done = 0
        while done < count {
            let got = pread(descriptor, buffer + done, count - done, off_t(start) + off_t(done))
            if got < 0, errno == EINTR { continue }
            guard got > 0 else {
                let code = errno
                g_free(buffer)
                if got < 0 { throw FileError(errno: code, path: path) }
                throw FileError.failed(path: path, reason: "it became shorter while it was being sent")
            }
            done += got
        }
        return GLibPointer(g_bytes_new_take(buffer, gsize(count)))
    }
}
