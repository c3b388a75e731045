import Podcasts
import Testing

@Suite struct BrokenXML {
    @Test(arguments: cases) func isRepaired(_ sample: FeedCase) throws { try sample.check() }

    static let cases: [FeedCase] = {
        var cases = FeedCases()
        addReferences(&cases)
        addTags(&cases)
        addMoreTags(&cases)
        addDocuments(&cases)
        return cases.all
    }()

    private static func addReferences(_ cases: inout FeedCases) {
        cases.item("a bare & in a title is kept", "<title>A & B</title>", "A & B") { $0.title }
        cases.item("entities after a bare & are decoded", "<title>A & B &lt; C &amp; D</title>", "A & B < C & D") {
            $0.title
        }
        cases.item(
            "a bare & in an address is kept",
            "<enclosure url='http://a.example/x?a=1&b=2.mp3'/>",
            "http://a.example/x?a=1&b=2.mp3"
        ) { $0.enclosures.first?.url }
        cases.item("& at the end of a text", "<title>A &</title>", "A &") { $0.title }
        cases.item("&; is text", "<description>A &; B</description>", "A &; B") { $0.summary?.value }
        cases.item("an entity without its semicolon is text", "<description>A &amp B</description>", "A &amp B") {
            $0.summary?.value
        }
        cases.item("HTML's entities are read", "<title>Caf&eacute;&nbsp;&hellip;</title>", "Café\u{A0}…") { $0.title }
        cases.item("an entity that nobody knows is text", "<description>a &foo; b</description>", "a &foo; b") {
            $0.summary?.value
        }
        cases.item(
            "HTML's entities in attributes",
            "<enclosure url='http://a.example/&eacute;.mp3'/>",
            "http://a.example/é.mp3"
        ) { $0.enclosures.first?.url }
        cases.item("a decimal reference", "<title>&#8217;</title>", "’") { $0.title }
        cases.item("a hexadecimal reference", "<title>&#x1F600;</title>", "😀") { $0.title }
        cases.item("a reference to & stays text", "<description>a &#38; b &#x3C;i></description>", "a & b <i>") {
            $0.summary?.value
        }
        cases.item("a reference from windows-1252", "<title>it&#146;s</title>", "it’s") { $0.title }
        cases.item("a reference to a control character is dropped", "<title>a&#11;b&#0;c</title>", "abc") { $0.title }
        cases.item("a reference to half a character is replaced", "<title>a&#xD800;b</title>", "a\u{FFFD}b") {
            $0.title
        }
        cases.item("a reference beyond Unicode is replaced", "<title>a&#x99999999;b</title>", "a\u{FFFD}b") { $0.title }
        cases.item("control bytes are dropped", "<title>a\u{0B}b\u{01}c</title>", "abc") { $0.title }
        cases.item("control bytes in CDATA are dropped", "<title><![CDATA[a\u{08}b]]></title>", "ab") { $0.title }
        cases.item("noncharacters are replaced", "<title>a\u{FFFE}b</title>", "a\u{FFFD}b") { $0.title }
        cases.item("an & in CDATA is text", "<description><![CDATA[a & b &nbsp; c]]></description>", "a & b &nbsp; c") {
            $0.summary?.value
        }
        cases.item("]]> in text is text", "<description>a ]]> b</description>", "a ]]> b") { $0.summary?.value }
        cases.item("] at the end of CDATA", "<description><![CDATA[a [1]]]></description>", "a [1]") {
            $0.summary?.value
        }
        cases.item(
            "several CDATA sections are one text",
            "<description><![CDATA[a]]>b<![CDATA[c]]></description>",
            "abc"
        ) { $0.summary?.value }
        cases.item("a CDATA section in lower case", "<description><![cdata[a<b>]]></description>", "a<b>") {
            $0.summary?.value
        }
        cases.document(
            "entities of the document type are read",
            "<!DOCTYPE rss [<!ENTITY who \"Ann &amp; Bo\"><!ENTITY all '&who; et al.'>]><rss><channel><title>&all;</title></channel></rss>",
            "Ann & Bo et al."
        ) { $0.title }
        cases.document(
            "an external entity is left out",
            "<!DOCTYPE rss [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><rss><channel><title>a&x;b</title></channel></rss>",
            "ab"
        ) { $0.title }
        cases.document(
            "an external entity is reported",
            "<!DOCTYPE rss [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><rss><channel><title>a&x;b</title></channel></rss>",
            "externalEntity"
        ) { $0.codes }
        cases.document(
            "a comment in a document type may hold a bracket",
            "<!DOCTYPE rss [<!-- ]> it's --><!ENTITY x \"y\">]><rss><channel><title>&x;</title></channel></rss>",
            "y"
        ) { $0.title }
    }

    private static func addTags(_ cases: inout FeedCases) {
        cases.item(
            "raw HTML in content:encoded is kept",
            "<content:encoded><p>a <b class='x'>b</b></p></content:encoded>",
            "<p>a <b class=\"x\">b</b></p>"
        ) { $0.content?.value }
        cases.item(
            "text in raw HTML stays text",
            "<description><p>1 &lt; 2 &amp; 3</p></description>",
            "<p>1 &lt; 2 &amp; 3</p>"
        ) { $0.summary?.value }
        cases.item(
            "an unclosed <br> does not shift what follows",
            "<description>a<br>b</description><title>T</title>",
            "a<br>b|T"
        ) { "\($0.summary?.value ?? "")|\($0.title ?? "")" }
        cases.item("an unclosed <p> ends with its parent", "<description><p>a<p>b</description><title>T</title>", "T") {
            $0.title
        }
        cases.item(
            "an unclosed <img> in raw HTML",
            "<description><img src='a.png'>x</description><title>T</title>",
            "<img src=\"a.png\">x|T"
        ) { "\($0.summary?.value ?? "")|\($0.title ?? "")" }
        cases.item(
            "overlapping tags",
            "<description><b><i>a</b></i></description><title>T</title>",
            "<b><i>a</i></b>|T"
        ) { "\($0.summary?.value ?? "")|\($0.title ?? "")" }
        cases.item(
            "a stray end tag is left out",
            "<title>T</em></title><link>http://a.example/</link>",
            "T|http://a.example/"
        ) { "\($0.title ?? "")|\($0.link ?? "")" }
        cases.item(
            "an attribute without quotes",
            "<enclosure url=http://a.example/x.mp3 length=5 />",
            "http://a.example/x.mp3 5"
        ) { $0.enclosures.first.map { "\($0.url) \($0.length ?? 0)" } }
        cases.item(
            "an attribute without quotes before />",
            "<enclosure length='5' url=http://a.example/x.mp3/>",
            "http://a.example/x.mp3"
        ) { $0.enclosures.first?.url }
        cases.item("an attribute without a value", "<guid isPermaLink>x</guid><title>T</title>", "T") { $0.title }
        cases.item(
            "a doubled attribute: the first counts",
            "<enclosure url='http://a.example/1.mp3' url='http://a.example/2.mp3'/>",
            "http://a.example/1.mp3"
        ) { $0.enclosures.first?.url }
    }

    private static func addMoreTags(_ cases: inout FeedCases) {
        cases.item("attributes without blanks between", "<enclosure url='http://a.example/1.mp3'length='7'/>", "7") {
            $0.enclosures.first?.length.map { "\($0)" }
        }
        cases.item("< in an attribute", "<enclosure url='http://a.example/<1>.mp3'/>", "http://a.example/<1>.mp3") {
            $0.enclosures.first?.url
        }
        cases.item(
            "a missing closing quote",
            "<enclosure url=\"http://a.example/1.mp3/><title>T</title><guid>g\"</guid>",
            "T"
        ) { $0.title }
        cases.item("a < in text", "<title>1 < 2</title>", "1 < 2") { $0.title }
        cases.item("a heart in text", "<title>I <3 you</title>", "I <3 you") { $0.title }
        cases.item("a mail address in angle brackets", "<title>Ann <ann@a.example></title>", "Ann <ann@a.example>") {
            $0.title
        }
        cases.item(
            "an address in angle brackets",
            "<description>see <http://a.example/> now</description>",
            "see <http://a.example/> now"
        ) { $0.summary?.value }
        cases.item(
            "an element name in another case closes",
            "<Title>T</title><link>http://a.example/</link>",
            "T|http://a.example/"
        ) { "\($0.title ?? "")|\($0.link ?? "")" }
        cases.item("blanks in an end tag", "<title>T</title  ><guid>g</guid\n>", "g") { $0.guid }
        cases.item("a comment inside a text", "<title>A<!-- x -->B</title>", "AB") { $0.title }
        cases.item("a comment with two hyphens", "<!-- a -- b --><title>T</title>", "T") { $0.title }
        cases.item("an instruction inside an item", "<?php echo ?><title>T</title>", "T") { $0.title }
        cases.item("attributes on simple elements", "<title type='text' foo='bar'>T</title>", "T") { $0.title }
        cases.channel(
            "an item that is not closed ends before the next",
            "<item><title>One</title><item><title>Two</title></item>",
            "One,Two"
        ) { $0.entries.compactMap(\.title).joined(separator: ",") }
        cases.channel("an Atom-like entry in RSS", "<entry><title>One</title></entry>", "One") {
            $0.entries.first?.title
        }
        cases.item(
            "elements deeper than the limit keep their text",
            "<description>\(String(repeating: "<b>", count: 300))x\(String(repeating: "</b>", count: 300))</description><title>T</title>",
            "T true"
        ) { "\($0.title ?? "") \($0.summary?.value.contains("x") ?? false)" }
        cases.item("a declaration in raw HTML is left out", "<description>a<!foo>b</description>", "ab") {
            $0.summary?.value
        }
    }

    private static func addDocuments(_ cases: inout FeedCases) {
        let body = "<rss><channel><title>T</title></channel></rss>"
        cases.document("blank lines before the declaration", "\n\n  <?xml version='1.0'?>\n\(body)", "T") { $0.title }
        cases.document(
            "more blank lines than any sample",
            String(repeating: "\n", count: 20_000) + "<?xml version='1.0'?>\(body)",
            "T"
        ) { $0.title }
        cases.document("text before the declaration", "Notice: x\n<?xml version='1.0'?>\(body)", "T") { $0.title }
        cases.document(
            "HTML of a server's complaint before the declaration",
            "<br />\n<b>Warning</b>: x<br />\n<?xml version='1.0'?>\(body)",
            "T"
        ) { $0.title }
        cases.document("junk before the document is reported", "Notice: x\n<?xml version='1.0'?>\(body)", "leadingJunk")
        { $0.codes }
        cases.document("a second declaration", "<?xml version='1.0'?><?xml version='1.0'?>\(body)", "T") { $0.title }
        cases.document("a comment before the root", "<!-- made by x -->\(body)", "T") { $0.title }
        cases.document(
            "a style sheet before the root",
            "<?xml version='1.0'?><?xml-stylesheet href='x.xsl'?>\(body)",
            "T"
        ) { $0.title }
        cases.document("a comment after the root", "\(body)<!-- cached -->", "T|") { "\($0.title ?? "")|\($0.codes)" }
        cases.document(
            "a second root is left out",
            "\(body)<rss><channel><title>U</title></channel></rss>",
            "T|trailingContent"
        ) { "\($0.title ?? "")|\($0.codes)" }
        cases.document("text after the root is left out", "\(body) bye", "T") { $0.title }
        cases.document(
            "a missing end of the document",
            "<rss><channel><title>T</title><item><title>One</title></item>",
            "One|truncated"
        ) { "\($0.entries.first?.title ?? "")|\($0.codes)" }
        cases.document(
            "a cut text is not believed",
            "<rss><channel><title>T</title><item><guid>1</guid><title>One and ha",
            "1|"
        ) { "\($0.entries.first?.guid ?? "")|\($0.entries.first?.title ?? "")" }
        cases.document(
            "a cut entry without its guid is left for the next time",
            "<rss><channel><title>T</title><item><title>One</title><guid>http://a.exa",
            "0"
        ) { "\($0.entryCount)" }
        cases.document(
            "a cut tag is left out",
            "<rss><channel><title>T</title><item><guid>1</guid><enclosure url='http://a.ex",
            "1 0"
        ) { "\($0.entries.first?.guid ?? "") \($0.entries.first?.enclosures.count ?? -1)" }
        cases.document(
            "CDATA that never ends",
            "<rss><channel><title>T</title><item><guid>1</guid><description><![CDATA[abc</item>",
            "1"
        ) { $0.entries.first?.guid }
        cases.document("a wrong version of XML", "<?xml version='1.1' standalone='no'?>\(body)", "T") { $0.title }
        cases.document(
            "line breaks of old systems",
            "<?xml version='1.0'?>\r\n<rss>\r\n<channel>\r\n<title>T\r\n U</title></channel></rss>",
            "T U"
        ) { $0.title }
    }

    @Test func warningsNameTheLine() throws {
        let text =
            "\n<?xml version='1.0'?>\n<!-- a\n comment -->\n<rss><channel>\n<title>A & B</title>\n<item>\n<pubDate>soon</pubDate></item></channel></rss>"
        let feed = try FeedParser.parse(Array(text.utf8))
        #expect(feed.warnings.first { $0.code == .bareAmpersand }?.line == 6)
        #expect(feed.warnings.first { $0.code == .invalidDate }?.line == 8)
        #expect(feed.entries.first?.line == 7)
    }

    /// Long text and text with references go past libxml2.
    @Test(arguments: [1, 7, 1000]) func escapedTextKeepsItsBreaksAndLines(_ length: Int) throws {
        let words = String(repeating: "long ", count: 60)
        let summary = "&lt;p&gt;It&#8217;s &amp;amp;\r\n&#13;&#10;\r]] \(words)\r\n&nbsp;&quot;&lt;/p&gt;"
        let text =
            "<rss><channel><title>T</title>\n<item><guid>1</guid><description>\(summary)</description>\n<pubDate>soon</pubDate></item></channel></rss>"
        let feed = try FeedCases.read(Array(text.utf8), pieces: length)
        #expect(feed.entries.first?.summary?.value == "<p>It’s &amp;\n\r\n\n]] \(words)\n\u{A0}\"</p>")
        #expect(feed.warnings.first { $0.code == .invalidDate }?.line == 5)
    }

    @Test func nestedEntitiesStop() throws {
        var type = "<!DOCTYPE rss [<!ENTITY a0 \"ha\">"
        for level in 1...30 {
            type += "<!ENTITY a\(level) \"" + String(repeating: "&a\(level - 1);", count: 10) + "\">"
        }
        let text = type + "]><rss><channel><title>x&a30;y</title></channel></rss>"
        let feed = try FeedParser.parse(Array(text.utf8))
        #expect(feed.title == "xy")
        #expect(feed.warnings.map(\.code) == [.entityExpansion])
    }

    @Test func emptyEntitiesStopToo() throws {
        var type = "<!DOCTYPE rss [<!ENTITY a0 \"\">"
        for level in 1...14 {
            type += "<!ENTITY a\(level) \"" + String(repeating: "&a\(level - 1);", count: 10) + "\">"
        }
        let feed = try FeedParser.parse(Array((type + "]><rss><channel><title>x&a14;y</title></channel></rss>").utf8))
        #expect(feed.title == "xy")
        #expect(feed.warnings.map(\.code) == [.entityExpansion])
    }

    @Test func aLongTextIsCutAtACharacter() throws {
        var limits = FeedLimits()
        limits.maximumTextLength = 10_001
        let text = FeedCases.rss(
            "<title>T</title><item><guid>1</guid><description>\(String(repeating: "é", count: 20_000))</description></item>"
        )
        let feed = try FeedParser.parse(Array(text.utf8), limits: limits)
        #expect(feed.entries.first?.summary?.value == String(repeating: "é", count: 5000))
        #expect(feed.warnings.map(\.code) == [.textTooLong])
    }

    @Test func listsAndEntriesHaveLimits() throws {
        var limits = FeedLimits()
        limits.maximumListLength = 3
        limits.maximumEntries = 2
        let item = "<item>" + (1...9).map { "<category>\($0)</category>" }.joined() + "</item>"
        let feed = try FeedParser.parse(
            Array(FeedCases.rss("<title>T</title>\(item)\(item)\(item)").utf8),
            limits: limits
        )
        #expect(feed.entryCount == 2)
        #expect(feed.entries.first?.categories.count == 3)
        #expect(feed.warnings.contains { $0.code == .tooMany })
    }

    @Test func allWarningsAreCountedAndSomeKept() throws {
        let text = FeedCases.rss("<title>T</title>" + String(repeating: "<item><guid>\u{1}</guid></item>", count: 500))
        let feed = try FeedParser.parse(Array(text.utf8))
        #expect(feed.warnings.count == 200)
        #expect(feed.warningCount >= 500)
    }
}
