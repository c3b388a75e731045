import Essentials
import Foundation
import HTTP
import PodcastAPI
import TestSupport
import Testing

@testable import PodcastServer

/// Signed assertions of a proxy, as Cloudflare Access sends them.
@Suite struct AssertionTests {
    private static let issuer = "https://team.cloudflareaccess.com"
    private static let audience = "4714c1358e65fe4b408ad6d432a5f878"
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private var claims: [String: Any] {
        [
            "iss": Self.issuer, "aud": [Self.audience], "email": "ann", "exp": 1_800_003_600, "nbf": 1_800_000_000,
            "iat": 1_800_000_000,
        ]
    }

    private struct Parts {
        var rsa: AssertionSigner
        var ec: AssertionSigner
        var file: URL
        var verifier: AssertionVerifier
        var log: Recorder<String>
    }

    private func withParts(_ body: (Parts) async throws -> Void) async throws {
        try await temporaryFolder { folder in
            let rsa = try await AssertionSigner(.rsa, id: "r1", in: folder)
            let ec = try await AssertionSigner(.ec, id: "e1", in: folder)
            let file = folder.appendingPathComponent("keys.json")
            try AssertionSigner.keySet([rsa.publicKey, ec.publicKey]).write(to: file)
            let log = Recorder<String>()
            let configuration = AssertionConfiguration(
                keys: file,
                issuer: Self.issuer,
                audiences: [Self.audience, "b"]
            )
            let verifier = try AssertionVerifier(configuration, log: ServerLog { log.append($0) }) { Self.start }
            try await body(Parts(rsa: rsa, ec: ec, file: file, verifier: verifier, log: log))
        }
    }

    private func verify(_ token: String, _ parts: Parts) async -> AssertionError? {
        if case .failure(let reason) = await parts.verifier.verify(token) { reason } else { nil }
    }

    @Test func bothAlgorithmsAreTaken() async throws {
        try await withParts { (parts: Parts) async throws in
            for signer in [parts.rsa, parts.ec] {
                let token = try await signer.token(claims)
                #expect(await parts.verifier.verify(token) == .success("ann"))
                var changed = Array(token)
                changed[changed.count - 10] = changed[changed.count - 10] == "A" ? "B" : "A"
                #expect(await verify(String(changed), parts) == .wrongSignature)
            }
        }
    }

    @Test func claimsAreHeldToTheConfiguration() async throws {
        let cases: [(String, Any, AssertionError?)] = [
            ("iss", "https://other.cloudflareaccess.com", .otherIssuer), ("iss", NSNull(), .otherIssuer),
            ("aud", "b", nil), ("aud", ["x", "b"], nil), ("aud", ["x"], .otherAudience), ("aud", "", .otherAudience),
            ("aud", NSNull(), .otherAudience), ("aud", [String](), .otherAudience),
            ("exp", 1_799_999_941, nil), ("exp", 1_799_999_940, .expired), ("exp", NSNull(), .expired),
            ("exp", "1800003600", .malformed), ("nbf", 1_800_000_060, nil), ("nbf", 1_800_000_061, .notYetValid),
            ("nbf", NSNull(), nil), ("iat", 1_800_000_061, .notYetValid), ("iat", NSNull(), nil),
            ("email", "", .noName), ("email", NSNull(), .noName), ("email", 7, .noName),
        ]
        try await withParts { (parts: Parts) async throws in
            for (name, value, reason) in cases {
                var changed = claims
                changed[name] = value is NSNull ? nil : value
                #expect(await verify(try await parts.ec.token(changed), parts) == reason, "\(name) \(value)")
            }
        }
    }

    @Test func theHeaderCannotChooseAWeakerCheck() async throws {
        let cases: [([String: Any], AssertionError)] = [
            (["alg": "none"], .unsupported), (["alg": "None"], .unsupported), (["alg": "HS256"], .unsupported),
            (["alg": "RS512"], .unsupported), (["alg": ""], .unsupported), (["alg": "ES256"], .unknownKey),
            (["kid": NSNull()], .unsupported), (["kid": "r2"], .unknownKey), (["kid": "e1"], .unknownKey),
            (["crit": ["exp"]], .unsupported), (["alg": NSNull()], .malformed), (["alg": 5], .malformed),
        ]
        try await withParts { (parts: Parts) async throws in
            for (header, reason) in cases {
                let token = try await parts.rsa.token(claims, header: header)
                #expect(await verify(token, parts) == reason, "\(header)")
            }
        }
    }

    /// The attacks that libraries fell for.
    @Test func forgedSignaturesAreRefused() async throws {
        try await withParts { (parts: Parts) async throws in
            let payload = try AssertionSigner.part(claims)
            let none = try AssertionSigner.part(["alg": "none", "kid": "r1"])
            #expect(await verify("\(none).\(payload).", parts) == .unsupported)
            let ec = try AssertionSigner.part(["alg": "ES256", "kid": "e1"])
            let zeros = [UInt8](repeating: 0, count: 64).base64URL
            for signature in ["", zeros, [UInt8](repeating: 1, count: 63).base64URL] {
                #expect(await verify("\(ec).\(payload).\(signature)", parts) == .wrongSignature)
            }
            // The other key's signature, under this key's name, and a key that the token brings along.
            let message = "\(ec).\(payload)"
            let foreign = try await parts.rsa.signature(of: message).base64URL
            #expect(await verify("\(message).\(foreign)", parts) == .wrongSignature)
            let folder = parts.file.deletingLastPathComponent().appendingPathComponent("eve")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let eve = try await AssertionSigner(.rsa, id: "r1", in: folder)
            let own = try await eve.token(claims, header: ["jwk": eve.publicKey, "jku": "https://evil.example/keys"])
            #expect(await verify(own, parts) == .wrongSignature)
            let tampered = try await parts.rsa.token(claims).split(separator: ".").map(String.init)
            var admin = claims
            admin["email"] = "root"
            let forged = [tampered[0], try AssertionSigner.part(admin), tampered[2]].joined(separator: ".")
            #expect(await verify(forged, parts) == .wrongSignature)
        }
    }

    @Test(arguments: [
        "", ".", "..", "a.b", "a.b.c", "a.b.c.d", "e30.e30.e30", "e30=.e30.e30", "eyJhbGciOiJSUzI1NiJ9..",
        "\u{0}.\u{0}.\u{0}",
        String(repeating: "A", count: 20_000) + ".e30.e30", "😀.e30.e30",
    ])
    func whatIsNoTokenIsRefused(text: String) async throws {
        #expect(JSONWebToken(text) == nil)
    }

    @Test func keysAreReadAgainWhenTheFileChanges() async throws {
        try await withParts { (parts: Parts) async throws in
            let folder = parts.file.deletingLastPathComponent()
            let next = try await AssertionSigner(.rsa, id: "r2", in: folder)
            let (old, new) = (try await parts.rsa.token(claims), try await next.token(claims))
            #expect(await verify(new, parts) == .unknownKey)
            try AssertionSigner.keySet([next.publicKey]).write(to: parts.file, options: .atomic)
            #expect(await verify(new, parts) == nil)
            #expect(await verify(old, parts) == .unknownKey)
            // A file that is broken at the moment must not lock everybody out.
            try Data("{".utf8).write(to: parts.file, options: .atomic)
            #expect(await verify(new, parts) == nil)
            try FileManager.default.removeItem(at: parts.file)
            #expect(await verify(new, parts) == nil)
            #expect(parts.log.all.count == 3)
            #expect(parts.log.all.allSatisfy { !$0.contains(new) })
        }
    }

    @Test func keysThatCannotVerifySafelyArePassedOver() async throws {
        try await withParts { (parts: Parts) async throws in
            let folder = parts.file.deletingLastPathComponent()
            let small = try await AssertionSigner(.rsa, id: "small", in: folder, bits: 1024)
            func changed(_ key: [String: String], _ name: String, _ value: String?) -> [String: String] {
                var key = key
                key[name] = value
                return key
            }
            let senseless: [[String: String]] = [
                small.publicKey, changed(parts.rsa.publicKey, "use", "enc"), changed(parts.rsa.publicKey, "kid", nil),
                changed(parts.rsa.publicKey, "alg", "HS256"), changed(parts.rsa.publicKey, "kty", "oct"),
                changed(parts.rsa.publicKey, "n", "!"), changed(parts.ec.publicKey, "crv", "P-384"),
                changed(parts.ec.publicKey, "x", parts.ec.publicKey["y"]), changed(parts.ec.publicKey, "y", "AAAA"),
            ]
            for key in senseless {
                let json = Array(try AssertionSigner.keySet([key]))
                #expect(throws: KeySetError.noKeys(file: "k")) { try JSONWebKeySet(json, name: "k") }
            }
            #expect(throws: KeySetError.malformed(file: "k")) { try JSONWebKeySet(Array("[]".utf8), name: "k") }
        }
    }

    @Test func anAssertionSignsInAndAWrongOneDoesNotFallBackToTheCookie() async throws {
        try await temporaryFolder { (folder: URL) async throws in
            let signer = try await AssertionSigner(.rsa, id: "r1", in: folder)
            let file = folder.appendingPathComponent("keys.json")
            try AssertionSigner.keySet([signer.publicKey]).write(to: file)
            try await Rig.signedIn(
                configure: { configuration, _ in
                    configuration.now = { Self.start }
                    configuration.access.assertions = .init(keys: file, issuer: Self.issuer, audiences: [Self.audience])
                }
            ) { (rig: Rig) async throws in
                let good: HTTPFields = ["Cf-Access-Jwt-Assertion": try await signer.token(claims)]
                #expect(try await rig.send(.get, "/api/me", as: good).json(Me.self).access == .proxy)
                var other = claims
                other["email"] = "nobody@example.org"
                let unknown: HTTPFields = ["Cf-Access-Jwt-Assertion": try await signer.token(other)]
                #expect(try await rig.send(.get, "/api/me", as: unknown).status == 403)
                let wrong: HTTPFields = ["Cf-Access-Jwt-Assertion": "a.b.c"]
                for _ in 0..<20 { #expect(try await rig.send(.get, "/api/me", fields: wrong).status == 401) }
                #expect(try await rig.send(.get, "/api/me", fields: wrong).status == 429)
                #expect(try await rig.send(.get, "/api/me", as: good).status == 200)
            }
        }
    }
}
