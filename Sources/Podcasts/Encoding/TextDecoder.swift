import Foundation

/// Turns the bytes of a document into UTF-8, whatever they are in, as they come.
///
/// The order of belief: byte order mark, HTTP `charset`, XML declaration, what the bytes look like, windows-1252. Bytes
/// that are valid UTF-8 with characters beyond ASCII are believed against a declaration of something older.
final class TextDecoder {
    private enum State {
        /// Collecting the beginning, where mark and declaration stand.
        case head([UInt8])
        /// Only ASCII so far, which is the same in all that is left to choose from.
        case ascii
        /// Collecting what follows the first byte beyond ASCII, to look at it.
        case sample([UInt8])
        case utf8(UTF8Stream)
        case windows1252
        case converter(IconvConverter)
    }

    /// Enough for any declaration, and for a look at what is not ASCII.
    private static let sampleSize = 4096

    private var state = State.head([])
    private let headerLabel: String?
    private var declaredLabel: String?
    private var line = 1
    private var hasBytes = false
    /// What is used; the declared one until bytes beyond ASCII come.
    private(set) var charset = Charset.utf8
    /// Told of replacements and contradictions, with the line.
    private let warn: (FeedWarning.Code, Int, String) -> Void

    init(contentType: String?, warn: @escaping (FeedWarning.Code, Int, String) -> Void) {
        headerLabel = contentType.flatMap { CharsetDeclaration.label(inContentType: $0) }
        self.warn = warn
    }

    /// Decodes more bytes.
    func decode(_ bytes: TextBytes, _ sink: (TextBytes) -> Void) { step(bytes, isLast: false, sink) }

    /// Decodes what was held back.
    func finish(_ sink: (TextBytes) -> Void) { step(TextBytes(start: nil, count: 0), isLast: true, sink) }

    private func step(_ bytes: TextBytes, isLast: Bool, _ sink: (TextBytes) -> Void) {
        switch state {
        case .head(var head):
            head.append(contentsOf: bytes)
            collectHead(head, isLast: isLast, sink)
        case .ascii:
            let end = UTF8Stream.skipASCII(bytes, from: 0)
            pass(TextBytes(rebasing: bytes[..<end]), sink)
            guard end < bytes.count else { return }
            state = .sample([])
            step(TextBytes(rebasing: bytes[end...]), isLast: isLast, sink)
        case .sample(var sample):
            sample.append(contentsOf: bytes)
            guard sample.count >= Self.sampleSize || isLast else { return state = .sample(sample) }
            decide(sample)
            sample.withUnsafeBufferPointer { step($0, isLast: isLast, sink) }
        case .utf8(var stream):
            stream.pass(bytes, isLast: isLast) {
                self.pass($0, sink)
            } invalid: {
                self.reportInvalid($0)
            }
            state = .utf8(stream)
        case .windows1252: passWindows1252(bytes, sink)
        case .converter(let converter):
            let before = converter.invalidCount
            converter.convert(bytes, isLast: isLast) { self.pass($0, sink) }
            if converter.invalidCount > before { warn(.invalidBytes, line, "some bytes are not \(charset.name)") }
        }
    }

    /// Counts lines of what goes out, so that warnings name the right one.
    private func pass(_ bytes: TextBytes, _ sink: (TextBytes) -> Void) {
        guard !bytes.isEmpty else { return }
        sink(bytes)
        line += bytes.newlineCount
    }

    private func reportInvalid(_ bytes: TextBytes) {
        warn(
            .invalidBytes,
            line,
            "bytes that are not UTF-8: \(bytes.map { String($0, radix: 16) }.joined(separator: " "))"
        )
    }

    // MARK: The head

    private func collectHead(_ head: [UInt8], isLast: Bool, _ sink: (TextBytes) -> Void) {
        // Blank lines before the document may be longer than any sample: they go on at once.
        let blanks = head.count > 1 && head[1] == 0 ? 0 : head.prefix { $0.isBlank }.count
        if blanks > 0 { head.withUnsafeBufferPointer { pass(TextBytes(rebasing: $0[..<blanks]), sink) } }
        let rest = Array(head[blanks...])
        guard rest.count >= Self.sampleSize || isLast else { return state = .head(rest) }
        chooseFromHead(rest)
        let mark = rest.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : Charset.unicode(startingWith: rest)?.markLength ?? 0
        rest.withUnsafeBufferPointer { step(TextBytes(rebasing: $0[mark...]), isLast: isLast, sink) }
    }

    private func chooseFromHead(_ head: [UInt8]) {
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { return state = .utf8(UTF8Stream()) }
        if let (unicode, _) = Charset.unicode(startingWith: head) { return use(unicode) }
        declaredLabel = head.withUnsafeBufferPointer {
            CharsetDeclaration.label(inXML: TextBytes(rebasing: $0[..<min($0.count, Self.sampleSize)]))
        }
        for label in [headerLabel, declaredLabel] {
            guard let label else { continue }
            if let charset = Charset(label: label) {
                if charset.isStateful { return use(charset) }
                self.charset = charset
                break
            }
            // UTF-16 is known, but a declaration that can be read as ASCII is not in it.
            let isWide = label.lowercased().hasPrefix("utf-16") || label.lowercased().hasPrefix("utf-32")
            warn(isWide ? .encodingMismatch : .unknownEncoding, line, "the encoding is declared as “\(label)”")
        }
        state = .ascii
    }

    private func use(_ charset: Charset) {
        self.charset = charset
        if charset == .utf8 {
            state = .utf8(UTF8Stream())
        } else if charset == .windows1252 {
            state = .windows1252
        } else if let converter = IconvConverter(charset) {
            state = .converter(converter)
        } else {
            warn(.unknownEncoding, line, "the encoding “\(charset.name)” is not available here")
            self.charset = .windows1252
            state = .windows1252
        }
    }

    // MARK: The sample

    private func decide(_ sample: [UInt8]) {
        let labels = [headerLabel, declaredLabel].compactMap { $0.flatMap { Charset(label: $0) } }
        let (valid, invalid) = sample.withUnsafeBufferPointer { Self.judge($0) }
        let legacy = labels.first { $0 != .utf8 }
        let looksLikeUTF8 = valid > 0 && invalid == 0
        if looksLikeUTF8 {
            if let first = labels.first, first != .utf8 {
                warn(.encodingMismatch, line, "declared as \(first.name), but the bytes are UTF-8")
            }
            return use(.utf8)
        }
        if let first = labels.first, first != .utf8 { return use(first) }
        // Mostly UTF-8 with a broken character here and there stays UTF-8.
        if valid > invalid { return use(.utf8) }
        let chosen = legacy ?? .windows1252
        warn(.encodingMismatch, line, "the bytes are not UTF-8; read as \(chosen.name)")
        use(chosen)
    }

    /// Counts characters beyond ASCII that are valid UTF-8, and bytes that are not; a cut character at the end is neither.
    private static func judge(_ sample: TextBytes) -> (valid: Int, invalid: Int) {
        var (valid, invalid, index) = (0, 0, 0)
        // Only the first part, however long the pieces were that it came in.
        let sample = TextBytes(rebasing: sample[..<min(sample.count, sampleSize)])
        while true {
            index = UTF8Stream.skipASCII(sample, from: index)
            guard index < sample.count else { return (valid, invalid) }
            switch UTF8Stream.sequence(sample, at: index) {
            case .valid(let length):
                valid += 1
                index += length
            case .incomplete:
                if sample.count < sampleSize, valid == 0 { invalid += 1 }
                return (valid, invalid)
            case .invalid(let length):
                // Three bytes are a noncharacter: not for XML, but not a sign of another encoding either.
                if length == 3 { valid += 1 } else { invalid += length }
                index += length
            }
        }
    }

    private func passWindows1252(_ bytes: TextBytes, _ sink: (TextBytes) -> Void) {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            if byte < 0x80 { output.append(byte) } else { UTF8Writer.append(Windows1252.scalar(byte), to: &output) }
        }
        output.withUnsafeBufferPointer { pass($0, sink) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// How many line breaks there are.
    var newlineCount: Int {
        guard let base = baseAddress else { return 0 }
        var count = 0
        var index = 0
        // Line breaks are far apart: the C library finds the next one faster than any loop counts them all.
        while index < self.count, let found = memchr(base + index, 10, self.count - index) {
            count += 1
            index = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
        }
        return count
    }
}
