import Essentials
import Foundation

/// The public keys of a JSON Web Key Set (RFC 7517) that can verify, by their `kid`.
struct JSONWebKeySet: Sendable {
    private let keys: [String: [VerificationKey]]

    /// Reads a set; keys of other kinds, for other uses or without `kid` are passed over.
    ///
    /// - Throws: ``KeySetError``.
    init(_ json: [UInt8], name: String) throws {
        guard let set = try? JSONDecoder().decode(Document.self, from: Data(json)) else {
            throw KeySetError.malformed(file: name)
        }
        var keys: [String: [VerificationKey]] = [:]
        for entry in set.keys {
            guard let id = entry.kid, let key = entry.verificationKey else { continue }
            keys[id, default: []].append(key)
        }
        guard !keys.isEmpty else { throw KeySetError.noKeys(file: name) }
        self.keys = keys
    }

    /// The keys of that name for that algorithm.
    func keys(_ id: String, _ algorithm: VerificationKey.Algorithm) -> [VerificationKey] {
        keys[id]?.filter { $0.algorithm == algorithm } ?? []
    }

    private struct Document: Decodable {
        var keys: [Entry]
    }

    private struct Entry: Decodable {
        var kty: String?
        var kid: String?
        var use: String?
        var alg: String?
        var crv: String?
        var n: String?
        var e: String?
        var x: String?
        var y: String?
        var keyOperations: [String]?

        enum CodingKeys: String, CodingKey {
            case kty, kid, use, alg, crv, n, e, x, y
            case keyOperations = "key_ops"
        }

        var verificationKey: VerificationKey? {
            guard use ?? "sig" == "sig", keyOperations?.contains("verify") ?? true, let key = publicKey,
                alg ?? key.algorithm.rawValue == key.algorithm.rawValue
            else { return nil }
            return key
        }

        private var publicKey: VerificationKey? {
            switch kty {
            case "RSA":
                guard let modulus = bytes(n), let exponent = bytes(e) else { return nil }
                return VerificationKey(modulus: modulus, exponent: exponent)
            case "EC":
                guard crv == "P-256", let x = bytes(x), let y = bytes(y) else { return nil }
                return VerificationKey(x: x, y: y)
            default: return nil
            }
        }

        private func bytes(_ text: String?) -> [UInt8]? { text.flatMap { [UInt8](base64URL: $0) } }
    }
}

/// Why a file gives no keys.
enum KeySetError: SentenceError, Equatable {
    /// It is no JSON Web Key Set.
    case malformed(file: String)
    /// It has no key that could verify.
    case noKeys(file: String)
    /// It is larger than any set.
    case tooLarge(file: String)

    var sentence: String {
        switch self {
        case .malformed(let file): "\(file) is no JSON Web Key Set; fetch it again from the signer's address."
        case .noKeys(let file): "\(file) has no RSA or P-256 key with a kid that may verify signatures."
        case .tooLarge(let file): "\(file) is larger than a JSON Web Key Set can be (1 MiB)."
        }
    }

    var isRetryable: Bool { false }
}

extension [UInt8] {
    /// Reads base64 with the URL alphabet and no padding (RFC 4648 section 5); `nil` for anything else.
    init?(base64URL text: some StringProtocol) {
        let isClean = text.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 45
                || byte == 95
        }
        guard isClean, text.utf8.count % 4 != 1 else { return nil }
        let standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: standard + padding) else { return nil }
        self.init(data)
    }
}
