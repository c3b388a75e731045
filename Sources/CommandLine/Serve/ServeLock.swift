import Essentials
import Foundation

/// Makes sure that one server at a time uses a data folder; the system lets go of it however the process ends.
final class ServeLock: Sendable {
    private let descriptor: Int32

    /// Another server is using the folder.
    struct Taken: SentenceError, Equatable {
        let folder: String
        var sentence: String { "Another tonearm serve is using \(folder); stop it or choose another --home." }
        let isRetryable = true
    }

    /// Locks `folder`.
    ///
    /// - Throws: ``Taken``, or `FileError`.
    init(folder: URL) throws {
        let path = folder.appendingPathComponent("serve.lock").path
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(errno: errno, path: path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw Taken(folder: folder.path)
        }
    }

    deinit { close(descriptor) }
}
