import Podcasts
import Testing

@Test func aPlainFeedIsRead() throws {
    let xml = """
        <?xml version="1.0" encoding="utf-8"?>
        <rss version="2.0"><channel><title>A &amp; B</title><link>/home</link>
        <item><title>One</title><guid isPermaLink="false">0</guid><enclosure url="a.mp3" length="12"/></item>
        </channel></rss>
        """
    let feed = try FeedParser.parse(Array(xml.utf8), url: "https://e.org/x/feed.xml")
    #expect(feed.title == "A & B")
    #expect(feed.link == "https://e.org/home")
    #expect(feed.entries.first?.identity == .guid("0"))
    #expect(feed.entries.first?.primaryEnclosure?.url == "https://e.org/x/a.mp3")
}
