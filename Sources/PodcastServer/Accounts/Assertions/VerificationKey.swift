import COpenSSL

/// A public key that verifies signatures of one algorithm.
struct VerificationKey: Sendable {
    /// The algorithms that are taken; a key belongs to one of them, whatever a token says.
    enum Algorithm: String, Sendable {
        /// RSA with PKCS #1 v1.5 and SHA-256.
        case rs256 = "RS256"
        /// ECDSA on P-256 with SHA-256.
        case es256 = "ES256"
    }

    let algorithm: Algorithm
    /// The SubjectPublicKeyInfo (RFC 5280).
    private let encoded: [UInt8]

    /// An RSA key of 2,048 to 16,384 bits; `nil` for another or a senseless one.
    init?(modulus: [UInt8], exponent: [UInt8]) {
        let significant = modulus.drop { $0 == 0 }
        guard (256...2048).contains(significant.count), !exponent.isEmpty, exponent.count <= 8 else { return nil }
        algorithm = .rs256
        encoded = DER.sequence(
            DER.sequence(DER.object([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 1]), DER.null()),
            DER.bits(DER.sequence(DER.unsigned(modulus), DER.unsigned(exponent)))
        )
        guard withKey({ _ in true }) == true else { return nil }
    }

    /// A point on P-256; `nil` for one that is not on the curve.
    init?(x: [UInt8], y: [UInt8]) {
        guard x.count == 32, y.count == 32 else { return nil }
        algorithm = .es256
        encoded = DER.sequence(
            DER.sequence(
                DER.object([0x2A, 0x86, 0x48, 0xCE, 0x3D, 2, 1]),
                DER.object([0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7])
            ),
            DER.bits([4] + x + y)
        )
        guard withKey({ _ in true }) == true else { return nil }
    }

    /// Whether `signature`, as JSON Web Signature spells it, is this key's over `message`.
    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        var signature = signature
        if algorithm == .es256 {
            // RFC 7518 section 3.4: both numbers as 32 bytes each; OpenSSL wants them in ASN.1.
            guard signature.count == 64 else { return false }
            signature = DER.sequence(DER.unsigned(signature[..<32]), DER.unsigned(signature[32...]))
        }
        return withKey { key in
            guard let context = EVP_MD_CTX_new() else { return false }
            defer { EVP_MD_CTX_free(context) }
            guard EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1 else { return false }
            return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
        } ?? false
    }

    /// Lends OpenSSL's form of the key; `nil` where it is none.
    private func withKey(_ body: (OpaquePointer) -> Bool) -> Bool? {
        let key = encoded.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            var cursor = bytes.baseAddress
            return d2i_PUBKEY(nil, &cursor, bytes.count)
        }
        // A failed call leaves its reasons in the thread's queue, where the next caller would take them for its own.
        defer { ERR_clear_error() }
        guard let key else { return nil }
        defer { EVP_PKEY_free(key) }
        return body(key)
    }
}
