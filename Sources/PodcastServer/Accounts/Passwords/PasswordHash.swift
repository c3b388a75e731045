import COpenSSL
import Essentials
import Foundation

/// A password as it is stored: scrypt (RFC 7914) with its parameters beside it, so that they can be raised later.
///
/// The text form is the PHC string `$scrypt$ln=15,r=8,p=1$salt$hash` with base64 without padding.
struct PasswordHash: Sendable, Equatable {
    /// What a guess costs.
    struct Cost: Sendable, Equatable {
        /// The binary logarithm of scrypt's N: memory is `2^ln · r · 128` bytes.
        var logN: UInt64
        /// Block size.
        var blockSize: UInt64
        /// Parallel lanes.
        var lanes: UInt64

        /// 32 MiB and about a tenth of a second on a small server.
        static let standard = Cost(logN: 15, blockSize: 8, lanes: 1)

        /// Whether any part is below `other`'s: such a hash is made anew when its password is at hand.
        func isWeaker(than other: Cost) -> Bool {
            logN < other.logN || blockSize < other.blockSize || lanes < other.lanes
        }

        /// What a stored string may ask for: a tampered store must not make a login take all memory.
        var isReasonable: Bool { (10...20).contains(logN) && (1...32).contains(blockSize) && (1...16).contains(lanes) }
    }

    var cost: Cost
    var salt: [UInt8]
    var key: [UInt8]

    /// Derives a new hash with a fresh salt; takes time and memory on purpose, away from the caller's executor.
    @concurrent static func make(_ password: String, cost: Cost = .standard) async -> PasswordHash? {
        let salt = secureRandomBytes(16)
        return derive(password, salt: salt, cost: cost).map { PasswordHash(cost: cost, salt: salt, key: $0) }
    }

    /// Whether `password` is the one, compared in constant time.
    @concurrent func matches(_ password: String) async -> Bool {
        guard let derived = Self.derive(password, salt: salt, cost: cost) else { return false }
        return constantTimeEquals(derived, key)
    }

    private static func derive(_ password: String, salt: [UInt8], cost: Cost) -> [UInt8]? {
        // The same password typed on two systems can come composed or decomposed; NFKC is RFC 8265's answer.
        let normal = Array(password.precomposedStringWithCompatibilityMapping.utf8)
        var key = [UInt8](repeating: 0, count: 32)
        let done = normal.withUnsafeBytes { bytes in
            EVP_PBE_scrypt(
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                bytes.count,
                salt,
                salt.count,
                1 << cost.logN,
                cost.blockSize,
                cost.lanes,
                1 << 31,
                &key,
                key.count
            )
        }
        return done == 1 ? key : nil
    }
}

extension PasswordHash {
    /// The PHC string.
    var text: String {
        "$scrypt$ln=\(cost.logN),r=\(cost.blockSize),p=\(cost.lanes)$\(Self.encode(salt))$\(Self.encode(key))"
    }

    /// Reads a PHC string; `nil` when it is not one of scrypt's or its parameters are out of reason.
    init?(text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt" else { return nil }
        var numbers: [Substring: UInt64] = [:]
        for pair in parts[2].split(separator: ",") {
            let sides = pair.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, let number = UInt64(sides[1]) else { return nil }
            numbers[sides[0]] = number
        }
        guard let logN = numbers["ln"], let blockSize = numbers["r"], let lanes = numbers["p"],
            let salt = Self.decode(parts[3]), let key = Self.decode(parts[4]), key.count == 32
        else { return nil }
        let cost = Cost(logN: logN, blockSize: blockSize, lanes: lanes)
        guard cost.isReasonable else { return nil }
        self.init(cost: cost, salt: salt, key: key)
    }

    private static func encode(_ bytes: [UInt8]) -> String {
        String(Data(bytes).base64EncodedString().prefix { $0 != "=" })
    }

    private static func decode(_ text: Substring) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text + padding).map { Array($0) }
    }
}
