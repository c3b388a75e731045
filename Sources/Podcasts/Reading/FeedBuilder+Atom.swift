/// Atom's links, persons and sources.
extension FeedBuilder {
    /// An `atom:link`; in RSS too, where `self`, `hub` and `next` come this way.
    func atomLink() -> FeedLink? {
        guard let href = address(of: "href") else { return nil }
        let rel = Self.relation(attributes.lowercased("rel"))
        let type = attributes.text("type")
        if rel == "enclosure", scopeIsEntry {
            var enclosure = Enclosure(
                url: href,
                declaredType: type,
                length: attributes.with("length") { $0.integer },
                origin: .link
            )
            enclosure.title = attributes.text("title")
            addEnclosure(enclosure)
        }
        return FeedLink(
            href: href,
            rel: rel,
            type: type,
            title: attributes.text("title"),
            language: attributes.text("hreflang")
        )
    }

    /// Adds a link unless it is there already.
    func addLink(_ link: FeedLink, to links: inout [FeedLink]) {
        if !links.contains(link) { append(link, to: &links) }
    }

    /// Some write the address between the tags, as in RSS.
    func endAtomLink(_ text: TextBytes, into links: inout [FeedLink]) {
        guard attributes.text("href") == nil, let href = address(text) else { return }
        addLink(FeedLink(href: href, rel: Self.relation(attributes.lowercased("rel"))), to: &links)
    }

    /// RFC 4287 section 4.2.7.2: a registered name and its IANA address mean the same.
    private static func relation(_ rel: String?) -> String {
        guard let rel else { return "alternate" }
        let registry = "http://www.iana.org/assignments/relation/"
        return rel.hasPrefix(registry) ? String(rel.dropFirst(registry.count)) : rel
    }

    func endInPerson(_ tag: FeedTag, _ text: TextBytes) {
        switch tag {
        case .atomName: person.name = PlainText.line(fromTitle: text)
        case .atomEmail: person.email = text.nonEmptyText
        case .atomURI, .url: person.url = address(text)
        default: break
        }
    }

    func endInOwner(_ tag: FeedTag, _ text: TextBytes) {
        switch tag {
        case .itunesName: person.name = PlainText.line(fromTitle: text)
        case .itunesEmail: person.email = text.nonEmptyText
        default: break
        }
    }

    func beginInSource(_ tag: FeedTag) -> Opening {
        switch tag {
        case .atomTitle: return beginAtomText()
        case .atomLink:
            let rel = Self.relation(attributes.lowercased("rel"))
            guard let href = address(of: "href"), rel == "self" || entry.source?.href.isEmpty == true else {
                return .ignored
            }
            entry.source?.href = href
            return .ignored
        default: return .ignored
        }
    }

    func endInSource(_ tag: FeedTag, _ text: TextBytes) {
        if tag == .atomTitle { entry.source?.title = atomPlain(text) }
    }
}

extension FeedLink {
    /// The web page among links: `rel=alternate`, HTML before other types.
    static func page(of links: [FeedLink]) -> String? {
        let alternates = links.filter { $0.rel == "alternate" }
        return (alternates.first { $0.type == nil || $0.type?.contains("html") == true } ?? alternates.first)?.href
    }
}

extension ParsedFeed {
    /// Whether Atom's elements are the feed's own and not an extension of RSS.
    var isAtom: Bool { format == .atom10 || format == .atom03 }
}
