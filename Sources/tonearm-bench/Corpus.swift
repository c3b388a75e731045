import Foundation

/// Feeds made from a seed: the same bytes at every run and on every machine.
enum Corpus {
    /// A podcast feed of at least `bytes` bytes: about 2.7 KB an item, with HTML notes in CDATA and the usual namespaces.
    static func feed(bytes: Int, seed: UInt64 = 1, title: String = "Generated") -> [UInt8] {
        var random = SplitMix(state: seed)
        var text = head(title)
        var number = 0
        while text.utf8.count < bytes {
            number += 1
            text += item(number, seed: seed, &random)
        }
        text += "</channel></rss>\n"
        return Array(text.utf8)
    }

    /// A small feed with `items` entries, as `number` of a subscription list.
    static func smallFeed(number: Int, items: Int) -> [UInt8] {
        var random = SplitMix(state: UInt64(number) &+ 77)
        var text = head("Feed number \(number)")
        for index in (1...items).reversed() { text += item(index, seed: UInt64(number), &random) }
        return Array((text + "</channel></rss>\n").utf8)
    }

    private static func head(_ title: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" \
        xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:podcast="https://podcastindex.org/namespace/1.0">
        <channel><title>\(title)</title><link>https://example.org/</link><description>Made for measuring.</description>
        <language>en</language><itunes:image href="https://example.org/art.jpg"/><itunes:author>Bench</itunes:author>

        """
    }

    private static func item(_ number: Int, seed: UInt64, _ random: inout SplitMix) -> String {
        let words = [
            "groove", "needle", "weight", "dust", "signal", "record", "window", "evening", "river", "letter", "copper",
            "quiet", "engine", "harbour", "memory", "paper", "winter", "voice",
        ]
        func sentence(_ count: Int) -> String {
            (0..<count).map { _ in words[Int(random.next() % UInt64(words.count))] }.joined(separator: " ")
        }
        let paragraphs = (0..<6).map { _ in "<p>\(sentence(40)) <a href=\"https://example.org/\(number)\">more</a></p>"
        }
        let day = 1 + number % 28
        let hour = number % 24
        return """
            <item><title>\(sentence(6)) &amp; \(number)</title><guid isPermaLink="false">bench-\(seed)-\(number)</guid>
            <pubDate>\(day < 10 ? "0" : "")\(day) Mar 2024 \(hour < 10 ? "0" : "")\(hour):00:00 +0000</pubDate>
            <link>https://example.org/\(seed)/\(number)</link><description>\(sentence(30))</description>
            <content:encoded><![CDATA[\(paragraphs.joined())]]></content:encoded>
            <enclosure url="https://example.org/audio/\(seed)/\(number).mp3" length="34567890" type="audio/mpeg"/>
            <itunes:duration>00:42:\(10 + number % 50)</itunes:duration><itunes:episode>\(number)</itunes:episode>
            <podcast:transcript url="https://example.org/\(number).vtt" type="text/vtt"/></item>

            """
    }
}

/// A small generator with a written-down algorithm, so that the corpus never changes with the toolchain.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
