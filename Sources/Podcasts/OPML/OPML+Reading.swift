import CXML

extension OPML {
    /// Bytes of a list that are read; the largest known has a few thousand feeds and less than 2 MiB.
    public static let maximumLength = 16 << 20

    /// Reads a list tolerantly: broken XML is repaired as in feeds, attribute names compare without case, titles may be
    /// missing, folders nest.
    ///
    /// What can't be taken is in ``problems``.
    ///
    /// - Throws: ``OPMLError``.
    public static func parse(_ bytes: [UInt8], contentType: String? = nil) throws -> OPML {
        guard bytes.count <= maximumLength else { throw OPMLError.tooLarge(limit: maximumLength) }
        let reader = OPMLReader()
        let events = XMLEventReader(reader, OPMLReader.handler)
        reader.context = events.context
        defer { reader.context = nil }
        let repairer = XMLRepairer(limits: FeedLimits()) { _, _, _ in
        } sink: {
            events.parse($0)
        }
        let decoder = TextDecoder(contentType: contentType) { _, _, _ in }
        bytes.withUnsafeBufferPointer { decoder.decode($0) { repairer.repair($0) } }
        decoder.finish { repairer.repair($0) }
        repairer.finish()
        events.finish()
        guard reader.hasRoot else { throw OPMLError.notOPML }
        return reader.list
    }
}

/// Collects outlines from XML events.
private final class OPMLReader {
    private(set) var list = OPML()
    private(set) var hasRoot = false
    var context: xmlParserCtxtPtr?
    private var attributes = AttributeList()
    /// For each open element the folder that it opened, if any.
    private var folders: [String?] = []
    private var known: Set<String> = []
    private var titleBytes: [UInt8]?

    private func start(_ name: TextBytes) {
        var folder: String?
        if folders.isEmpty { hasRoot = name.equals("opml") }
        if name.equals("outline") { folder = outline() }
        if name.equals("title"), list.title == nil { titleBytes = [] }
        folders.append(folder)
    }

    private func end() {
        folders.removeLast(folders.isEmpty ? 0 : 1)
        if let bytes = titleBytes { list.title = PlainText.line(fromText: String(decoding: bytes, as: UTF8.self)) }
        titleBytes = nil
    }

    /// Takes an outline; the folder's name when it is one.
    private func outline() -> String? {
        let title = (attributes.text("title") ?? attributes.text("text")).flatMap { PlainText.line(fromText: $0) }
        let line = (context?.pointee.input).map { Int($0.pointee.line) } ?? 0
        let type = attributes.lowercased("type")
        let isFeed = type == "rss" || type == "atom" || type == "link" || type == "podcast"
        let address = attributes.text("xmlurl") ?? attributes.text("feedurl") ?? (isFeed ? attributes.text("url") : nil)
        func problem(_ reason: OPML.Problem.Reason) {
            if list.problems.count < 1000 {
                list.problems.append(OPML.Problem(reason: reason, title: title, line: line))
            }
        }
        guard let address else {
            if type == "include" || attributes.lowercased("url")?.hasSuffix(".opml") == true {
                problem(.include)
            } else if type == "rss" || attributes.with("xmlurl", { _ in true }) == true {
                problem(.missingURL)
            } else {
                return title
            }
            return nil
        }
        guard let url = FeedAddress.normalized(address) else {
            problem(.invalidURL)
            return nil
        }
        guard known.insert(url).inserted else {
            problem(.duplicate)
            return nil
        }
        let path = folders.compactMap { $0 }
        list.feeds.append(
            OPML.Feed(url: url, title: title, link: attributes.text("htmlurl"), folders: path, line: line)
        )
        return nil
    }

    static var handler: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = XML_SAX2_MAGIC
        handler.startElementNs = { context, name, _, _, _, _, count, _, attributes in
            guard let name, let reader = OPMLReader.from(context) else { return }
            reader.attributes.replace(Int(count), attributes)
            reader.start(TextBytes(start: name, count: Int(xmlStrlen(name))))
        }
        handler.endElementNs = { context, _, _, _ in OPMLReader.from(context)?.end() }
        handler.characters = { context, bytes, length in
            guard let bytes, let reader = OPMLReader.from(context), reader.titleBytes != nil else { return }
            reader.titleBytes?.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(min(length, 4096))))
        }
        handler.ignorableWhitespace = handler.characters
        handler.cdataBlock = handler.characters
        return handler
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> OPMLReader? {
        context.map { Unmanaged<OPMLReader>.fromOpaque($0).takeUnretainedValue() }
    }
}
