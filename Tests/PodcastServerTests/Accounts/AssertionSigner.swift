import Essentials
import Foundation
import TestSupport

@testable import PodcastServer

/// A signer of assertions that is not ours: keys and signatures come from the `openssl` program.
struct AssertionSigner {
    enum Kind { case rsa, ec }

    let kind: Kind
    let id: String
    private let folder: URL
    private let key: URL
    /// The public key as a JSON Web Key.
    let publicKey: [String: String]

    init(_ kind: Kind, id: String, in folder: URL, bits: Int = 2048) async throws {
        self.kind = kind
        self.id = id
        self.folder = folder
        key = folder.appendingPathComponent("\(id).pem")
        let options =
            kind == .rsa
            ? ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:\(bits)"]
            : ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
        _ = try await runCommandAsync("openssl", ["genpkey", "-out", key.path] + options)
        switch kind {
        case .rsa:
            let text = try await runCommandAsync("openssl", ["rsa", "-in", key.path, "-noout", "-modulus"]).text
            let modulus = Self.bytes(hexadecimal: text.split(separator: "=").last ?? "")
            publicKey = ["kty": "RSA", "kid": id, "alg": "RS256", "use": "sig", "n": modulus.base64URL, "e": "AQAB"]
        case .ec:
            let words = ["ec", "-in", key.path, "-pubout", "-outform", "DER"]
            let point = try await runCommandAsync("openssl", words).output.suffix(64)
            publicKey = [
                "kty": "EC", "kid": id, "alg": "ES256", "use": "sig", "crv": "P-256",
                "x": Array(point.prefix(32)).base64URL, "y": Array(point.suffix(32)).base64URL,
            ]
        }
    }

    /// A signed token; `header` replaces what would stand there, an `NSNull` takes it away.
    func token(_ claims: [String: Any], header changes: [String: Any] = [:]) async throws -> String {
        var header: [String: Any] = ["alg": kind == .rsa ? "RS256" : "ES256", "kid": id, "typ": "JWT"]
        for (name, value) in changes { header[name] = value is NSNull ? nil : value }
        let message = try "\(Self.part(header)).\(Self.part(claims))"
        return "\(message).\(try await signature(of: message).base64URL)"
    }

    func signature(of message: String) async throws -> [UInt8] {
        let file = folder.appendingPathComponent("message-\(UInt64.random(in: .min ... .max))")
        try Data(message.utf8).write(to: file)
        let signed = try await runCommandAsync("openssl", ["dgst", "-sha256", "-sign", key.path, file.path]).output
        return kind == .rsa ? signed : Self.plain(signed)
    }

    static func part(_ object: [String: Any]) throws -> String {
        Array(try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])).base64URL
    }

    static func keySet(_ keys: [[String: String]]) throws -> Data {
        try JSONSerialization.data(withJSONObject: ["keys": keys])
    }

    /// The two numbers of an ASN.1 signature as 32 bytes each.
    private static func plain(_ signature: [UInt8]) -> [UInt8] {
        var rest = signature.dropFirst(2)
        var numbers: [UInt8] = []
        for _ in 0..<2 {
            let length = Int(rest[rest.startIndex + 1])
            let number = Array(rest.dropFirst(2).prefix(length)).drop { $0 == 0 }
            numbers += [UInt8](repeating: 0, count: 32 - number.count) + number
            rest = rest.dropFirst(2 + length)
        }
        return numbers
    }

    private static func bytes(hexadecimal text: some StringProtocol) -> [UInt8] {
        let digits = text.compactMap { $0.hexDigitValue }
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
