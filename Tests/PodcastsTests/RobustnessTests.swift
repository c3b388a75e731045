import Foundation
import Podcasts
import Testing

@Suite struct Robustness {
    /// A feed with most of what can be in one, well-formed and not.
    static let sample = FeedCases.rss(
        """
        <title>Café &eacute; & <![CDATA[x]]></title><atom:link rel="self" href="f"/><itunes:category text="A"><itunes:category text="B"/></itunes:category>
        <item xml:base="x/"><title>One &amp;amp; 1 < 2 &#8217;</title><guid isPermaLink=false>0</guid><pubDate>Tue, 05 Nov 2024 10:00:00 EST</pubDate>
        <enclosure url=1.mp3 length="5" /><content:encoded><p>Hi<br>日本 <b a="1" a="2">x</p></content:encoded><!-- c --></foo>
        <psc:chapters><psc:chapter start="1" title="A"/></psc:chapters><media:group><media:content url="v.mp4"/></media:group>
        <item><title>Two ]]> \u{1F600}</title><description><![CDATA[a ]] b & c \u{1}]]></description><podcast:value type="l" method="k"><podcast:valueRecipient address="a" split="1"/></podcast:value>
        <itunes:summary>&lt;a href=&quot;x&quot;&gt;1 &#38; 2\r\n]&lt;/a&gt; é&nbsp;\r</itunes:summary><enclosure url="a.mp3?x=1&amp;y='2'" type='audio/mpeg'/></item>
        """
    )

    @Test(arguments: [1, 2, 3, 5, 7, 16, 64, 1000]) func piecesMakeNoDifference(_ length: Int) throws {
        let encodings: [String.Encoding] = [.utf8, .utf16LittleEndian, .utf16BigEndian]
        for encoding in encodings {
            let bytes = Array(try #require(Self.sample.data(using: encoding)))
            #expect(try FeedCases.read(bytes, pieces: length) == FeedParser.parse(bytes, url: FeedCases.url))
        }
    }

    @Test func aFeedCutAnywhereIsReadAsFarAsItGoes() throws {
        let bytes = Array(Self.sample.utf8)
        let rootEnd = try #require(Self.sample.range(of: "<channel>")).upperBound.utf16Offset(in: Self.sample)
        for length in 0..<bytes.count {
            let feed = try? FeedParser.parse(Array(bytes[..<length]), url: FeedCases.url)
            #expect(length < rootEnd || feed != nil, "cut at \(length)")
            #expect((feed?.entryCount ?? 0) <= 2)
        }
    }

    @Test(arguments: 0..<8) func changedBytesNeverCrash(_ seed: Int) {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let original = Array(Self.sample.utf8)
        for _ in 0..<150 {
            var bytes = original
            for _ in 0...next(12) {
                switch next(3) {
                case 0: bytes[next(bytes.count)] = UInt8(next(256))
                case 1: bytes.remove(at: next(bytes.count))
                default:
                    bytes.insert(contentsOf: "<>&;\"'/!-[]?= \0\u{FF}".utf8.shuffled().prefix(3), at: next(bytes.count))
                }
            }
            let whole = try? FeedParser.parse(bytes, url: FeedCases.url)
            let pieces = try? FeedCases.read(bytes, pieces: 1 + next(50))
            #expect(whole == pieces)
            for entry in whole?.entries ?? [] { if let notes = entry.notes { _ = NotesSanitizer().sanitize(notes) } }
        }
    }

    /// In a process of its own, because memory is counted for a whole process.
    @Test func aLongFeedTakesNoMemory() async {
        await #expect(processExitsWith: .success) {
            guard try LongFeed.growth() < 24 << 20 else { exit(1) }
        }
    }

    @Test(arguments: [
        String(repeating: "<a>", count: 20_000), String(repeating: "</a>", count: 20_000),
        String(repeating: "<a b='", count: 10_000),
        String(repeating: "&", count: 40_000), String(repeating: "<![CDATA[", count: 10_000),
        String(repeating: "<!--", count: 10_000),
        "<a " + (0..<20_000).map { "b\($0)='c'" }.joined(separator: " ") + ">",
        "<a b=\"" + String(repeating: "x>", count: 560_000),
        String(repeating: "<item>", count: 10_000), String(repeating: "<!", count: 20_000),
        "&" + String(repeating: "a", count: 100_000) + ";",
        String(repeating: "]]", count: 40_000), String(repeating: "<itunes:category text='a'>", count: 20_000),
    ]) func hostileShapesEnd(_ shape: String) throws {
        let bytes = Array(
            "<rss><channel><title>T</title><item><guid>1</guid><description>\(shape)</description></item></channel></rss>"
                .utf8
        )
        let feed = try FeedParser.parse(bytes)
        #expect(feed.title == "T")
        #expect(try FeedCases.read(bytes, pieces: 4096).title == "T")
    }
}

/// Fifty megabytes of distinct entries, never all there at once.
private enum LongFeed {
    /// How much more memory the process holds after reading it than after the first entries.
    static func growth() throws -> Int {
        let text =
            "<item><guid>%</guid><title>A title</title><enclosure url='http://a.example/%.mp3' type='audio/mpeg' length='5'/>"
            + "<content:encoded><![CDATA[\(String(repeating: "<p>Some words about it all.</p>", count: 80))]]></content:encoded></item>"
        let pieces = text.split(separator: "%").map { Array($0.utf8) }
        let parser = FeedParser()
        try parser.feed(
            Array("<rss xmlns:content='http://purl.org/rss/1.0/modules/content/'><channel><title>T</title>".utf8)
        )
        var (count, size, before) = (0, 0, 0)
        while size < 50 << 20 {
            let item = Array(pieces.joined(separator: Array("\(size)".utf8)))
            try parser.feed(item)
            count += parser.takeEntries().count
            size += item.count
            if before == 0, count > 100 { before = try residentBytes() }
        }
        let feed = try parser.finish()
        guard feed.entryCount > 15_000, feed.entries.count < 100 else { return .max }
        return try residentBytes() - before
    }

    private static func residentBytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }
}
