import Podcasts
import Testing

@Suite struct Lists {
    private func parse(_ body: String) throws -> OPML {
        try OPML.parse(
            Array("<opml version=\"1.1\"><head><title>My &amp; feeds</title></head><body>\(body)</body></opml>".utf8)
        )
    }

    @Test func outlinesInFoldersAreRead() throws {
        let list = try parse(
            "<outline text='News'><outline title='Sub'><outline type='rss' text='A' xmlUrl='http://a.example/f' htmlUrl='http://a.example/'/></outline></outline><outline text='B' xmlUrl='http://b.example/'/>"
        )
        #expect(list.title == "My & feeds")
        #expect(
            list.feeds == [
                OPML.Feed(
                    url: "http://a.example/f",
                    title: "A",
                    link: "http://a.example/",
                    folders: ["News", "Sub"],
                    line: 1
                ),
                OPML.Feed(url: "http://b.example/", title: "B", line: 1),
            ]
        )
    }

    @Test(arguments: [
        ("<outline text='A' xmlurl='http://a.example/'/>", "http://a.example/"),
        ("<outline text='A' XMLURL='http://a.example/'/>", "http://a.example/"),
        ("<outline type='link' text='A' url='http://a.example/'/>", "http://a.example/"),
        ("<outline xmlUrl='http://a.example/'/>", "http://a.example/"),
        ("<outline text='A & B' xmlUrl='http://a.example/?a=1&b=2'/>", "http://a.example/?a=1&b=2"),
        ("<outline text='A' xmlUrl=' feed://a.example/ '/>", "http://a.example/"),
        ("<outline text='A' xmlUrl='http://a.example/'>", "http://a.example/"),
        ("<OUTLINE text='A' xmlUrl='http://a.example/'/>", "http://a.example/"),
    ]) func oddOutlinesAreRead(_ outline: String, _ url: String) throws {
        #expect(try parse(outline).feeds.map(\.url) == [url])
    }

    @Test func whatCanNotBeTakenIsReported() throws {
        let list = try parse(
            """

            <outline type='rss' text='No address' xmlUrl=''/>
            <outline text='Odd' xmlUrl='javascript:x'/>
            <outline text='A' xmlUrl='http://a.example/'/>
            <outline text='A again' xmlUrl='http://a.example/'/>
            <outline type='include' text='More' url='http://o.example/x.opml'/>
            """
        )
        #expect(list.feeds.count == 1)
        #expect(list.problems.map(\.reason) == [.missingURL, .invalidURL, .duplicate, .include])
        #expect(list.problems.map(\.line) == [2, 3, 5, 6])
        #expect(list.problems.allSatisfy { $0.sentence.hasSuffix(".") && $0.sentence.contains("“") })
    }

    @Test func anExportedListComesBack() throws {
        let list = OPML(
            title: "A & <B>",
            feeds: [
                OPML.Feed(
                    url: "http://a.example/?x=1&y=\"2\"",
                    title: "A & \"B\" <C>",
                    link: "http://a.example/",
                    folders: ["F & G", "H"]
                ),
                OPML.Feed(url: "http://b.example/", title: "B", folders: ["F & G"]),
                OPML.Feed(url: "http://c.example/", title: "C"),
                OPML.Feed(url: "http://d.example/", title: "D", folders: ["F & G", "H"]),
            ]
        )
        let again = try OPML.parse(Array(list.document.utf8))
        #expect(again.title == list.title)
        #expect(again.problems.isEmpty)
        let byAddress = { (feed: OPML.Feed) in "\(feed.url) \(feed.title ?? "") \(feed.folders)" }
        #expect(again.feeds.map(byAddress).sorted() == list.feeds.map(byAddress).sorted())
        #expect(again.feeds.first?.link == "http://a.example/")
    }

    @Test(arguments: ["", "<rss/>", "hello", "<html></html>", "{}"]) func somethingElseIsRefused(_ text: String) {
        #expect(throws: OPMLError.notOPML) { try OPML.parse(Array(text.utf8)) }
    }

    @Test func aListInAnOlderEncodingIsRead() throws {
        let bytes =
            Array("<?xml version='1.0' encoding='iso-8859-1'?><opml><body><outline text='".utf8) + [0xE9]
            + Array("' xmlUrl='http://a.example/'/></body></opml>".utf8)
        #expect(try OPML.parse(bytes).feeds.first?.title == "é")
    }
}

@Suite struct Discovery {
    private func find(_ html: String, url: String = "https://example.org/blog/") -> [String] {
        FeedDiscovery.feeds(inPage: Array(html.utf8), url: url).map(\.url)
    }

    @Test(arguments: [
        ("<link rel=alternate type='application/rss+xml' href='/feed.xml'>", ["https://example.org/feed.xml"]),
        ("<LINK REL='Alternate' TYPE='Application/RSS+XML' HREF='feed'>", ["https://example.org/blog/feed"]),
        (
            "<link rel='alternate' type='application/atom+xml' href='a'><link rel='alternate' type='application/rss+xml' href='r'>",
            ["https://example.org/blog/r", "https://example.org/blog/a"]
        ),
        ("<link rel='alternate' type='application/feed+json' href='j'>", ["https://example.org/blog/j"]),
        ("<link rel='alternate' hreflang='de' href='/de'>", []),
        ("<link rel='stylesheet' type='text/css' href='x.css'>", []),
        (
            "<base href='https://cdn.example/x/'><link rel='alternate' type='application/rss+xml' href='f'>",
            ["https://cdn.example/x/f"]
        ),
        (
            "<link rel='alternate' type='application/rss+xml' title='Comments' href='/comments/feed'><link rel='alternate' type='application/rss+xml' href='/feed'>",
            ["https://example.org/feed", "https://example.org/comments/feed"]
        ),
        ("<a href='/podcast.xml'>x</a>", ["https://example.org/podcast.xml"]),
        ("<a href='/feed/'>x</a>", ["https://example.org/feed/"]),
        ("<a href='itpc://p.example/f'>Subscribe</a>", ["http://p.example/f"]),
        ("<a href='https://feeds.example/abc'>x</a>", ["https://feeds.example/abc"]),
        ("<a href='/subscribe'><b>RSS</b> feed</a>", ["https://example.org/subscribe"]),
        ("<a href='/about'>About</a>", []),
        ("<a href='javascript:x'>RSS</a>", []),
        (
            "<a href='/feed'>x</a><link rel='alternate' type='application/rss+xml' href='/feed'>",
            ["https://example.org/feed"]
        ),
        (
            "<a href='/feed'>x</a><link rel='alternate' type='application/rss+xml' href='/r'>",
            ["https://example.org/r", "https://example.org/feed"]
        ),
        ("plain text", []), ("", []),
    ]) func feedsAreFound(_ html: String, _ urls: [String]) { #expect(find(html) == urls) }

    @Test func titlesAreDecoded() {
        let bytes =
            Array(
                "<meta charset='windows-1251'><link rel='alternate' type='application/rss+xml' href='/f' title='".utf8
            ) + [0xCF, 0xF0, 0xE8] + Array(" &amp; x'>".utf8)
        #expect(FeedDiscovery.feeds(inPage: bytes, url: "https://example.org/").first?.title == "При & x")
    }

    @Test func thereIsSomethingToTry() {
        #expect(FeedDiscovery.guesses(for: "https://example.org/a/b?c").first == "https://example.org/feed")
    }

    @Test(arguments: [
        ("<rss>", ContentSniffer.Kind.xmlFeed), ("\n\n<?xml version='1.0'?><!-- x --><feed>", .xmlFeed),
        ("<rdf:RDF>", .xmlFeed),
        ("<?xml version='1.0'?><!DOCTYPE rss [<!ENTITY x 'y'>]><rss>", .xmlFeed), ("junk\n<rss>", .xmlFeed),
        ("<!doctype HTML><html>", .html), ("<html>", .html), ("<head>", .html), ("<opml>", .opml), ("{}", .json),
        ("  [1]", .json),
        ("<svg>", .otherXML(root: "svg")), ("", .empty), ("\n \t", .empty), ("ID3", .other),
        ("<html><body><rss></body></html>", .html),
        ("\u{FEFF}<rss>", .xmlFeed),
    ]) func kindsAreTold(_ text: String, _ kind: ContentSniffer.Kind) {
        #expect(ContentSniffer.kind(of: Array(text.utf8)) == kind)
    }
}
