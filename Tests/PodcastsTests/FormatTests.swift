import Podcasts
import Testing

@Suite struct Formats {
    @Test(arguments: cases) func areRead(_ sample: FeedCase) throws { try sample.check() }

    static let cases: [FeedCase] = {
        var cases = FeedCases()
        let rdf = "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\""
        let rss090 =
            "<rdf:RDF \(rdf) xmlns=\"http://my.netscape.com/rdf/simple/0.9/\"><channel><title>S</title></channel>"
            + "<item><title>One</title><link>http://a.example/1</link></item></rdf:RDF>"
        cases.document("RSS 0.90 is told by its namespace", rss090, "RSS 0.90") { $0.format.rawValue }
        cases.document("RSS 0.90 items are siblings of the channel", rss090, "One") { $0.entries.first?.title }
        for (version, name) in [("0.91", "RSS 0.91"), ("0.92", "RSS 0.92"), ("0.93", "RSS 0.92"), ("2.0", "RSS 2.0")] {
            let text = "<rss version=\"\(version)\"><channel><title>S</title></channel></rss>"
            cases.document("rss version \(version)", text, name) { $0.format.rawValue }
        }
        cases.document("rss without a version is RSS 2.0", "<rss><channel><title>S</title></channel></rss>", "RSS 2.0")
        {
            $0.format.rawValue
        }
        cases.document(
            "rss with an odd version is RSS 2.0",
            "<rss version='x'><channel><title>S</title></channel></rss>",
            "S"
        ) {
            $0.title
        }
        let rss10 =
            "<rdf:RDF \(rdf) xmlns=\"http://purl.org/rss/1.0/\"><channel rdf:about=\"http://a.example/\"><title>S</title>"
            + "</channel><item rdf:about=\"http://a.example/1\"><title>One</title></item></rdf:RDF>"
        cases.document("RSS 1.0 is told by its namespace", rss10, "RSS 1.0") { $0.format.rawValue }
        cases.document("rdf:about is the guid of an RSS 1.0 item", rss10, "http://a.example/1") {
            $0.entries.first?.guid
        }
        cases.document("rdf:about is the id of an RSS 1.0 channel", rss10, "http://a.example/") { $0.id }
        cases.document(
            "RSS 1.0 names its picture in the channel",
            "<rdf:RDF \(rdf) xmlns=\"http://purl.org/rss/1.0/\"><channel><title>S</title><image rdf:resource=\"http://a.example/p.png\"/>"
                + "</channel></rdf:RDF>",
            "http://a.example/p.png"
        ) { $0.image }
        cases.document(
            "RSS 0.91 with Netscape's document type",
            "<!DOCTYPE rss PUBLIC \"-//Netscape Communications//DTD RSS 0.91//EN\" \"http://my.netscape.com/publish/formats/rss-0.91.dtd\">"
                + "<rss version=\"0.91\"><channel><title>S</title></channel></rss>",
            "S"
        ) { $0.title }
        cases.document("Atom 1.0 is told by its namespace", FeedCases.atom(""), "Atom 1.0") { $0.format.rawValue }
        let atom03 =
            "<feed version=\"0.3\" xmlns=\"http://purl.org/atom/ns#\"><title>S</title><tagline>T</tagline>"
            + "<entry><title>One</title><issued>2003-12-13T08:29:29-04:00</issued><modified>2003-12-14T00:00:00Z</modified>"
            + "</entry></feed>"
        cases.document("Atom 0.3 is told by its namespace", atom03, "Atom 0.3") { $0.format.rawValue }
        cases.document("Atom 0.3 tagline", atom03, "T") { $0.summary?.value }
        cases.document("Atom 0.3 issued", atom03, "2003-12-13T12:29:29Z") { $0.entries.first?.published?.iso }
        cases.document("Atom 0.3 modified", atom03, "2003-12-14T00:00:00Z") { $0.entries.first?.updated?.iso }
        cases.document(
            "an Atom feed without its namespace",
            "<feed><title>S</title><entry><title>One</title></entry></feed>",
            "One"
        ) {
            $0.entries.first?.title
        }
        cases.document(
            "an Atom feed with a prefix",
            "<a:feed xmlns:a=\"http://www.w3.org/2005/Atom\"><a:title>S</a:title><a:entry><a:title>One</a:title></a:entry></a:feed>",
            "One"
        ) { $0.entries.first?.title }
        cases.document(
            "RSS in capitals",
            "<RSS><CHANNEL><TITLE>S</TITLE><ITEM><TITLE>One</TITLE></ITEM></CHANNEL></RSS>",
            "One"
        ) {
            $0.entries.first?.title
        }
        cases.document(
            "an RSS 2.0 feed with UserLand's namespace",
            "<rss version=\"2.0\" xmlns=\"http://backend.userland.com/rss2\"><channel><title>S</title></channel></rss>",
            "S"
        ) { $0.title }
        cases.document(
            "an RSS feed with a default namespace that nobody knows",
            "<rss xmlns=\"http://nobody.example/ns\"><channel><title>S</title></channel></rss>",
            "S"
        ) { $0.title }
        cases.document(
            "items beside the channel",
            "<rss><channel><title>S</title></channel><item><title>One</title></item></rss>",
            "One"
        ) {
            $0.entries.first?.title
        }
        cases.document(
            "a channel without rss around it",
            "<channel><title>S</title><item><title>One</title></item></channel>",
            "One"
        ) {
            $0.entries.first?.title
        }
        cases.document(
            "a single Atom entry",
            "<entry xmlns=\"http://www.w3.org/2005/Atom\"><title>One</title></entry>",
            "One"
        ) {
            $0.entries.first?.title
        }
        cases.document("a feed without entries", "<rss><channel><title>S</title></channel></rss>", "0") {
            "\($0.entryCount)"
        }
        return cases.all
    }()

    @Test(arguments: jsonCases) func jsonFeedsAreRead(_ sample: FeedCase) throws { try sample.check() }

    static let jsonCases: [FeedCase] = {
        var cases = FeedCases()
        let text = """
            {"version": "https://jsonfeed.org/version/1.1", "title": "Show", "home_page_url": "https://a.example/",
             "feed_url": "https://a.example/feed.json", "next_url": "/feed.json?page=2", "icon": "icon.png", "expired": true,
             "authors": [{"name": "Ann", "url": "/ann"}], "language": "en", "hubs": [{"type": "WebSub", "url": "https://h.example/"}],
             "items": [{"id": 7, "url": "/1", "title": "One <b>", "content_html": "<p>Hi</p>", "summary": "S", "tags": ["a", "b"],
               "date_published": "2024-11-05T10:00:00+01:00", "image": "one.jpg",
               "attachments": [{"url": "one.mp3", "mime_type": "audio/mpeg", "size_in_bytes": 123, "duration_in_seconds": 61.5}]}]}
            """
        cases.document("version 1.1", text, "JSON Feed 1.1") { $0.format.rawValue }
        cases.document("a number as an id", text, "7") { $0.entries.first?.guid }
        cases.document("a title is plain text", text, "One <b>") { $0.entries.first?.title }
        cases.document("an attachment is an enclosure", text, "https://example.org/shows/one.mp3 audio/mpeg 123") {
            $0.entries.first?.primaryEnclosure.map { "\($0.url) \($0.type ?? "") \($0.length ?? 0)" }
        }
        cases.document("an attachment's duration", text, "61.5 seconds") { $0.entries.first?.duration.map { "\($0)" } }
        cases.document("the next page", text, "https://example.org/feed.json?page=2") { $0.nextPageURL }
        cases.document("hubs", text, "https://h.example/") { $0.hubURLs.first }
        cases.document("authors", text, "Ann https://example.org/ann") {
            $0.authors.first.map { "\($0.name ?? "") \($0.url ?? "")" }
        }
        cases.document("an expired feed is complete", text, "true") { "\($0.isComplete)" }
        cases.document("dates", text, "2024-11-05T09:00:00Z") { $0.entries.first?.published?.iso }
        cases.document("tags", text, "a,b") { $0.entries.first?.categories.map(\.term).joined(separator: ",") }
        cases.document(
            "no encoding of entities in JSON",
            #"{"version":"https://jsonfeed.org/version/1","title":"A &amp; B","items":[]}"#,
            "A &amp; B"
        ) { $0.title }
        cases.document(
            "version 1 author",
            #"{"version":"https://jsonfeed.org/version/1","title":"S","author":{"name":"Bo"},"items":[]}"#,
            "Bo"
        ) { $0.authors.first?.name }
        cases.document(
            "content_text is plain",
            #"{"version":"https://jsonfeed.org/version/1","title":"S","items":[{"id":"1","content_text":"a < b"}]}"#,
            "text a < b"
        ) {
            $0.entries.first?.content.map { "\($0.kind.rawValue) \($0.value)" }
        }
        cases.document(
            "a byte order mark before JSON",
            "\u{FEFF}" + #"{"version":"https://jsonfeed.org/version/1","title":"S","items":[]}"#,
            "S"
        ) { $0.title }
        cases.document(
            "items of wrong kinds are passed over",
            #"{"version":"https://jsonfeed.org/version/1","title":"S","items":[1,null,{"id":"x"},"a"]}"#,
            "1"
        ) { "\($0.entryCount)" }
        return cases.all
    }()

    @Test(arguments: [
        ("", FeedError.empty), (" \n\t ", .empty), ("<!DOCTYPE html><html><body>x</body></html>", .webPage),
        ("<html><head><title>x</title></head></html>", .webPage),
        ("<?xml version=\"1.0\"?><!-- a --><html/>", .webPage),
        ("<opml version=\"2.0\"><body/></opml>", .opml),
        ("<svg xmlns=\"http://www.w3.org/2000/svg\"/>", .otherXML(root: "svg")),
        ("{\"a\": 1}", .otherJSON), ("[1, 2]", .otherJSON),
        ("{\"version\": \"https://jsonfeed.org/version/1\",", .malformedJSON),
        ("Hello", .notText), ("%PDF-1.4", .notText), ("<", .notText), ("<!-- only a comment -->", .notText),
    ]) func whatIsNoFeedSaysWhy(_ text: String, _ error: FeedError) {
        #expect(throws: error) { try FeedParser.parse(Array(text.utf8)) }
        #expect(error.sentence.hasSuffix("."))
    }

    @Test func aDocumentAboveTheLimitIsRefused() {
        var limits = FeedLimits()
        limits.maximumBytes = 100
        #expect(throws: FeedError.tooLarge(limit: 100)) {
            try FeedParser.parse(Array(FeedCases.rss("").utf8), limits: limits)
        }
    }

    @Test func aLongJSONFeedIsRefused() {
        var limits = FeedLimits()
        limits.maximumJSONBytes = 5000
        let text =
            #"{"version":"https://jsonfeed.org/version/1","title":""# + String(repeating: "x", count: 6000)
            + #"","items":[]}"#
        #expect(throws: FeedError.tooLarge(limit: 5000)) { try FeedParser.parse(Array(text.utf8), limits: limits) }
    }
}
