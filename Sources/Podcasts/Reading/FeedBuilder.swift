import CXML
import Foundation

/// Turns XML events into a feed and its entries.
///
/// Holds one entry at a time; finished ones are taken away.
final class FeedBuilder {
    struct Frame {
        var tag: FeedTag
        /// Where the element stands.
        var scope: FeedScope
        var capture: TextCapture
        var textStart: Int
        /// Whether the base address outside waits in `outerBases`; a frame holds nothing that is counted.
        var changesBase: Bool
    }

    let limits: FeedLimits
    var feed = ParsedFeed(format: .rss20)
    var entry = ParsedEntry()
    /// Whether nothing was written into `entry` yet.
    var isEntryNew = true
    /// Entries that are complete and not yet taken.
    var finished: [ParsedEntry] = []
    var log: WarningLog
    /// What relative addresses are relative to.
    var base: String?
    var attributes = AttributeList()
    /// The parser whose events these are, for the line being read; it outlives them.
    var context: xmlParserCtxtPtr?
    /// Whether the document ended inside elements: what is closed from now on is not whole.
    private(set) var isTruncated = false
    /// The name of a root element that no feed has.
    private(set) var foreignRoot: String?
    /// Whether the root is one that feeds have.
    private(set) var hasFeedRoot = false

    var scope = FeedScope.document
    private var frames: [Frame] = []
    private var outerBases: [String?] = []
    private var text = TextBuffer()
    /// Brings the text of CDATA sections.
    let bypass = TextBypass()
    private var tags = TagCache()
    /// Open child elements of a text that is kept as markup.
    private var markup: [(name: UnsafePointer<xmlChar>, isSilent: Bool)] = []
    private var isTextCut = false

    // Composite elements under way.
    var content = ContentKind()
    var person = FeedPerson()
    var parentCategory: String?
    var media = MediaContent()
    var imageURL: String?
    var live: LiveItem?
    /// Whether there is a `live`, which is long to look at.
    var isLive = false
    var alternate = AlternateEnclosure()
    var value = PodcastValue(type: "", method: "")
    var timeSplit = ValueTimeSplit(start: .zero, duration: .zero)
    var updatePeriod: Duration?
    var updatesPerPeriod = 1
    var seenGUIDs: Set<Int> = []
    // The entry under way.
    var scopeIsEntry = false
    /// RSS 1.0's `rdf:about`, the guid where there is no other.
    var entryAbout: String?
    /// `dc:title` or `media:title`, the title where there is no other.
    var fallbackTitle: String?
    var originalLink: String?
    var originalEnclosure: String?
    var itunesSeason: Int?
    var itunesEpisode: Int?
    var ranks = ImageRanks()

    init(limits: FeedLimits, base: String?) {
        self.limits = limits
        self.base = base
        log = WarningLog(maximum: limits.maximumWarnings)
        frames.reserveCapacity(32)
    }

    // MARK: Events

    func startElement(
        _ name: UnsafePointer<xmlChar>,
        _ prefix: UnsafePointer<xmlChar>?,
        _ uri: UnsafePointer<xmlChar>?,
        _ attributeCount: Int,
        _ attributePointers: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    ) {
        if !markup.isEmpty || frames.last?.capture == .markup {
            attributes.replace(attributeCount, attributePointers)
            openMarkup(name)
            return
        }
        let (found, isNew) = tags.entry(name, prefix, uri)
        if isNew, found.oddity != .none { report(found.oddity, prefix, uri) }
        var frame = Frame(tag: found.tag, scope: scope, capture: .none, textStart: text.count, changesBase: false)
        if scope == .ignored || found.tag == .unknown {
            if scope == .document { foreignRoot = foreignRoot ?? String(cString: name) }
            scope = .ignored
        } else {
            attributes.replace(attributeCount, attributePointers)
            if attributeCount > 0 { changeBase(&frame) }
            let opening = begin(found.tag)
            if found.tag == .channel { noteNamespace(uri) }
            frame.capture = opening.capture
            scope = opening.scope
        }
        isTextCut = false
        frames.append(frame)
    }

    func characters(_ bytes: UnsafePointer<xmlChar>, _ length: Int) {
        guard let frame = frames.last, frame.capture != .none else { return }
        var length = length
        if text.count - frame.textStart + length > limits.maximumTextLength {
            length = cut(bytes, max(0, limits.maximumTextLength - (text.count - frame.textStart)))
        }
        if markup.isEmpty {
            text.append(bytes, length)
        } else {
            text.appendEscaped(TextBytes(start: bytes, count: length))
        }
    }

    /// Text of the bypass belongs here.
    func bypassedText() {
        bypass.take { text in
            if let start = text.baseAddress { characters(start, text.count) }
        }
    }

    func endElement() {
        if !markup.isEmpty {
            closeMarkup()
            return
        }
        guard !frames.isEmpty else { return }
        let frame = frames.removeLast()
        scope = frame.scope
        if frame.tag != .unknown, frame.scope != .ignored {
            // A cut text could be a wrong guid or address: better none. Containers close as usual.
            if !isTruncated || frame.capture == .none { end(frame.tag, text.since(frame.textStart)) }
        }
        text.truncate(to: frame.textStart)
        if frame.changesBase { base = outerBases.removeLast() }
    }

    /// The rest of the document is missing.
    func truncate() { isTruncated = true }

    /// The line being read, from 1; 0 where there is none, as in JSON.
    var line: Int { (context?.pointee.input).map { Int($0.pointee.line) } ?? 0 }

    // MARK: Dispatch

    private func begin(_ tag: FeedTag) -> Opening {
        switch scope {
        case .document:
            let opening = beginRoot(tag)
            hasFeedRoot = hasFeedRoot || opening.scope != .ignored
            return opening
        case .root, .feed: return beginInFeed(tag)
        case .entry: return beginInEntry(tag)
        case .image: return tag == .url || tag == .title || tag == .link ? .text : .ignored
        case .skipHours: return tag == .hour ? .text : .ignored
        case .skipDays: return tag == .day ? .text : .ignored
        case .person: return tag == .atomName || tag == .atomEmail || tag == .atomURI || tag == .url ? .text : .ignored
        case .owner: return tag == .itunesName || tag == .itunesEmail ? .text : .ignored
        case .category: return beginSubcategory(tag)
        case .source: return beginInSource(tag)
        case .mediaGroup, .mediaContent: return beginMedia(tag)
        case .chapters: return beginChapter(tag)
        case .alternate: return beginInAlternate(tag)
        case .value, .timeSplit: return beginInValue(tag)
        case .podroll, .publisher: return beginRemote(tag)
        case .ignored: return .ignored
        }
    }

    private func end(_ tag: FeedTag, _ text: TextBytes) {
        switch scope {
        case .root, .feed: endInFeed(tag, text)
        case .entry: endInEntry(tag, text)
        case .document: if tag == .item { finishEntry() }
        case .image: if tag == .url { imageURL = address(text) ?? imageURL }
        case .skipHours: endHour(text)
        case .skipDays: endDay(text)
        case .person: endInPerson(tag, text)
        case .owner: endInOwner(tag, text)
        case .source: endInSource(tag, text)
        case .mediaGroup, .mediaContent: endMedia(tag, text)
        case .value: if tag == .pcValueTimeSplit { endTimeSplit() }
        case .category, .chapters, .alternate, .timeSplit, .podroll, .publisher, .ignored: break
        }
    }

    // MARK: Markup

    private func openMarkup(_ name: UnsafePointer<xmlChar>) {
        let length = Int(xmlStrlen(name))
        let isRootDiv = content.isXHTML && markup.isEmpty && TextBytes(start: name, count: length).equals("div")
        markup.append((name, isRootDiv))
        guard !isRootDiv, !isTextCut else { return }
        text.append("<")
        text.append(name, length)
        attributes.forEach { name, value in
            text.append(" ")
            text.append(name)
            text.append("=\"")
            text.appendEscaped(value)
            text.append("\"")
        }
        text.append(">")
    }

    private func closeMarkup() {
        guard let element = markup.popLast(), !element.isSilent else { return }
        let name = TextBytes(start: element.name, count: Int(xmlStrlen(element.name)))
        guard !HTMLNames.isVoid(name), !isTextCut else { return }
        text.append("</")
        text.append(name)
        text.append(">")
    }

    /// Where to cut a text so that no character is split; warns once for each text.
    private func cut(_ bytes: UnsafePointer<xmlChar>, _ room: Int) -> Int {
        if !isTextCut {
            isTextCut = true
            log.add(.textTooLong, line: line, "a text is longer than \(limits.maximumTextLength) bytes")
        }
        var length = room
        while length > 0, bytes[length] & 0xC0 == 0x80 { length -= 1 }
        return length
    }

    // MARK: Namespaces and bases

    private func report(
        _ oddity: TagCache.Entry.Oddity,
        _ prefix: UnsafePointer<xmlChar>?,
        _ uri: UnsafePointer<xmlChar>?
    ) {
        let prefix = prefix.map { String(cString: $0) } ?? ""
        switch oddity {
        case .none: break
        case .undeclaredPrefix: log.addOnce(.undeclaredPrefix, line: line, "the prefix “\(prefix)” is not declared")
        case .unknownNamespace:
            let uri = uri.map { String(cString: $0) } ?? ""
            log.addOnce(.unknownNamespace, line: line, "the prefix “\(prefix)” stands for “\(uri)”")
        }
    }

    /// RSS 0.90 and 1.0 have the same root and differ in the namespace of the channel.
    private func noteNamespace(_ uri: UnsafePointer<xmlChar>?) {
        guard feed.format == .rss10, let uri, String(cString: uri).contains("netscape.com/rdf/simple/0.9") else {
            return
        }
        feed.format = .rss090
    }

    private func changeBase(_ frame: inout Frame) {
        guard let reference = attributes.withXML("base", { $0.nonEmptyText }) else { return }
        frame.changesBase = true
        outerBases.append(base)
        base = Address.resolve(reference, against: base)
    }
}
