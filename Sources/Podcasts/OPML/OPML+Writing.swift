extension OPML {
    /// The list as an OPML 2.0 document, everything escaped, feeds grouped in their folders in order of appearance.
    public var document: String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <opml version="2.0">
              <head>
                <title>\(Escaping.text(title ?? "Subscriptions"))</title>
              </head>
              <body>

            """
        Self.write(feeds.map { ($0.folders[...], $0) }, indent: "    ", to: &text)
        return text + "  </body>\n</opml>\n"
    }

    private typealias Placed = (folders: ArraySlice<String>, feed: Feed)

    private static func write(_ feeds: [Placed], indent: String, to text: inout String) {
        var written: Set<String> = []
        for (folders, feed) in feeds {
            guard let folder = folders.first else {
                write(feed, indent: indent, to: &text)
                continue
            }
            guard written.insert(folder).inserted else { continue }
            text +=
                "\(indent)<outline text=\"\(Escaping.attribute(folder))\" title=\"\(Escaping.attribute(folder))\">\n"
            let inside = feeds.filter { $0.folders.first == folder }.map { ($0.folders.dropFirst(), $0.feed) }
            write(inside, indent: indent + "  ", to: &text)
            text += "\(indent)</outline>\n"
        }
    }

    private static func write(_ feed: Feed, indent: String, to text: inout String) {
        let title = Escaping.attribute(feed.title ?? feed.url)
        text +=
            "\(indent)<outline type=\"rss\" text=\"\(title)\" title=\"\(title)\" xmlUrl=\"\(Escaping.attribute(feed.url))\""
        if let link = feed.link { text += " htmlUrl=\"\(Escaping.attribute(link))\"" }
        text += "/>\n"
    }
}
