/// One document on its way from bytes to a feed: decoding, telling its kind, repair, events, model.
final class FeedDocument {
    private enum Stage {
        /// Collecting decoded text until the kind is clear.
        case unknown([UInt8])
        case xml
        case json([UInt8])
        /// There is an error; nothing more is read.
        case failed
    }

    private let limits: FeedLimits
    private let builder: FeedBuilder
    private let decoder: TextDecoder
    private let repairer: XMLRepairer
    private let reader: XMLEventReader
    private var stage = Stage.unknown([])
    /// Line breaks before the document, not yet passed on.
    private var leadingLines = 0
    private(set) var error: FeedError?

    init(base: String?, contentType: String?, limits: FeedLimits) {
        self.limits = limits
        let builder = FeedBuilder(limits: limits, base: base)
        let reader = XMLEventReader(builder, FeedBuilder.handler)
        builder.context = reader.context
        self.builder = builder
        self.reader = reader
        decoder = TextDecoder(contentType: contentType) { builder.log.add($0, line: $1, $2) }
        repairer = XMLRepairer(limits: limits, bypass: builder.bypass) {
            builder.log.add($0, line: $1, $2)
        } sink: {
            reader.parse($0)
        }
    }

    deinit { builder.context = nil }

    func read(_ bytes: TextBytes) {
        if case .failed = stage { return }
        decoder.decode(bytes) { receive($0) }
    }

    func takeEntries() -> [ParsedEntry] {
        let taken = builder.finished
        builder.finished = []
        // The next piece brings about as many.
        builder.finished.reserveCapacity(min(taken.count, 64))
        return taken
    }

    func finish() throws -> ParsedFeed {
        if case .failed = stage {} else { decoder.finish { receive($0) } }
        if case .unknown(let head) = stage { head.withUnsafeBufferPointer { choose($0, isWhole: true) } }
        if let error { throw error }
        if case .json(let text) = stage { return try finishJSON(text) }
        repairer.finish()
        reader.finish()
        guard builder.hasFeedRoot else { throw FeedError.otherXML(root: builder.foreignRoot ?? "?") }
        if let problem = reader.problem { builder.log.add(.malformedXML, line: problem.line, problem.message) }
        builder.feed.encoding = decoder.charset.name
        return builder.finish()
    }

    private func finishJSON(_ text: [UInt8]) throws -> ParsedFeed {
        try JSONFeedReader.read(text, into: builder)
        builder.feed.encoding = decoder.charset.name
        return builder.finish()
    }

    // MARK: Decoded text

    private func receive(_ text: TextBytes) {
        switch stage {
        case .xml: repairer.repair(text)
        case .unknown(var head):
            var text = text
            if head.isEmpty {
                // Blank lines before the document may be many; only their number matters.
                let blanks = text.prefix { $0.isBlank }.count
                leadingLines += TextBytes(rebasing: text[..<blanks]).newlineCount
                text = TextBytes(rebasing: text[blanks...])
            }
            head.append(contentsOf: text)
            stage = .unknown(head)
            if head.count >= ContentSniffer.sampleSize { head.withUnsafeBufferPointer { choose($0, isWhole: false) } }
        case .json(var collected):
            // Taken out of the stage first, or each piece would copy all that came before.
            stage = .json([])
            collected.append(contentsOf: text)
            if collected.count > limits.maximumJSONBytes { return fail(.tooLarge(limit: limits.maximumJSONBytes)) }
            stage = .json(collected)
        case .failed: break
        }
    }

    private func fail(_ error: FeedError) {
        self.error = error
        stage = .failed
    }

    private func choose(_ head: TextBytes, isWhole: Bool) {
        guard let (kind, start) = ContentSniffer.sniff(head, isWhole: isWhole) else { return }
        switch kind {
        case .xmlFeed: beginXML(head, start)
        case .json:
            stage = .json([])
            receive(TextBytes(rebasing: head[start...]))
        case .html: fail(.webPage)
        case .opml: fail(.opml)
        case .otherXML(let root): fail(.otherXML(root: root))
        case .empty: fail(.empty)
        case .other: fail(.notText)
        }
    }

    private func beginXML(_ head: TextBytes, _ start: Int) {
        stage = .xml
        if !TextBytes(rebasing: head[..<start]).trimmed.isEmpty || leadingLines > 0, start > 0 || leadingLines > 0 {
            builder.log.add(.leadingJunk, line: 1, XMLRepairer.leading)
        }
        let lines = leadingLines + TextBytes(rebasing: head[..<start]).newlineCount
        let breaks = [UInt8](repeating: 10, count: lines)
        breaks.withUnsafeBufferPointer { repairer.repair($0) }
        repairer.repair(TextBytes(rebasing: head[start...]))
    }
}
