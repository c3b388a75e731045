import Foundation

/// The demo's RSS document, with the namespaces that real podcasts use.
struct DemoFeed: Sendable {
    static let title = "Groove Notes"

    let episodes: [DemoMaker.Made]
    let now: Date

    /// Stands for the demo server's address until it is served: the port is chosen anew at each start.
    static let base = "@BASE@"

    /// The document, with ``base`` where its own address belongs.
    var xml: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
             xmlns:content="http://purl.org/rss/1.0/modules/content/"
             xmlns:atom="http://www.w3.org/2005/Atom"
             xmlns:psc="http://podlove.org/simple-chapters"
             xmlns:podcast="https://podcastindex.org/namespace/1.0">
        <channel>
          <title>\(Self.title)</title>
          <link>\(Self.base)/</link>
          <atom:link rel="self" type="application/rss+xml" href="\(Self.base)/feed.xml"/>
          <description>A very small podcast about needles, dust and the arm that carries the music. Made on this computer to show what Tonearm does.</description>
          <language>en</language>
          <itunes:author>Tonearm</itunes:author>
          <itunes:image href="\(Self.base)/art.jpg"/>
          <itunes:category text="Music"/>
          <itunes:explicit>false</itunes:explicit>
          <podcast:guid>4c1d1b0e-3f57-5d0a-9b55-a6d7b1f1d2c3</podcast:guid>
          <podcast:person role="host">The Tonearm voice</podcast:person>
        \(episodes.map(item).joined(separator: "\n"))
        </channel>
        </rss>

        """
    }

    private func item(_ made: DemoMaker.Made) -> String {
        let episode = made.episode
        let published = now.addingTimeInterval(-86_400 * Double(episode.age))
        return """
              <item>
                <title>\(Self.escape(episode.title))</title>
                <guid isPermaLink="false">groove-notes-\(episode.name)</guid>
                <pubDate>\(Self.date(published))</pubDate>
                <description>\(Self.escape(episode.subtitle))</description>
                <content:encoded><![CDATA[\(notes(made))]]></content:encoded>
                <enclosure url="\(Self.base)/\(made.file)" length="\(made.bytes)" type="\(episode.format.mediaType)"/>
                <itunes:duration>\(Int(made.duration.rounded()))</itunes:duration>
                <itunes:episodeType>\(episode.kind)</itunes:episodeType>
                <itunes:season>1</itunes:season>
                <itunes:episode>\(episode.number)</itunes:episode>\(chapters(made))
              </item>
            """
    }

    private func notes(_ made: DemoMaker.Made) -> String {
        let list = made.chapters.map { chapter in
            "<li>\(Self.clock(chapter.start)) \(Self.escape(chapter.title))</li>"
        }
        let plan = list.isEmpty ? "" : "<h3>In this episode</h3><ul>\(list.joined())</ul>"
        return "<p>\(Self.escape(made.episode.subtitle))</p>\(plan)"
            + "<p>Speech by eSpeak NG, chords by FFmpeg. <em>No microphone was harmed.</em></p>"
    }

    private func chapters(_ made: DemoMaker.Made) -> String {
        guard !made.chapters.isEmpty else { return "" }
        let lines = made.chapters.map { chapter in
            "        <psc:chapter start=\"\(Self.clock(chapter.start))\" title=\"\(Self.escape(chapter.title))\"/>"
        }
        return (["", "    <psc:chapters version=\"1.2\">"] + lines + ["    </psc:chapters>"]).joined(separator: "\n")
    }

    private static func clock(_ seconds: Double) -> String {
        let whole = Int(seconds)
        let minutes = whole / 60
        let rest = whole % 60
        return "\(minutes < 10 ? "0" : "")\(minutes):\(rest < 10 ? "0" : "")\(rest)"
    }

    private static func date(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss '+0000'"
        return formatter.string(from: date)
    }

    private static func escape(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: "\"", with: "&quot;")
    }
}
