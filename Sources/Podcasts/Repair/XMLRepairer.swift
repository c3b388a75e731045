/// Rewrites a stream of UTF-8 that is meant to be XML so that libxml2 loses nothing of it.
///
/// What comes out has one root, matching tags, quoted and distinct attributes, XML's five entities only, no declaration,
/// document type, comment, instruction or control character, and a line break for each one that came in. Everything done
/// beyond what XML itself says is reported. Two instructions are its own, and as none of the document's is passed on,
/// nobody else can say them: `<?t ?>`, what follows was not in the document; `<?c ?>`, text of the bypass belongs here.
/// The pieces in which the text comes make no difference.
final class XMLRepairer {
    enum Mode {
        case content
        case cdata
        case comment
        case instruction
    }

    /// A tag longer than this is text.
    static let maximumTagLength = 1 << 20
    /// What is passed on at once; fits into the processor's cache together with libxml2's copy of it.
    static let flushSize = 32 << 10
    /// What of a new piece is put behind bytes that wait for their end.
    private static let jointSize = 4096

    var output = TextBuffer()
    let limits: FeedLimits
    var stack = ElementStack()
    var documentType: DocumentType
    var mode = Mode.content
    /// The root element has begun, and perhaps ended.
    var hasRoot = false
    /// Where the names of the current tag's attributes stand; kept to spare each tag an allocation.
    var attributeNames: [Range<Int>] = []
    /// The same while a tag is verified, which gives up beyond this number.
    var verifiedNames = [Range<Int>](repeating: 0..<0, count: verifiedAttributes)
    static let verifiedAttributes = 16
    private var pending: [UInt8] = []
    /// How much must be pending before another try is worth it.
    private var retrySize = 0
    private var line = 1
    private var lineMark = 0
    private let sink: (TextBytes) -> Void
    private let report: (FeedWarning.Code, Int, String) -> Void
    private var reportedOnce: Set<String> = []

    /// Where long texts go, if not to libxml2.
    let bypass: TextBypass?

    init(
        limits: FeedLimits,
        bypass: TextBypass? = nil,
        report: @escaping (FeedWarning.Code, Int, String) -> Void,
        sink: @escaping (TextBytes) -> Void
    ) {
        self.limits = limits
        self.bypass = bypass
        self.report = report
        self.sink = sink
        documentType = DocumentType(budget: limits.maximumEntityExpansion)
    }

    // MARK: Input

    /// Repairs more text.
    func repair(_ bytes: TextBytes) {
        var rest = bytes
        while !pending.isEmpty, !rest.isEmpty { rest = join(rest) }
        guard !rest.isEmpty else { return }
        let consumed = run(rest, isLast: false)
        if consumed < rest.count { keep(TextBytes(rebasing: rest[consumed...])) }
    }

    /// Puts as much as is needed behind the bytes that wait, so that the piece itself is not copied; what is left of it.
    private func join(_ bytes: TextBytes) -> TextBytes {
        let waiting = pending.count
        let added = min(bytes.count, max(Self.jointSize, retrySize - waiting))
        pending.append(contentsOf: bytes[..<added])
        guard pending.count >= retrySize else { return TextBytes(rebasing: bytes[added...]) }
        let consumed = repairPending(isLast: false)
        guard consumed >= waiting else { return TextBytes(rebasing: bytes[added...]) }
        pending.removeAll()
        return TextBytes(rebasing: bytes[(consumed - waiting)...])
    }

    /// Ends the text: closes what is open.
    func finish() {
        repairPending(isLast: true)
        if mode == .cdata { endCDATA() }
        if !stack.isEmpty {
            warn(.truncated, at: 0, nil, "the document ends inside \(stack.count) elements")
            output.append("<?t ?>")
        }
        while !stack.isEmpty { closeTop() }
        flush()
    }

    /// Repairs what waits; how much of it is done.
    @discardableResult
    private func repairPending(isLast: Bool) -> Int {
        let bytes = pending
        pending = []
        return bytes.withUnsafeBufferPointer { buffer in
            let consumed = run(buffer, isLast: isLast)
            if consumed < buffer.count { keep(TextBytes(rebasing: buffer[consumed...])) }
            return consumed
        }
    }

    private func keep(_ bytes: TextBytes) {
        pending = Array(bytes)
        // Twice as much each time, or one long tag in small pieces would be read over and over.
        retrySize = bytes.count < 4096 ? 0 : bytes.count * 2
    }

    private func run(_ bytes: TextBytes, isLast: Bool) -> Int {
        lineMark = 0
        var index = 0
        while index < bytes.count {
            if mode == .content {
                let end = verify(bytes, from: index)
                output.append(TextBytes(rebasing: bytes[index..<end]))
                index = end
            }
            guard index < bytes.count, let next = step(bytes, index, isLast: isLast) else { break }
            index = next
            if output.count >= Self.flushSize { flush() }
        }
        line += TextBytes(rebasing: bytes[lineMark..<index]).newlineCount
        lineMark = 0
        markBypass()
        flush()
        return index
    }

    private func flush() {
        guard output.count > 0 else { return }
        sink(output.since(0))
        output.truncate(to: 0)
    }

    /// Handles what stands at `index`; where to go on, or `nil` when more is needed to tell.
    private func step(_ bytes: TextBytes, _ index: Int, isLast: Bool) -> Int? {
        switch mode {
        case .content: content(bytes, index, isLast: isLast)
        case .cdata: cdata(bytes, index, isLast: isLast)
        case .comment: skip(bytes, index, to: "-->", isLast: isLast)
        case .instruction: skip(bytes, index, to: "?>", isLast: isLast)
        }
    }

    // MARK: Text

    private func content(_ bytes: TextBytes, _ index: Int, isLast: Bool) -> Int? {
        guard !stack.isEmpty else { return outside(bytes, index, isLast: isLast) }
        let end = ByteClasses.endOfText(bytes, from: index)
        if let next = divert(bytes, index, end) { return next }
        output.append(TextBytes(rebasing: bytes[index..<end]))
        guard end < bytes.count else { return end }
        let next: Int?
        switch bytes[end] {
        case UInt8(ascii: "<"): next = markup(bytes, end, isLast: isLast)
        case UInt8(ascii: "&"): next = reference(bytes, end, isLast: isLast)
        case UInt8(ascii: "]"): next = bracket(bytes, end, isLast: isLast)
        default: next = dropControl(bytes, end)
        }
        // What was copied is done even when the rest has to wait; stopping here keeps the two apart.
        return next ?? (end > index ? end : nil)
    }

    /// Before and after the root there is nothing but blanks, instructions and comments.
    private func outside(_ bytes: TextBytes, _ index: Int, isLast: Bool) -> Int? {
        guard let end = bytes[index...].firstIndex(of: UInt8(ascii: "<")) else {
            dropOutside(bytes, index, bytes.count)
            return bytes.count
        }
        if end > index {
            dropOutside(bytes, index, end)
            return end
        }
        return markup(bytes, end, isLast: isLast)
    }

    static let leading = "something stands before the document"
    static let trailing = "something stands after the document"

    private func dropOutside(_ bytes: TextBytes, _ start: Int, _ end: Int) {
        let text = TextBytes(rebasing: bytes[start..<end])
        keepLines(text)
        guard !text.trimmed.isEmpty else { return }
        warnOnce(hasRoot ? .trailingContent : .leadingJunk, at: start, bytes, hasRoot ? Self.trailing : Self.leading)
    }

    /// `]]>` in text is an error that would cost a character.
    private func bracket(_ bytes: TextBytes, _ index: Int, isLast: Bool) -> Int? {
        guard index + 2 < bytes.count || isLast else { return nil }
        output.append("]")
        guard index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "]"), bytes[index + 2] == UInt8(ascii: ">")
        else {
            return index + 1
        }
        output.append("]&gt;")
        return index + 3
    }

    func dropControl(_ bytes: TextBytes, _ index: Int) -> Int {
        warn(.controlCharacter, at: index, bytes, "the control character \(bytes[index])")
        return index + 1
    }

    private func cdata(_ bytes: TextBytes, _ index: Int, isLast: Bool) -> Int? {
        let end = ByteClasses.endOfCDATA(bytes, from: index)
        appendCDATA(TextBytes(rebasing: bytes[index..<end]))
        guard end < bytes.count else { return end }
        guard bytes[end] == UInt8(ascii: "]") else { return dropControl(bytes, end) }
        guard end + 2 < bytes.count || isLast else { return end > index ? end : nil }
        guard end + 2 < bytes.count, bytes[end + 1] == UInt8(ascii: "]"), bytes[end + 2] == UInt8(ascii: ">") else {
            appendCDATA(TextBytes(rebasing: bytes[end...end]))
            return end + 1
        }
        endCDATA()
        mode = .content
        return end + 3
    }

    // MARK: What is left out

    /// Leaves out a comment or an instruction up to and with `end`, but for its line breaks.
    private func skip(_ bytes: TextBytes, _ index: Int, to end: StaticString, isLast: Bool) -> Int? {
        if let found = bytes.firstIndex(of: end, from: index) {
            let next = found + end.utf8CodeUnitCount
            keepLines(TextBytes(rebasing: bytes[index..<next]))
            mode = .content
            return next
        }
        // The last bytes may be the beginning of the end.
        let safe = isLast ? bytes.count : max(index, bytes.count - end.utf8CodeUnitCount + 1)
        keepLines(TextBytes(rebasing: bytes[index..<safe]))
        return safe > index ? safe : nil
    }

    /// Passes on the line breaks of what is left out, so that libxml2 counts lines as a person does.
    func keepLines(_ bytes: TextBytes) {
        for byte in bytes where byte == 10 { output.append("\n") }
    }

    // MARK: Warnings

    func warn(_ code: FeedWarning.Code, at index: Int, _ bytes: TextBytes?, _ detail: @autoclosure () -> String) {
        report(code, lineNumber(at: index, bytes), detail())
    }

    /// Warns of the first case with this detail only.
    func warnOnce(_ code: FeedWarning.Code, at index: Int, _ bytes: TextBytes, _ detail: String) {
        guard reportedOnce.count < 500, reportedOnce.insert(code.rawValue + detail).inserted else { return }
        warn(code, at: index, bytes, detail)
    }

    private func lineNumber(at index: Int, _ bytes: TextBytes?) -> Int {
        if let bytes, index > lineMark {
            line += TextBytes(rebasing: bytes[lineMark..<index]).newlineCount
            lineMark = index
        }
        return line
    }
}
