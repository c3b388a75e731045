import Essentials
import Testing

struct BytesTests {
    @Test(arguments: [([], ""), ([0], "00"), ([0x0f, 0xa0, 0xff], "0fa0ff")] as [([UInt8], String)])
    func hexadecimalHasTwoDigitsAByte(bytes: [UInt8], text: String) { #expect(bytes.hexadecimal == text) }

    /// The vectors of RFC 4648 section 10 without padding, and the two characters that differ in the URL alphabet.
    @Test(
        arguments: [
            (Array("".utf8), ""), (Array("f".utf8), "Zg"), (Array("fo".utf8), "Zm8"), (Array("foo".utf8), "Zm9v"),
            (Array("foob".utf8), "Zm9vYg"), (Array("fooba".utf8), "Zm9vYmE"), (Array("foobar".utf8), "Zm9vYmFy"),
            ([0xFB, 0xEF, 0xFF], "--__"),
        ] as [([UInt8], String)]
    )
    func base64URLFollowsTheRFC(bytes: [UInt8], text: String) { #expect(bytes.base64URL == text) }

    /// The examples of FIPS 180-4.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func sha256FollowsTheStandard(text: String, digest: String) {
        #expect(SHA256Digest.of(text).hexadecimal == digest)
        var pieces = SHA256Digest()
        for byte in text.utf8 { pieces.update([byte]) }
        #expect(pieces.finish().hexadecimal == digest)
    }

    @Test func secretsCompareByEveryByte() {
        #expect(constantTimeEquals([1, 2, 3], [1, 2, 3]))
        #expect(!constantTimeEquals([1, 2, 3], [1, 2, 4]))
        #expect(!constantTimeEquals([1, 2, 3], [1, 2]))
        #expect(constantTimeEquals([], []))
    }

    @Test func randomBytesDiffer() {
        #expect(secureRandomBytes(32).count == 32)
        #expect(secureRandomBytes(32) != secureRandomBytes(32))
        #expect(secureRandomBytes(0).isEmpty)
    }
}
