import COpenSSL

/// SHA-256 (FIPS 180-4), whole or piece by piece.
public struct SHA256Digest: ~Copyable {
    private let context: OpaquePointer

    /// Starts an empty digest.
    public init() {
        // OpenSSL returns NULL here only when memory is exhausted, which ends a Swift process anyway.
        guard let context = EVP_MD_CTX_new() else { preconditionFailure("out of memory") }
        self.context = context
        EVP_DigestInit_ex(context, EVP_sha256(), nil)
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Adds bytes.
    public mutating func update(_ bytes: [UInt8]) {
        EVP_DigestUpdate(context, bytes, bytes.count)
    }

    /// The 32 bytes of the digest.
    public consuming func finish() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        EVP_DigestFinal_ex(context, &digest, nil)
        return digest
    }

    /// The 32-byte digest of `bytes`.
    public static func of(_ bytes: [UInt8]) -> [UInt8] {
        var digest = SHA256Digest()
        digest.update(bytes)
        return digest.finish()
    }

    /// The 32-byte digest of the UTF-8 of `text`.
    public static func of(_ text: String) -> [UInt8] { of(Array(text.utf8)) }
}
