import Essentials
import Foundation
import HTTP

/// Checks the signed assertions of a proxy: who issued them, for whom, until when, and that the signer's key signed them.
actor AssertionVerifier {
    /// How far the signer's clock may be off.
    static let clockSkew: TimeInterval = 60
    private static let maximumFile = 1 << 20

    nonisolated let header: String
    private let configuration: AssertionConfiguration
    private let log: ServerLog
    private let now: @Sendable () -> Date
    private var keys: JSONWebKeySet
    private var stamp: FileStamp?

    /// Reads the keys.
    ///
    /// - Throws: ``KeySetError``, or `FileError`.
    init(_ configuration: AssertionConfiguration, log: ServerLog, now: @escaping @Sendable () -> Date) throws {
        self.configuration = configuration
        self.log = log
        self.now = now
        header = configuration.header
        stamp = FileStamp(configuration.keys)
        keys = try Self.read(configuration.keys)
    }

    /// The user's name in a token, or why it is not believed.
    func verify(_ text: String) -> Result<String, AssertionError> {
        guard let token = JSONWebToken(text) else { return .failure(.malformed) }
        // The list of algorithms is ours; what the token says only chooses from it, and the key must be of that kind.
        guard let algorithm = VerificationKey.Algorithm(rawValue: token.header.alg), token.header.crit == nil,
            let id = token.header.kid
        else { return .failure(.unsupported) }
        readAgainWhenChanged()
        let candidates = keys.keys(id, algorithm)
        guard !candidates.isEmpty else { return .failure(.unknownKey) }
        guard candidates.contains(where: { $0.verifies(token.signature, of: token.message) }) else {
            return .failure(.wrongSignature)
        }
        if let reason = refusal(of: token.claims) { return .failure(reason) }
        guard let name = token.text(configuration.userClaim), !name.isEmpty else { return .failure(.noName) }
        return .success(name)
    }

    private func refusal(of claims: JSONWebToken.Claims) -> AssertionError? {
        guard claims.iss == configuration.issuer else { return .otherIssuer }
        guard let audience = claims.aud, !configuration.audiences.isDisjoint(with: audience.names) else {
            return .otherAudience
        }
        let time = now().timeIntervalSince1970
        guard let end = claims.exp, end > time - Self.clockSkew else { return .expired }
        guard claims.nbf ?? 0 <= time + Self.clockSkew, claims.iat ?? 0 <= time + Self.clockSkew else {
            return .notYetValid
        }
        return nil
    }

    /// Takes changed keys in; a file that is broken at the moment leaves the last good ones in force.
    private func readAgainWhenChanged() {
        let current = FileStamp(configuration.keys)
        guard current != stamp else { return }
        stamp = current
        do {
            keys = try Self.read(configuration.keys)
            log("The keys in \(configuration.keys.lastPathComponent) have changed and were read again.")
        } catch {
            log("The keys read before stay in force: \(error)")
        }
    }

    private static func read(_ url: URL) throws -> JSONWebKeySet {
        guard let handle = try? FileHandle(forReadingFrom: url) else { throw FileError.missing(path: url.path) }
        defer { try? handle.close() }
        let data = (try? handle.read(upToCount: maximumFile + 1)) ?? Data()
        guard data.count <= maximumFile else { throw KeySetError.tooLarge(file: url.path) }
        return try JSONWebKeySet(Array(data), name: url.path)
    }
}

/// What tells a changed file from the same one.
private struct FileStamp: Equatable, Sendable {
    private var inode: UInt64
    private var size: Int64
    private var seconds: Int
    private var nanoseconds: Int

    init?(_ url: URL) {
        var info = stat()
        guard stat(url.path, &info) == 0 else { return nil }
        inode = UInt64(info.st_ino)
        size = Int64(info.st_size)
        seconds = info.st_mtim.tv_sec
        nanoseconds = info.st_mtim.tv_nsec
    }
}
