import Testing

@testable import PodcastServer

@Suite struct PasswordHashTests {
    private let cheap = PasswordHash.Cost(logN: 10, blockSize: 8, lanes: 1)

    @Test func theRightPasswordMatchesAndOthersDoNot() async throws {
        let hash = try #require(await PasswordHash.make("correct horse", cost: cheap))
        #expect(await hash.matches("correct horse"))
        #expect(await !hash.matches("correct horse "))
        #expect(await !hash.matches(""))
    }

    @Test func theStoredTextGivesTheSameHash() async throws {
        let hash = try #require(await PasswordHash.make("pässwörd", cost: cheap))
        #expect(hash.text.hasPrefix("$scrypt$ln=10,r=8,p=1$"))
        #expect(PasswordHash(text: hash.text) == hash)
    }

    @Test func twoHashesOfOnePasswordDiffer() async {
        #expect(await PasswordHash.make("same", cost: cheap) != PasswordHash.make("same", cost: cheap))
    }

    /// RFC 7914 section 12, second vector: N=1024, r=8, p=16, the first 32 of its 64 bytes.
    @Test func theSpecificationsVectorMatches() async throws {
        let text = "$scrypt$ln=10,r=8,p=16$TmFDbA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI"
        let hash = try #require(PasswordHash(text: text))
        #expect(await hash.matches("password"))
    }

    /// A keyboard may send "é" as one character or as "e" with a combining accent.
    @Test func composedAndDecomposedSpellingsAreOnePassword() async throws {
        let hash = try #require(await PasswordHash.make("caf\u{E9}", cost: cheap))
        #expect(await hash.matches("cafe\u{301}"))
    }

    @Test(arguments: [
        "", "$scrypt$", "plain", "$argon2id$v=19$m=1,t=1,p=1$AAAA$AAAA",
        "$scrypt$ln=10,r=8$TmFDbA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI",
        "$scrypt$ln=40,r=8,p=1$TmFDbA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI",
        "$scrypt$ln=10,r=8,p=1$TmFDbA$short", "$scrypt$ln=x,r=8,p=1$TmFDbA$/bq+",
    ])
    func aTextThatIsNoReasonableHashIsRefused(text: String) {
        #expect(PasswordHash(text: text) == nil)
    }
}
