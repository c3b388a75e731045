import Foundation
import HTTP

/// A podcast host: a feed of five episodes, its audio, a page that links to two feeds, and some that are no feed.
struct PodcastHost: HTTPHandler {
    static let audio = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 7) }

    func respond(to request: HTTPServerRequest) async -> HTTPServerResponse {
        let base = "http://\(request.fields["Host"] ?? "")"
        switch request.path {
        case "/show.xml", "/other.xml": return text("application/rss+xml", Self.feed(base, request.path))
        case "/page":
            return text(
                "text/html",
                """
                <html><head><link rel="alternate" type="application/rss+xml" title="One" href="/show.xml">
                <link rel="alternate" type="application/rss+xml" title="Two" href="/other.xml"></head></html>
                """
            )
        case "/plain": return text("text/html", "<html><body>Nothing here.</body></html>")
        case "/secret.xml": return HTTPServerResponse(.unauthorized, fields: ["WWW-Authenticate": "Basic realm=\"x\""])
        case let path where path.hasSuffix(".mp3"):
            return HTTPServerResponse(.ok, fields: ["Content-Type": "audio/mpeg"], body: HTTPBody(Self.audio))
        default: return HTTPServerResponse(.notFound)
        }
    }

    private func text(_ type: String, _ text: String) -> HTTPServerResponse {
        HTTPServerResponse(.ok, fields: ["Content-Type": type], body: HTTPBody(text))
    }

    private static func feed(_ base: String, _ path: String) -> String {
        let items = (1...5).map { number in
            """
            <item><title>Episode \(number)</title><guid>\(path)-\(number)</guid>
            <pubDate>0\(number) Mar 2024 10:00:00 GMT</pubDate>
            <enclosure url="\(base)/audio/\(number).mp3" length="40000" type="audio/mpeg"/>
            <description>&lt;p&gt;Notes &lt;script&gt;alert(1)&lt;/script&gt;of \(number)&lt;/p&gt;</description></item>
            """
        }
        return """
            <rss version="2.0"><channel><title>A show \(path)</title><link>\(base)/</link>
            <description>About</description>\(items.joined())</channel></rss>
            """
    }
}
