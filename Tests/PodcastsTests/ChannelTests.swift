import Podcasts
import Testing

@Suite struct Channels {
    @Test(arguments: cases) func areRead(_ sample: FeedCase) throws { try sample.check() }

    static let cases: [FeedCase] = {
        var cases = FeedCases()
        addChannel(&cases)
        addITunes(&cases)
        addMoreITunes(&cases)
        addNamespaces(&cases)
        addBases(&cases)
        return cases.all
    }()

    private static func addChannel(_ cases: inout FeedCases) {
        cases.channel(
            "the picture's title and link do not replace the channel's",
            "<title>T</title><image><url>/p.png</url><title>X</title><link>http://x.example/</link></image><link>http://a.example/</link>",
            "T http://a.example/ https://example.org/p.png"
        ) { "\($0.title ?? "") \($0.link ?? "") \($0.image ?? "")" }
        cases.channel(
            "textInput does not replace anything",
            "<title>T</title><textInput><title>X</title><link>http://x.example/</link><description>D</description></textInput>",
            "T nil nil"
        ) { "\($0.title ?? "") \($0.link ?? "nil") \($0.summary?.value ?? "nil")" }
        cases.channel("a title after the items", "<item><title>One</title></item><title>T</title>", "T") { $0.title }
        cases.channel(
            "atom:link does not replace link",
            "<link>http://a.example/</link><atom:link rel='self' href='/feed'/>",
            "http://a.example/ https://example.org/feed"
        ) { "\($0.link ?? "") \($0.selfURL ?? "")" }
        cases.channel(
            "hubs and next page",
            "<atom:link rel='hub' href='http://h.example/'/><atom:link rel='next' href='?page=2'/>",
            "http://h.example/ https://example.org/shows/feed.xml?page=2"
        ) { "\($0.hubURLs.first ?? "") \($0.nextPageURL ?? "")" }
        cases.channel(
            "the previous archive is a next page",
            "<atom:link rel='prev-archive' href='/a1'/>",
            "https://example.org/a1"
        ) { $0.nextPageURL }
        cases.channel("ttl", "<ttl>60</ttl>", "3600.0 seconds") { $0.refreshHints.timeToLive.map { "\($0)" } }
        cases.channel("a ttl that is no number", "<title>T</title><ttl>often</ttl>", "invalidNumber") { $0.codes }
        cases.channel(
            "update period",
            "<sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency>",
            "21600.0 seconds"
        ) { $0.refreshHints.updateInterval.map { "\($0)" } }
        cases.channel(
            "update frequency before the period",
            "<sy:updateFrequency>2</sy:updateFrequency><sy:updatePeriod> hourly </sy:updatePeriod>",
            "1800.0 seconds"
        ) { $0.refreshHints.updateInterval.map { "\($0)" } }
        cases.channel(
            "skipHours and skipDays",
            "<skipHours><hour>0</hour><hour>24</hour><hour>x</hour><hour>13</hour></skipHours><skipDays><day>sunday</day><day>Someday</day></skipDays>",
            "[0, 13] [\"Sunday\"]"
        ) { "\($0.refreshHints.skipHours) \($0.refreshHints.skipDays)" }
        cases.channel(
            "generator, language, copyright",
            "<generator>G</generator><language> en-us </language><copyright>&#169; A</copyright>",
            "G en-us © A"
        ) { "\($0.generator ?? "") \($0.language ?? "") \($0.copyright ?? "")" }
        cases.channel(
            "dates",
            "<pubDate>Tue, 05 Nov 2024 10:00:00 GMT</pubDate><lastBuildDate>Wed, 06 Nov 2024 10:00:00 GMT</lastBuildDate>",
            "2024-11-05T10:00:00Z 2024-11-06T10:00:00Z"
        ) { "\($0.published?.iso ?? "") \($0.updated?.iso ?? "")" }
        cases.channel(
            "editors",
            "<managingEditor>a@a.example (Ann)</managingEditor><webMaster>b@a.example</webMaster>",
            "Ann b@a.example"
        ) { "\($0.managingEditor?.name ?? "") \($0.webMaster?.email ?? "")" }
        cases.channel("no title is reported", "<link>http://a.example/</link>", "missingTitle") { $0.codes }
        cases.document(
            "Atom's generator, icon and logo",
            FeedCases.atom("<generator uri='x' version='2'>G</generator><icon>/i.png</icon><logo>/l.png</logo>"),
            "G 2 https://example.org/i.png https://example.org/l.png"
        ) { "\($0.generator ?? "") \($0.icon ?? "") \($0.image ?? "")" }
    }

    private static func addITunes(_ cases: inout FeedCases) {
        for (text, expected) in [
            ("true", "true"), ("yes", "true"), (" Explicit ", "true"), ("no", "false"), ("Clean", "false"),
            ("false", "false"), ("maybe", "nil"), ("", "nil"),
        ] {
            cases.channel("explicit “\(text)”", "<itunes:explicit>\(text)</itunes:explicit>", expected) {
                $0.isExplicit.map { "\($0)" } ?? "nil"
            }
        }
        cases.channel(
            "the picture as an attribute",
            "<image><url>/p.png</url></image><itunes:image href='/i.png'/>",
            "https://example.org/i.png"
        ) { $0.image }
        cases.channel("the picture as url", "<itunes:image url='/i.png'/>", "https://example.org/i.png") { $0.image }
        cases.channel("the picture as text", "<itunes:image>\n/i.png\n</itunes:image>", "https://example.org/i.png") {
            $0.image
        }
        cases.channel(
            "the owner",
            "<itunes:owner><itunes:name>Ann</itunes:name><itunes:email>ann@a.example</itunes:email></itunes:owner>",
            "Ann ann@a.example"
        ) { $0.owner.map { "\($0.name ?? "") \($0.email ?? "")" } }
        cases.channel(
            "categories",
            "<itunes:category text='Arts'><itunes:category text='Books'/></itunes:category><itunes:category text='Society &amp; Culture'/>",
            "Arts/Books /Society & Culture"
        ) { $0.categories.map { "\($0.parent ?? "")/\($0.term)" }.joined(separator: " ") }
        cases.channel("a serial show", "<itunes:type> Serial </itunes:type>", "true") { "\($0.isSerial)" }
        cases.channel("an unknown type is episodic", "<itunes:type>weekly</itunes:type>", "false") { "\($0.isSerial)" }
        cases.channel(
            "a new address",
            "<itunes:new-feed-url> http://new.example/feed </itunes:new-feed-url>",
            "http://new.example/feed"
        ) { $0.newFeedURL }
        cases.channel(
            "block and complete",
            "<itunes:block>yes</itunes:block><itunes:complete>Yes</itunes:complete>",
            "true true"
        ) { "\($0.isBlocked) \($0.isComplete)" }
        cases.channel(
            "block that says no",
            "<itunes:block>no</itunes:block><itunes:complete>soon</itunes:complete>",
            "false false"
        ) { "\($0.isBlocked) \($0.isComplete)" }
    }

    private static func addMoreITunes(_ cases: inout FeedCases) {
        cases.channel("keywords", "<itunes:keywords>a, b,,c </itunes:keywords>", "a|b|c") {
            $0.keywords.joined(separator: "|")
        }
        cases.channel(
            "summary and subtitle",
            "<itunes:summary>S</itunes:summary><itunes:subtitle>U</itunes:subtitle>",
            "S U"
        ) { "\($0.notes?.value ?? "") \($0.subtitle ?? "")" }
        cases.item("season and episode", "<itunes:season>2</itunes:season><itunes:episode>5</itunes:episode>", "2 5.0")
        { "\($0.season?.number ?? 0) \($0.episode?.number ?? 0)" }
        cases.item("an episode that is no number", "<itunes:episode>five</itunes:episode><title>T</title>", nil) {
            $0.episode?.display
        }
        cases.item("the kind of episode", "<itunes:episodeType>Bonus</itunes:episodeType>", "bonus") {
            $0.episodeType.rawValue
        }
        cases.item("an unknown kind of episode is full", "<itunes:episodeType>special</itunes:episodeType>", "full") {
            $0.episodeType.rawValue
        }
        cases.item("a duration", "<itunes:duration>1:02:03</itunes:duration>", "true") {
            "\($0.duration == .seconds(3723))"
        }
        cases.channel(
            "a duration of zero is unknown without a warning",
            "<title>T</title><item><guid>1</guid><itunes:duration>0</itunes:duration></item>",
            "nil|"
        ) { "\($0.entries.first?.duration.map { "\($0)" } ?? "nil")|\($0.codes)" }
        cases.channel(
            "a duration that can't be read is reported",
            "<title>T</title><item><guid>1</guid><itunes:duration>long</itunes:duration></item>",
            "invalidNumber"
        ) { $0.codes }
        cases.item("an explicit episode", "<itunes:explicit>yes</itunes:explicit>", "true") {
            $0.isExplicit.map { "\($0)" }
        }
        cases.channel(
            "Google Play's tags",
            "<googleplay:author>Ann</googleplay:author><googleplay:description>D</googleplay:description><googleplay:email>a@a.example</googleplay:email><googleplay:image href='/g.png'/><googleplay:explicit>yes</googleplay:explicit>",
            "Ann D a@a.example https://example.org/g.png true"
        ) {
            "\($0.authors.first?.name ?? "") \($0.summary?.value ?? "") \($0.owner?.email ?? "") \($0.image ?? "") \($0.isExplicit ?? false)"
        }
    }

    private static func addNamespaces(_ cases: inout FeedCases) {
        func itunes(_ declaration: String, _ prefix: String = "itunes") -> String {
            "<rss \(declaration)><channel><title>T</title><\(prefix):author>Ann</\(prefix):author></channel></rss>"
        }
        for uri in [
            "http://www.itunes.com/DTDs/Podcast-1.0.dtd", "http://www.itunes.com/dtds/podcast-1.0.dtd/",
            "https://www.itunes.com/dtds/podcast-1.0.dtd", " http://www.itunes.com/dtds/podcast-1.0.dtd ",
            "http://example.com/DTDs/PodCast-1.0.dtd", "HTTP://WWW.ITUNES.COM/DTDS/PODCAST-1.0.DTD",
            "http://itunes.com/dtds/podcast-1.0.dtd",
        ] {
            cases.document("itunes as “\(uri)”", itunes("xmlns:itunes=\"\(uri)\""), "Ann|") {
                "\($0.authors.first?.name ?? "")|\($0.codes)"
            }
        }
        cases.document(
            "itunes under another prefix",
            itunes("xmlns:it=\"http://www.itunes.com/dtds/podcast-1.0.dtd\"", "it"),
            "Ann"
        ) { $0.authors.first?.name }
        cases.document("a prefix that is not declared", itunes(""), "Ann|undeclaredPrefix") {
            "\($0.authors.first?.name ?? "")|\($0.codes)"
        }
        cases.document(
            "a prefix declared as something unknown",
            itunes("xmlns:itunes=\"http://typo.example/\""),
            "Ann|unknownNamespace"
        ) { "\($0.authors.first?.name ?? "")|\($0.codes)" }
        cases.document(
            "a well-known prefix that stands for something else",
            "<rss xmlns:media=\"http://www.itunes.com/dtds/podcast-1.0.dtd\"><channel><media:author>Ann</media:author></channel></rss>",
            "Ann"
        ) { $0.authors.first?.name }
        cases.document(
            "podcast by its older address",
            "<rss xmlns:podcast=\"https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md\"><channel><podcast:guid>X</podcast:guid></channel></rss>",
            "x"
        ) { $0.podcastGUID }
        cases.document(
            "media without a slash",
            "<rss xmlns:m=\"http://search.yahoo.com/mrss\"><channel><item><m:thumbnail url=\"http://a.example/t\"/></item></channel></rss>",
            "http://a.example/t"
        ) { $0.entries.first?.image }
        cases.document(
            "a prefix declared on the element",
            "<rss><channel><x:author xmlns:x=\"http://www.itunes.com/dtds/podcast-1.0.dtd\">Ann</x:author></channel></rss>",
            "Ann"
        ) { $0.authors.first?.name }
        cases.document(
            "itunes as default namespace of an element",
            "<rss><channel><author xmlns=\"http://www.itunes.com/dtds/podcast-1.0.dtd\">Ann</author></channel></rss>",
            "Ann"
        ) { $0.authors.first?.name }
    }

    private static func addBases(_ cases: inout FeedCases) {
        cases.item("relative to the feed's address", "<link>ep/1</link>", "https://example.org/shows/ep/1") { $0.link }
        cases.item("from the root", "<link>/ep/1</link>", "https://example.org/ep/1") { $0.link }
        cases.item("without a scheme", "<link>//cdn.example/1</link>", "https://cdn.example/1") { $0.link }
        cases.item("dots", "<link>../a/./b/../1</link>", "https://example.org/a/1") { $0.link }
        cases.item("xml:base on the element", "<link xml:base='http://b.example/x/'>1</link>", "http://b.example/x/1") {
            $0.link
        }
        cases.document(
            "nested bases",
            "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://a.example/one/'><title>T</title><entry xml:base='two/'><link href='1'/></entry></feed>",
            "http://a.example/one/two/1"
        ) { $0.entries.first?.link }
        cases.document(
            "a base ends with its element",
            "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://a.example/'><title>T</title><entry xml:base='x/'><id>1</id></entry><link href='p'/></feed>",
            "http://a.example/p"
        ) { $0.link }
        cases.entry(
            "content remembers its base",
            "<content type='html' xml:base='http://b.example/'>x</content>",
            "http://b.example/"
        ) { $0.content?.base }
        cases.item("mailto is not relative", "<link>mailto:a@a.example</link>", "mailto:a@a.example") { $0.link }
        cases.item("a query alone", "<link>?p=1</link>", "https://example.org/shows/feed.xml?p=1") { $0.link }
    }

    @Test func secretsOfTheAddressStayOutOfLinks() throws {
        let text = FeedCases.rss("<title>T</title><item><link>1</link><description>x</description></item>")
        let feed = try FeedParser.parse(Array(text.utf8), url: "https://ann:secret@a.example/feed.xml?auth=token#x")
        #expect(feed.entries.first?.link == "https://a.example/1")
        #expect(feed.entries.first?.summary?.base == "https://a.example/feed.xml")
    }
}
