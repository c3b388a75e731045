import Podcasts
import Testing

@Suite struct Entries {
    @Test(arguments: cases) func areRead(_ sample: FeedCase) throws { try sample.check() }

    static let cases: [FeedCase] = {
        var cases = FeedCases()
        addTexts(&cases)
        addMoreTexts(&cases)
        addEnclosures(&cases)
        addMoreEnclosures(&cases)
        addIdentities(&cases)
        addAtom(&cases)
        addMoreAtom(&cases)
        return cases.all
    }()

    private static func addTexts(_ cases: inout FeedCases) {
        cases.item("a title in CDATA", "<title><![CDATA[A & B]]></title>", "A & B") { $0.title }
        cases.item("a title escaped twice", "<title>A &amp;amp; B &amp;#8217;</title>", "A & B ’") { $0.title }
        cases.item("tags in a title are left out", "<title>&lt;b&gt;A&lt;/b&gt; B</title>", "A B") { $0.title }
        cases.item("a title that is no HTML", "<title>if a &lt; b then &lt;c&gt;</title>", "if a < b then <c>") {
            $0.title
        }
        cases.item("blanks in a title become one", "<title>\n  A\n   B\t</title>", "A B") { $0.title }
        cases.item("an empty title is none", "<title>  </title>", nil) { $0.title }
        cases.item("itunes:title does not replace the title", "<itunes:title>I</itunes:title><title>T</title>", "T I") {
            "\($0.title ?? "") \($0.itunesTitle ?? "")"
        }
        cases.item("itunes:title where there is no title", "<itunes:title>I</itunes:title>", "I") { $0.title }
        cases.item("media:title does not replace the title", "<title>T</title><media:title>M</media:title>", "T") {
            $0.title
        }
        cases.item(
            "media:title where there is no title",
            "<media:content url='http://a.example/x.mp4'><media:title>M</media:title></media:content>",
            "M"
        ) { $0.title }
        cases.item("dc:title where there is no title", "<dc:title>D</dc:title>", "D") { $0.title }
        cases.item(
            "media:description does not replace the description",
            "<description>D</description><media:description>M</media:description>",
            "D"
        ) { $0.summary?.value }
        cases.item(
            "itunes:summary does not replace the description",
            "<description>D</description><itunes:summary>I</itunes:summary>",
            "D I"
        ) { "\($0.summary?.value ?? "") \($0.itunesSummary?.value ?? "")" }
        cases.item(
            "notes prefer content:encoded",
            "<description>D</description><content:encoded>C</content:encoded>",
            "C"
        ) { $0.notes?.value }
        cases.item(
            "notes fall back to the description",
            "<description>D</description><itunes:summary>I</itunes:summary>",
            "D"
        ) { $0.notes?.value }
        cases.item(
            "notes fall back to itunes:summary",
            "<itunes:summary>I</itunes:summary><itunes:subtitle>S</itunes:subtitle>",
            "I"
        ) { $0.notes?.value }
        cases.item("notes fall back to itunes:subtitle", "<itunes:subtitle>S</itunes:subtitle>", "S") {
            $0.notes?.value
        }
    }

    private static func addMoreTexts(_ cases: inout FeedCases) {
        cases.item(
            "an empty content:encoded does not hide the description",
            "<content:encoded></content:encoded><description>D</description>",
            "D"
        ) { $0.notes?.value }
        cases.item("an author with a mail address", "<author>ann@a.example (Ann)</author>", "Ann|ann@a.example") {
            $0.authors.first.map { "\($0.name ?? "")|\($0.email ?? "")" }
        }
        cases.item("an author in angle brackets", "<author>Ann &lt;ann@a.example&gt;</author>", "Ann|ann@a.example") {
            $0.authors.first.map { "\($0.name ?? "")|\($0.email ?? "")" }
        }
        cases.item("an author who is a name", "<author>Ann</author>", "Ann") { $0.authors.first?.name }
        cases.item(
            "one author named three times",
            "<author>Ann</author><dc:creator>Ann</dc:creator><itunes:author>Ann</itunes:author>",
            "1"
        ) { "\($0.authors.count)" }
        cases.item(
            "categories with a domain",
            "<category domain='d'>A</category><category>B</category><category>B</category>",
            "A(d) B()"
        ) { $0.categories.map { "\($0.term)(\($0.scheme ?? ""))" }.joined(separator: " ") }
        cases.item("dc:date where there is no pubDate", "<dc:date>2024-11-05</dc:date>", "2024-11-05T00:00:00Z") {
            $0.published?.iso
        }
        cases.item(
            "pubDate wins over dc:date",
            "<dc:date>2020-01-01</dc:date><pubDate>Tue, 05 Nov 2024 10:00:00 GMT</pubDate>",
            "2024-11-05T10:00:00Z"
        ) { $0.published?.iso }
        cases.item(
            "a bad date does not hide a good one",
            "<pubDate>Tue, 05 Nov 2024 10:00:00 GMT</pubDate><pubDate>soon</pubDate>",
            "2024-11-05T10:00:00Z"
        ) { $0.published?.iso }
        cases.item("comments", "<comments>/c</comments>", "https://example.org/c") { $0.commentsURL }
        cases.item(
            "source",
            "<source url='http://a.example/feed'>Other</source><title>T</title>",
            "Other http://a.example/feed"
        ) { $0.source.map { "\($0.title ?? "") \($0.href)" } }
        cases.item(
            "children of foreign elements do not count",
            "<title>T</title><foo><title>X</title><link>http://x.example/</link></foo>",
            "T nil"
        ) { "\($0.title ?? "") \($0.link ?? "nil")" }
        cases.item(
            "an unknown namespace with the same names",
            "<title>T</title><x:title xmlns:x='http://x.example/'>X</x:title>",
            "T"
        ) { $0.title }
    }

    private static func addEnclosures(_ cases: inout FeedCases) {
        cases.item(
            "a plain enclosure",
            "<enclosure url='http://a.example/1.mp3' length='123' type='audio/mpeg'/>",
            "http://a.example/1.mp3 audio/mpeg 123"
        ) { describe($0) }
        cases.item(
            "no type: by the extension",
            "<enclosure url='http://a.example/1.mp3'/>",
            "http://a.example/1.mp3 audio/mpeg -"
        ) { describe($0) }
        cases.item(
            "the extension before a query",
            "<enclosure url='http://a.example/1.MP3?x=1.ogg'/>",
            "http://a.example/1.MP3?x=1.ogg audio/mpeg -"
        ) { describe($0) }
        cases.item(
            "an empty type",
            "<enclosure url='http://a.example/1.m4a' type=''/>",
            "http://a.example/1.m4a audio/mp4 -"
        ) { describe($0) }
        cases.item(
            "a wrong type",
            "<enclosure url='http://a.example/1.mp3' type='video/mp4'/>",
            "http://a.example/1.mp3 audio/mpeg -"
        ) { describe($0) }
        cases.item(
            "a generic type",
            "<enclosure url='http://a.example/1.opus' type='application/octet-stream'/>",
            "http://a.example/1.opus audio/opus -"
        ) { describe($0) }
        cases.item(
            "text where sound is promised",
            "<enclosure url='http://a.example/1.mp3' type='text/html'/>",
            "http://a.example/1.mp3 audio/mpeg -"
        ) { describe($0) }
        cases.item(
            "mp4 may be sound",
            "<enclosure url='http://a.example/1.mp4' type='audio/mp4'/>",
            "http://a.example/1.mp4 audio/mp4 -"
        ) { describe($0) }
        cases.item(
            "another name of a type",
            "<enclosure url='http://a.example/1' type='audio/mp3; x=y'/>",
            "http://a.example/1 audio/mpeg -"
        ) { describe($0) }
        cases.item(
            "a length that is zero",
            "<enclosure url='http://a.example/1.mp3' length='0'/>",
            "http://a.example/1.mp3 audio/mpeg -"
        ) { describe($0) }
        cases.item(
            "a length that is negative",
            "<enclosure url='http://a.example/1.mp3' length='-1'/>",
            "http://a.example/1.mp3 audio/mpeg -"
        ) { describe($0) }
        cases.item(
            "a length that is no number",
            "<enclosure url='http://a.example/1.mp3' length='12 MB'/>",
            "http://a.example/1.mp3 audio/mpeg -"
        ) { describe($0) }
        cases.item("an enclosure without an address", "<enclosure type='audio/mpeg'/><title>T</title>", "0") {
            "\($0.enclosures.count)"
        }
        cases.item(
            "blanks and line breaks in an address",
            "<enclosure url=' http://a.example/\n1.mp3 '/>",
            "http://a.example/%201.mp3"
        ) { $0.enclosures.first?.url }
    }

    private static func addMoreEnclosures(_ cases: inout FeedCases) {
        cases.item(
            "several enclosures: sound is played",
            "<enclosure url='http://a.example/1.pdf'/><enclosure url='http://a.example/1.mp3'/>",
            "http://a.example/1.mp3"
        ) { $0.primaryEnclosure?.url }
        cases.item(
            "several enclosures: all are kept",
            "<enclosure url='http://a.example/1.mp3'/><enclosure url='http://a.example/1.ogg'/>",
            "2"
        ) { "\($0.enclosures.count)" }
        cases.item(
            "only a picture: nothing to play",
            "<enclosure url='http://a.example/1.jpg' type='image/jpeg'/>",
            nil
        ) { $0.primaryEnclosure?.url }
        cases.item(
            "an enclosed picture is the entry's",
            "<enclosure url='http://a.example/1.jpg' type='image/jpeg'/>",
            "http://a.example/1.jpg"
        ) { $0.image }
        cases.item(
            "a file of unknown type may play",
            "<enclosure url='http://a.example/play?id=1'/>",
            "http://a.example/play?id=1"
        ) { $0.primaryEnclosure?.url }
        cases.item(
            "media:content is an enclosure",
            "<media:content url='http://a.example/1.mp3' fileSize='5' type='audio/mpeg' duration='61'/>",
            "http://a.example/1.mp3 audio/mpeg 5 61.0 seconds"
        ) { "\(describe($0) ?? "") \($0.duration.map { "\($0)" } ?? "")" }
        cases.item(
            "media:content of the same file is no second one",
            "<enclosure url='http://a.example/1.mp3'/><media:content url='http://a.example/1.mp3' fileSize='5'/>",
            "1 5"
        ) { "\($0.enclosures.count) \($0.enclosures.first?.length ?? 0)" }
        cases.item(
            "media:group",
            "<media:group><media:content url='http://a.example/1.mp4' type='video/mp4'/><media:content url='http://a.example/2.mp4' type='video/mp4'/></media:group>",
            "2"
        ) { "\($0.enclosures.count)" }
        cases.item(
            "media:content that is a picture",
            "<media:content url='http://a.example/p' medium='image'/>",
            "http://a.example/p 0"
        ) { "\($0.image ?? "") \($0.enclosures.count)" }
        cases.item("media:thumbnail", "<media:thumbnail url='/t.png'/>", "https://example.org/t.png") { $0.image }
        cases.item(
            "itunes:image is better than a thumbnail",
            "<itunes:image href='/i.png'/><media:thumbnail url='/t.png'/>",
            "https://example.org/i.png"
        ) { $0.image }
        cases.item(
            "FeedBurner's original addresses",
            "<link>http://f.example/1</link><enclosure url='http://f.example/1.mp3'/><feedburner:origLink>http://a.example/1</feedburner:origLink><feedburner:origEnclosureLink>http://a.example/1.mp3</feedburner:origEnclosureLink>",
            "http://a.example/1 http://a.example/1.mp3"
        ) { "\($0.link ?? "") \($0.enclosures.first?.originalURL ?? "")" }
        cases.item(
            "a wrong type is reported once read",
            "<enclosure url='http://a.example/1.mp3' type='video/mp4'/>",
            "video/mp4"
        ) { $0.enclosures.first?.declaredType }
    }

    private static func describe(_ entry: ParsedEntry) -> String? {
        entry.enclosures.first.map { "\($0.url) \($0.type ?? "-") \($0.length.map { "\($0)" } ?? "-")" }
    }

    private static func addIdentities(_ cases: inout FeedCases) {
        cases.item("a guid", "<guid>a</guid>", "g:a") { $0.identity?.key }
        cases.item("a guid of 0 is one", "<guid>0</guid><enclosure url='http://a.example/1.mp3'/>", "g:0") {
            $0.identity?.key
        }
        cases.item("a guid keeps its case", "<guid>aB</guid>", "g:aB") { $0.identity?.key }
        cases.item("blanks around a guid", "<guid>\n a \n</guid>", "g:a") { $0.identity?.key }
        cases.item(
            "an empty guid is none",
            "<guid></guid><enclosure url='http://a.example/1.mp3'/>",
            "e:http://a.example/1.mp3"
        ) { $0.identity?.key }
        cases.item(
            "no guid: the file",
            "<title>T</title><enclosure url='http://a.example/1.mp3'/>",
            "e:http://a.example/1.mp3"
        ) { $0.identity?.key }
        cases.item(
            "no guid and no file: page and title",
            "<title>T</title><link>http://a.example/1</link>",
            "l:18:http://a.example/1T"
        ) { $0.identity?.key }
        cases.item("only a title", "<title>T</title>", "l:0:T") { $0.identity?.key }
        cases.item("nothing at all", "<description>D</description>", nil) { $0.identity?.key }
        cases.item("a guid is a permalink unless it says no", "<guid>http://a.example/1</guid>", "http://a.example/1") {
            $0.link
        }
        cases.item("isPermaLink=false", "<guid isPermaLink='false'>http://a.example/1</guid>", nil) { $0.link }
        cases.item("isPermaLink=FALSE", "<guid isPermaLink=' FALSE '>http://a.example/1</guid>", nil) { $0.link }
        cases.item("a guid that is no address is no link", "<guid isPermaLink='true'>abc</guid>", nil) { $0.link }
        cases.item(
            "a link wins over a guid",
            "<guid>http://a.example/1</guid><link>http://a.example/2</link>",
            "http://a.example/2"
        ) { $0.link }
        cases.channel(
            "guids that differ in case are two",
            "<item><guid>a</guid></item><item><guid>A</guid></item>",
            "g:a g:A"
        ) { $0.entries.compactMap(\.identity?.key).joined(separator: " ") }
        cases.channel(
            "one guid for two files",
            "<item><guid>a</guid><enclosure url='http://a.example/1.mp3'/></item><item><guid>a</guid><enclosure url='http://a.example/2.mp3'/></item>",
            "2 duplicateGUID missingTitle"
        ) { "\(Set($0.entries.compactMap(\.identity)).count) \($0.codes)" }
    }

    private static func addAtom(_ cases: inout FeedCases) {
        cases.entry(
            "enclosures are links",
            "<link rel='enclosure' href='http://a.example/1.mp3' length='5' type='audio/mpeg' title='HQ'/>",
            "http://a.example/1.mp3 5 HQ"
        ) { $0.primaryEnclosure.map { "\($0.url) \($0.length ?? 0) \($0.title ?? "")" } }
        cases.entry("a link without a relation is the page", "<link href='http://a.example/1'/>", "http://a.example/1")
        { $0.link }
        cases.entry(
            "the HTML page among alternates",
            "<link rel='alternate' type='application/json' href='http://a.example/j'/><link rel='alternate' type='text/html' href='http://a.example/1'/>",
            "http://a.example/1"
        ) { $0.link }
        cases.entry(
            "a relation as IANA's address",
            "<link rel='http://www.iana.org/assignments/relation/alternate' href='http://a.example/1'/>",
            "http://a.example/1"
        ) { $0.link }
        cases.entry("an id is the guid and no link", "<id>http://a.example/1</id>", "http://a.example/1 nil") {
            "\($0.guid ?? "") \($0.link ?? "nil")"
        }
        cases.entry("a text title keeps its markup", "<title>a &lt;b> c</title>", "a <b> c") { $0.title }
        cases.entry(
            "an HTML title loses its markup",
            "<title type='html'>a &lt;b>b&lt;/b> &amp;amp; c</title>",
            "a b & c"
        ) { $0.title }
        cases.entry(
            "an XHTML title",
            "<title type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>a <b>b</b></div></title>",
            "a b"
        ) { $0.title }
        cases.entry(
            "XHTML content without its div",
            "<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><p>a &lt; <img src='x.png'/></p></div></content>",
            "<p>a &lt; <img src=\"x.png\"></p>"
        ) { $0.content?.value }
        cases.entry(
            "XHTML with a prefix",
            "<content type='xhtml' xmlns:h='http://www.w3.org/1999/xhtml'><h:div><h:p>a</h:p></h:div></content>",
            "<p>a</p>"
        ) { $0.content?.value }
        cases.entry("HTML content", "<content type='html'>&lt;p>a&lt;/p></content>", "html <p>a</p>") {
            $0.content.map { "\($0.kind.rawValue) \($0.value)" }
        }
    }

    private static func addMoreAtom(_ cases: inout FeedCases) {
        cases.entry("content without a type is text", "<content>a &lt; b</content>", "text a < b") {
            $0.content.map { "\($0.kind.rawValue) \($0.value)" }
        }
        cases.entry("content in base64", "<content type='application/x' >SGk=</content>", "Hi") { $0.content?.value }
        cases.entry(
            "content that lies elsewhere",
            "<content type='audio/mpeg' src='1.mp3'/>",
            "https://example.org/shows/1.mp3"
        ) { $0.primaryEnclosure?.url }
        cases.entry(
            "published and updated",
            "<published>2024-11-05T10:00:00Z</published><updated>2024-11-06T10:00:00Z</updated>",
            "2024-11-05T10:00:00Z 2024-11-06T10:00:00Z"
        ) { "\($0.published?.iso ?? "") \($0.updated?.iso ?? "")" }
        cases.entry(
            "an author",
            "<author><name>Ann</name><email>ann@a.example</email><uri>/ann</uri></author>",
            "Ann ann@a.example https://example.org/ann"
        ) { $0.authors.first.map { "\($0.name ?? "") \($0.email ?? "") \($0.url ?? "")" } }
        cases.entry(
            "an author's name is not the entry's title",
            "<author><name>Ann</name></author><title>T</title>",
            "T"
        ) { $0.title }
        cases.entry("categories", "<category term='a' scheme='s' label='A'/>", "a s A") {
            $0.categories.first.map { "\($0.term) \($0.scheme ?? "") \($0.label ?? "")" }
        }
        cases.entry(
            "the source's title does not replace the entry's",
            "<title>T</title><source><title>S</title><link href='http://s.example/'/><id>x</id></source>",
            "T S http://s.example/ nil"
        ) { "\($0.title ?? "") \($0.source?.title ?? "") \($0.source?.href ?? "") \($0.guid ?? "nil")" }
        cases.entry("a link between tags", "<link>http://a.example/1</link>", "http://a.example/1") { $0.link }
        cases.item(
            "atom:link in RSS",
            "<atom:link rel='enclosure' href='http://a.example/1.mp3'/>",
            "http://a.example/1.mp3"
        ) { $0.primaryEnclosure?.url }
        cases.item(
            "atom:summary does not replace the description",
            "<description>D</description><atom:summary>A</atom:summary>",
            "D"
        ) { $0.summary?.value }
    }
}
