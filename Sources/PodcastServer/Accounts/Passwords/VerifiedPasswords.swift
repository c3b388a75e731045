import Essentials
import Foundation

/// Passwords that were right a moment ago: programs send theirs with every request, and each check costs a tenth of a second.
///
/// Holds keyed digests only, for a few minutes, in memory. A changed password is another key, so nothing old opens a door.
struct VerifiedPasswords: Sendable {
    /// How long a check counts.
    static let lifetime: TimeInterval = 600
    static let capacity = 500

    private let key = secureRandomBytes(32)
    private var until: [[UInt8]: Date] = [:]

    /// Whether `password` was found right for the stored hash lately.
    func contains(_ password: String, storedHash: String, now: Date) -> Bool {
        until[digest(password, storedHash)].map { $0 > now } ?? false
    }

    /// Remembers that it was.
    mutating func insert(_ password: String, storedHash: String, now: Date) {
        if until.count >= Self.capacity {
            until = until.filter { $0.value > now }
            if until.count >= Self.capacity { until = [:] }
        }
        until[digest(password, storedHash)] = now.addingTimeInterval(Self.lifetime)
    }

    private func digest(_ password: String, _ storedHash: String) -> [UInt8] {
        var digest = SHA256Digest()
        // The key and the inner digest have a fixed length each, so nothing can be shifted from one part to the next.
        digest.update(key)
        digest.update(SHA256Digest.of(storedHash))
        digest.update(Array(password.utf8))
        return digest.finish()
    }
}
