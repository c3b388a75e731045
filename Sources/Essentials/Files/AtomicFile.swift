public import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Writes a whole file so that a reader, a crash or a full disk sees the old content or the new, never a part.
public enum AtomicFile {
    /// Replaces `url` with `bytes`: temporary file, fsync, rename, fsync of the folder.
    ///
    /// - Parameter permissions: the new file's mode; the default lets nobody but the owner read it.
    /// - Throws: ``FileError``; the old file is then untouched and no temporary file is left.
    public static func write(_ bytes: [UInt8], to url: URL, permissions: mode_t = 0o600) throws {
        let path = url.path
        let temporary = path + ".\(UInt64.random(in: .min ... .max)).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
        guard descriptor >= 0 else { throw FileError(errno: errno, path: path) }
        do {
            defer { close(descriptor) }
            try writeAll(bytes, to: descriptor, path: path)
            guard fsync(descriptor) == 0 else { throw FileError(errno: errno, path: path) }
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else {
            let code = errno
            unlink(temporary)
            throw FileError(errno: code, path: path)
        }
        try synchronizeFolder(of: url)
    }

    /// Makes a rename or a removal in the folder of `url` survive a power cut.
    public static func synchronizeFolder(of url: URL) throws {
        let folder = url.deletingLastPathComponent().path
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(errno: errno, path: folder) }
        defer { close(descriptor) }
        // Some file systems refuse fsync on a folder with EINVAL; there is nothing more to be had there.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw FileError(errno: errno, path: folder) }
    }

    /// Writes every byte, across short writes and interrupts.
    public static func writeAll(_ bytes: [UInt8], to descriptor: Int32, path: String) throws {
        try bytes.withUnsafeBytes { buffer in
            var offset = 0
            while offset < buffer.count {
                let written = Foundation.write(
                    descriptor,
                    buffer.baseAddress?.advanced(by: offset),
                    buffer.count - offset
                )
                if written < 0 {
                    if errno == EINTR { continue }
                    throw FileError(errno: errno, path: path)
                }
                offset += written
            }
        }
    }
}
