import HTTP
import PodcastServer
import Testing

@Suite("Fetch failures")
struct FetchFailureTests {
    static let all: [FetchFailure] = [
        .unauthorized(host: "example.org"), .forbidden(host: "example.org"), .notFound(host: "example.org"),
        .gone(host: "example.org"), .busy(host: "example.org", retryAfter: nil),
        .serverError(host: "example.org", status: 502),
        .unexpectedStatus(host: "example.org", status: 418), .webPage(host: "example.org"),
        .notAFeed(host: "example.org", found: "a picture"), .empty(host: "example.org"),
        .tooLarge(host: "example.org", limit: 64 << 20), .privateAddress(host: "example.org"),
        .badRedirect(host: "example.org"),
        .redirectLoop(host: "example.org"), .timedOut(host: "example.org"), .cut(host: "example.org"),
        .insecure(host: "example.org", reason: "it has expired."), .badAddress,
        .network(.cannotResolve(host: "example.org")),
    ]

    @Test("Each failure is one sentence that ends in a full stop", arguments: all)
    func sentence(_ failure: FetchFailure) {
        #expect(failure.sentence.count > 20)
        #expect(failure.sentence.hasSuffix("."))
        #expect(!failure.sentence.contains(".."))
        #expect(!failure.sentence.dropLast().contains(". "))
        #expect("\(failure)" == failure.sentence)
    }

    @Test("All sentences differ")
    func distinct() {
        #expect(Set(Self.all.map(\.sentence)).count == Self.all.count)
    }

    @Test(
        "The client's errors become the feed's",
        arguments: [
            (.invalidURL, .badAddress), (.refusedAddress(host: "t"), .privateAddress(host: "t")),
            (.untrustedCertificate(host: "t", reason: "r"), .insecure(host: "t", reason: "r")),
            (.tlsFailed(host: "t", reason: "r"), .insecure(host: "t", reason: "r")),
            (.timedOut(host: "t"), .timedOut(host: "t")), (.tooManyRedirects(host: "t"), .redirectLoop(host: "t")),
            (.connectionLost(host: "t"), .cut(host: "t")), (.bodyTooLarge(limit: 9), .tooLarge(host: "h", limit: 9)),
            (.cannotResolve(host: "t"), .network(.cannotResolve(host: "t"))),
        ] as [(HTTPError, FetchFailure)]
    )
    func mapping(_ error: HTTPError, _ failure: FetchFailure) {
        #expect(FetchFailure(error, host: "h") == failure)
    }

    @Test("Only what may pass by itself is retryable")
    func retryable() {
        let retryable = Self.all.filter(\.isRetryable).map(\.sentence)
        let expected: [FetchFailure] = [
            .busy(host: "example.org", retryAfter: nil), .serverError(host: "example.org", status: 502),
            .empty(host: "example.org"),
            .timedOut(host: "example.org"), .cut(host: "example.org"), .network(.cannotResolve(host: "example.org")),
        ]
        #expect(retryable == expected.map(\.sentence))
    }
}
