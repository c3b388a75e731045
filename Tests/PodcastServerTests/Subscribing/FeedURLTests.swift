import Foundation
import Testing

@testable import PodcastServer

@Suite("Feed addresses")
struct FeedURLTests {
    @Test(
        "What people type becomes URLs to try",
        arguments: [
            ("https://example.org/feed.xml", ["https://example.org/feed.xml"]),
            ("http://example.org/feed.xml", ["http://example.org/feed.xml"]),
            ("HTTPS://example.org/A?b=C#d", ["https://example.org/A?b=C#d"]),
            ("example.org", ["https://example.org", "http://example.org"]),
            (
                "example.org/feed?auth=s3cret",
                ["https://example.org/feed?auth=s3cret", "http://example.org/feed?auth=s3cret"]
            ),
            ("example.org:8080/feed", ["https://example.org:8080/feed", "http://example.org:8080/feed"]),
            ("localhost", ["https://localhost", "http://localhost"]),
            ("nas/feed", ["https://nas/feed", "http://nas/feed"]),
            ("nas:8099", ["https://nas:8099", "http://nas:8099"]),
            ("[2001:db8::1]/feed", ["https://[2001:db8::1]/feed", "http://[2001:db8::1]/feed"]),
            ("//example.org/feed", ["https://example.org/feed", "http://example.org/feed"]),
            ("feed:https://example.org/f", ["https://example.org/f"]),
            ("feed:http://example.org/f", ["http://example.org/f"]),
            ("feed:example.org/f", ["https://example.org/f", "http://example.org/f"]),
            ("feed://example.org/f", ["https://example.org/f", "http://example.org/f"]),
            ("feed://https://example.org/f", ["https://example.org/f"]),
            ("feed://https//example.org/f", ["https://example.org/f"]),
            ("itpc://example.org/f", ["https://example.org/f", "http://example.org/f"]),
            ("pcast://example.org/f", ["https://example.org/f", "http://example.org/f"]),
            ("podcast://example.org/f", ["https://example.org/f", "http://example.org/f"]),
            ("PODCAST://example.org/f", ["https://example.org/f", "http://example.org/f"]),
            ("  https://example.org/f \n", ["https://example.org/f"]),
            ("<https://example.org/f>", ["https://example.org/f"]),
            ("\"https://example.org/f\"", ["https://example.org/f"]),
            ("https://example.org/a\n  b", ["https://example.org/a%20%20b"]),
            ("https://example.org/a b", ["https://example.org/a%20b"]),
            ("https:/example.org/f", ["https://example.org/f"]),
            ("https:example.org/f", ["https://example.org/f"]),
        ]
    )
    func candidates(_ text: String, _ urls: [String]) throws {
        #expect(try FeedURL(text).candidates.map(\.absoluteString) == urls)
    }

    @Test(
        "What is no address is one sentence",
        arguments: [
            ("", .empty), ("  \n", .empty), ("<>", .empty),
            ("file:///etc/passwd", .otherScheme("file")), ("ftp://example.org/f", .otherScheme("ftp")),
            ("javascript:alert(1)", .otherScheme("javascript")), ("mailto:me@example.org", .otherScheme("mailto")),
            ("feed:ftp://example.org/", .otherScheme("ftp")), ("gopher://example.org", .otherScheme("gopher")),
            ("https://me:secret@example.org/f", .credentials), ("https://me@example.org/f", .credentials),
            ("me:secret@example.org", .otherScheme("me")), ("me@example.org", .credentials),
            ("https://@example.org/", .credentials),
            ("podcast", .noAddress), ("two words", .noAddress), ("https://", .noAddress), ("https:///feed", .noAddress),
            ("https://example.org:0/f", .noAddress), ("https://example.org:99999/f", .noAddress),
            ("https://?x", .noAddress),
            (String(repeating: "a", count: 9000), .tooLong),
        ] as [(String, FeedURLError)]
    )
    func refused(_ text: String, _ error: FeedURLError) {
        #expect(throws: error) { try FeedURL(text) }
        #expect(error.sentence.hasSuffix("."))
        #expect(!error.sentence.contains("secret"))
    }

    @Test(
        "One feed has one spelling",
        arguments: [
            ("https://example.org/feed", "https://example.org/feed"),
            ("HTTPS://Example.ORG/Feed", "https://example.org/Feed"),
            ("https://example.org:443/feed", "https://example.org/feed"),
            ("http://example.org:80/feed", "http://example.org/feed"),
            ("http://example.org:443/feed", "http://example.org:443/feed"),
            ("https://example.org", "https://example.org/"),
            ("https://example.org?x=1", "https://example.org/?x=1"),
            ("https://example.org/feed#top", "https://example.org/feed"),
            ("https://example.org/feed#", "https://example.org/feed"),
            ("https://example.org./feed", "https://example.org/feed"),
            ("https://example.org/feed?auth=A%2Fb&x=%20", "https://example.org/feed?auth=A%2Fb&x=%20"),
            ("https://example.org/a/../b", "https://example.org/a/../b"),
            ("https://[2001:DB8::1]:443/f", "https://[2001:db8::1]/f"),
            ("ftp://example.org/", nil), ("example.org", nil), ("", nil), ("https:///x", nil),
        ] as [(String, String?)]
    )
    func canonical(_ text: String, _ expected: String?) {
        #expect(FeedURL.canonical(text) == expected)
        if let expected { #expect(FeedURL.canonical(expected) == expected) }
    }

    @Test(
        "Politeness is a matter of the host, and of the port where it is unusual",
        arguments: [
            ("https://Example.org/a", "example.org"), ("http://example.org/b", "example.org"),
            ("http://example.org:8080/b", "example.org:8080"), ("https://[::1]:8443/", "[::1]:8443"),
        ]
    )
    func host(_ text: String, _ expected: String) {
        #expect(FeedURL.host(of: text) == expected)
    }
}
