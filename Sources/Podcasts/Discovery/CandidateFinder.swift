/// Collects links to feeds from the events of a page.
struct CandidateFinder {
    private(set) var candidates: [FeedDiscovery.Candidate] = []
    private var base: String?
    private var hasBase = false
    /// The link whose text is being read.
    private var anchor: (url: String, text: String)?

    static let maximumCandidates = 200

    init(base: String?) { self.base = base }

    mutating func handle(_ event: HTMLEvent) {
        switch event {
        case .start(let name, let attributes):
            switch name {
            case "base": useBase(attributes)
            case "link": link(attributes)
            case "a": beginAnchor(attributes)
            default: break
            }
        case .end("a"): endAnchor()
        case .end: break
        case .text(let text):
            if let anchor, anchor.text.utf8.count < 200 { self.anchor?.text += text }
        }
    }

    private typealias Attributes = [(name: String, value: String)]

    private func value(_ name: String, _ attributes: Attributes) -> String? {
        let value = attributes.first { $0.name == name }?.value.trimmingBlanks
        return value?.isEmpty == false ? value : nil
    }

    private mutating func useBase(_ attributes: Attributes) {
        guard !hasBase, let href = value("href", attributes) else { return }
        base = Address.resolve(href, against: base)
        hasBase = true
    }

    private mutating func link(_ attributes: Attributes) {
        let rel = value("rel", attributes)?.lowercased().split(whereSeparator: \.isWhitespace) ?? []
        let type = value("type", attributes)?.lowercased()
        guard rel.contains("alternate") || rel.contains("feed"), let href = value("href", attributes) else { return }
        guard let score = Self.score(type: type, isFeedRelation: rel.contains("feed")) else { return }
        add(href, title: value("title", attributes), type: type, source: .alternate, score: score)
    }

    private static func score(type: String?, isFeedRelation: Bool) -> Int? {
        switch type?.prefix(while: { $0 != ";" }) {
        case "application/rss+xml", "application/x-rss+xml", "text/rss+xml", "application/rss", "text/rss": 100
        case "application/atom+xml", "text/atom+xml", "application/x-atom+xml": 95
        case "application/feed+json": 90
        case "application/rdf+xml", "text/rdf+xml": 80
        case "text/xml", "application/xml": 70
        case "application/json": 60
        default: isFeedRelation ? 65 : nil
        }
    }

    private mutating func beginAnchor(_ attributes: Attributes) {
        endAnchor()
        guard let href = value("href", attributes) else { return }
        anchor = (href, value("title", attributes) ?? "")
    }

    private mutating func endAnchor() {
        guard let (href, text) = anchor else { return }
        anchor = nil
        let title = PlainText.line(fromText: text)
        guard let score = Self.score(anchor: href.lowercased(), title?.lowercased() ?? "") else { return }
        add(href, title: title, type: nil, source: .anchor, score: score)
    }

    private static func score(anchor href: String, _ text: String) -> Int? {
        for scheme in ["feed:", "itpc:", "pcast:", "podcast:", "rss:"] where href.hasPrefix(scheme) { return 55 }
        let path = href.prefix { $0 != "?" && $0 != "#" }
        let end = path.hasSuffix("/") ? path.dropLast() : path
        for suffix in [".rss", ".atom", ".rdf", "/feed.xml", "/rss.xml", "/podcast.xml", "/atom.xml"]
        where end.hasSuffix(suffix) {
            return 50
        }
        for suffix in ["/feed", "/rss", "/atom", "/feed.json", "/podcast/feed"] where end.hasSuffix(suffix) {
            return 45
        }
        if path.contains("://feeds.") || path.contains("feedburner.com/") || path.contains("/feeds/") { return 40 }
        if end.hasSuffix(".xml") { return 35 }
        let words = text.split { !$0.isLetter }
        return words.contains("rss") && words.count <= 4 ? 30 : nil
    }

    private mutating func add(
        _ href: String,
        title: String?,
        type: String?,
        source: FeedDiscovery.Candidate.Source,
        score: Int
    ) {
        guard candidates.count < Self.maximumCandidates else { return }
        let resolved = FeedAddress.normalized(Address.resolve(href, against: base))
        guard let url = resolved, !candidates.contains(where: { $0.url == url }) else { return }
        let hint = "\(url) \(title ?? "")".lowercased()
        var score = score
        // A feed of comments is hardly ever meant.
        if hint.contains("comment") || hint.contains("kommentar") { score -= 50 }
        if hint.contains("podcast") || hint.contains("mp3") || hint.contains("audio") { score += 4 }
        candidates.append(FeedDiscovery.Candidate(url: url, title: title, type: type, source: source, score: score))
    }
}
