import Foundation
import HTTP
import HTTPSoup
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TrustTests {
    private let hello = ClosureHandler { _ in HTTPServerResponse(body: HTTPBody("hello")) }

    private func fetch(
        _ server: TestCertificate,
        _ trust: HTTPClientConfiguration.Trust,
        host: String = "127.0.0.1"
    )
        async throws -> String
    {
        var configuration = HTTPServerConfiguration()
        configuration.identity = server.identity
        return try await SoupHTTPServer.withServer(configuration, handler: hello) { server in
            var configuration = HTTPClientConfiguration()
            configuration.trust = trust
            let url = try #require(URL(string: "https://\(host):\(server.port)/"))
            let response = try await SoupHTTPClient(configuration: configuration).send(HTTPRequest(url))
            return try await String(decoding: response.body.collect(upTo: 100), as: UTF8.self)
        }
    }

    @Test(arguments: [TestCertificate.Validity.current, .expired, .future])
    func thePinnedCertificateIsAcceptedWhateverItsDates(validity: TestCertificate.Validity) async throws {
        let certificate = try await TestCertificate.make(validity: validity)
        #expect(try await fetch(certificate, .pinned(sha256: certificate.pin)) == "hello")
    }

    @Test func thePinnedCertificateIsAcceptedWhateverItsName() async throws {
        let certificate = try await TestCertificate.make(names: "DNS:elsewhere.example")
        #expect(try await fetch(certificate, .pinned(sha256: certificate.pin)) == "hello")
    }

    @Test func anotherKeyForTheSameNameIsRefusedThoughItsAuthorityIsTheSame() async throws {
        let authority = try await TestCertificate.make()
        let one = try await TestCertificate.make(authority: authority)
        let other = try await TestCertificate.make(authority: authority)
        #expect(try await fetch(one, .authorities(pem: authority.identity.certificatePEM)) == "hello")
        await #expect(throws: HTTPError.pinMismatch(host: "127.0.0.1")) {
            try await fetch(other, .pinned(sha256: one.pin))
        }
    }

    @Test func certificatesOfAGivenAuthorityAreAccepted() async throws {
        let authority = try await TestCertificate.make()
        let stranger = try await TestCertificate.make()
        let certificate = try await TestCertificate.make(authority: authority)
        let both = stranger.identity.certificatePEM + authority.identity.certificatePEM
        #expect(try await fetch(certificate, .authorities(pem: both)) == "hello")
        await #expect(throws: HTTPError.untrustedCertificate(host: "127.0.0.1", reason: "nobody known has signed it")) {
            try await fetch(certificate, .authorities(pem: stranger.identity.certificatePEM))
        }
    }

    @Test func aCertificateOfAGivenAuthorityMustFitNameAndDate() async throws {
        let authority = try await TestCertificate.make()
        let trust = HTTPClientConfiguration.Trust.authorities(pem: authority.identity.certificatePEM)
        let table: [(names: String, validity: TestCertificate.Validity, reason: String)] = [
            ("DNS:elsewhere.example", .current, "it is for another name"),
            ("IP:127.0.0.1", .expired, "it has expired"),
            ("IP:127.0.0.1", .future, "it is not valid yet"),
        ]
        for row in table {
            let certificate = try await TestCertificate.make(
                names: row.names,
                validity: row.validity,
                authority: authority
            )
            await #expect(throws: HTTPError.untrustedCertificate(host: "127.0.0.1", reason: row.reason)) {
                try await fetch(certificate, trust)
            }
        }
    }

    @Test func theSystemsAuthoritiesDoNotKnowATestCertificate() async throws {
        let certificate = try await TestCertificate.make()
        await #expect(throws: HTTPError.untrustedCertificate(host: "127.0.0.1", reason: "nobody known has signed it")) {
            try await fetch(certificate, .system)
        }
    }

    @Test func aPlainServerBehindHTTPSIsOneClearError() async throws {
        let server = try LyingServer([.receive(5), .send("HTTP/1.1 400 Bad Request\r\n\r\n")])
        let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
        let error = await #expect(throws: HTTPError.self) { try await SoupHTTPClient().send(HTTPRequest(url)) }
        guard case .tlsFailed(host: "127.0.0.1", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
