import COpenSSL

/// SHA-1 (FIPS 180-4), for identifiers that are defined with it; never for secrecy.
public enum SHA1Digest {
    /// The 20-byte digest of `bytes`.
    public static func of(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 20)
        // Fails only when memory is exhausted, which ends a Swift process anyway.
        precondition(EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha1(), nil) == 1, "SHA-1 is not available")
        return digest
    }
}
