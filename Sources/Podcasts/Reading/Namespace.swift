/// The vocabularies that feeds are written in.
enum Namespace: UInt8 {
    /// RSS of every version: no namespace, RSS 1.0's, 0.90's, and the ones that RSS 2.0 feeds made up.
    case rss
    case rdf
    case atom
    case atom03
    case itunes
    case podcast
    case content
    case media
    case chapters
    case dublinCore
    case dublinCoreTerms
    case googlePlay
    case syndication
    case feedburner
    case xhtml
    case xml
    case unknown

    /// The vocabulary of a namespace name.
    ///
    /// Case, blanks, a trailing slash and http or https make no difference.
    init(uri: String) {
        self = Self.byURI[Self.folded(uri)] ?? .unknown
    }

    /// The vocabulary that a prefix usually stands for, for feeds that forget or misspell the declaration.
    init(prefix: String) { self = Self.byPrefix[prefix.lowercased()] ?? .unknown }

    private static func folded(_ uri: String) -> String {
        var text = uri.lowercased().filter { !$0.isWhitespace }[...]
        if text.hasPrefix("http://") {
            text = text.dropFirst(7)
        } else if text.hasPrefix("https://") {
            text = text.dropFirst(8)
        }
        if text.hasPrefix("www.") { text = text.dropFirst(4) }
        while text.hasSuffix("/") { text = text.dropLast() }
        return String(text)
    }

    private static let byPrefix: [String: Namespace] = [
        "rss": .rss, "rdf": .rdf, "atom": .atom, "atom10": .atom, "atom03": .atom03, "a10": .atom, "itunes": .itunes,
        "podcast": .podcast, "content": .content, "media": .media, "psc": .chapters, "dc": .dublinCore,
        "dcterms": .dublinCoreTerms, "googleplay": .googlePlay, "sy": .syndication, "feedburner": .feedburner,
        "xhtml": .xhtml, "xml": .xml,
    ]

    private static let byURI: [String: Namespace] = [
        "": .rss,
        "purl.org/rss/1.0": .rss,
        "purl.org/net/rss1.1#": .rss,
        "my.netscape.com/rdf/simple/0.9": .rss,
        "channel.netscape.com/rdf/simple/0.9": .rss,
        "my.netscape.com/publish/formats/rss-0.91.dtd": .rss,
        "backend.userland.com/rss2": .rss,
        "backend.userland.com/rss": .rss,
        "backend.userland.com/rss091": .rss,
        "backend.userland.com/rss092": .rss,
        "backend.userland.com/rss093": .rss,
        "blogs.law.harvard.edu/tech/rss": .rss,
        "cyber.law.harvard.edu/rss/rss.html": .rss,
        "rssboard.org/rss-specification": .rss,
        "w3.org/1999/02/22-rdf-syntax-ns#": .rdf,
        "w3.org/2005/atom": .atom,
        "purl.org/atom/ns#": .atom03,
        "example.com/newformat#": .atom03,
        "itunes.com/dtds/podcast-1.0.dtd": .itunes,
        "example.com/dtds/podcast-1.0.dtd": .itunes,
        "podcastindex.org/namespace/1.0": .podcast,
        "github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md": .podcast,
        "purl.org/rss/1.0/modules/content": .content,
        "search.yahoo.com/mrss": .media,
        "search.yahoo.com/mrss/1.0": .media,
        "tools.search.yahoo.com/mrss": .media,
        "podlove.org/simple-chapters": .chapters,
        "purl.org/dc/elements/1.1": .dublinCore,
        "purl.org/dc/elements/1.0": .dublinCore,
        "purl.org/dc/terms": .dublinCoreTerms,
        "google.com/schemas/play-podcasts/1.0": .googlePlay,
        "purl.org/rss/1.0/modules/syndication": .syndication,
        "rssnamespace.org/feedburner/ext/1.0": .feedburner,
        "w3.org/1999/xhtml": .xhtml,
        "w3.org/xml/1998/namespace": .xml,
    ]
}
