/// Text that goes past libxml2.
extension XMLRepairer {
    /// From this length on the mark that stands for a text costs libxml2 less than the text.
    private static let longText = 200

    /// Whether the text from `start`, which stops at `end`, is worth a mark.
    ///
    /// libxml2 hands text with references on in as many parts as there are references, which takes it a hundred times as
    /// long as text without.
    @inline(__always)
    func goesPastXML(_ bytes: TextBytes, _ start: Int, _ end: Int) -> Bool {
        bypass != nil && (end - start >= Self.longText || end < bytes.count && bytes[end] == UInt8(ascii: "&"))
    }

    /// Takes text with its references past libxml2; where to go on, or `nil` when it has to go through.
    func divert(_ bytes: TextBytes, _ start: Int, _ end: Int) -> Int? {
        guard let bypass, goesPastXML(bytes, start, end) else { return nil }
        var index = Self.append(bytes, start, end, to: &bypass.buffer)
        while index < bytes.count, bytes[index] == UInt8(ascii: "&") {
            guard let next = Self.appendReference(bytes, index, to: &bypass.buffer) else { break }
            index = Self.append(bytes, next, ByteClasses.endOfText(bytes, from: next), to: &bypass.buffer)
        }
        guard index > start else { return nil }
        markBypass()
        return index
    }

    /// Appends text with line breaks as XML has them; where it stops: before a carriage return that is no part of one.
    private static func append(_ bytes: TextBytes, _ start: Int, _ end: Int, to buffer: inout TextBuffer) -> Int {
        var index = start
        while let found = bytes.firstIndex(of: 13, in: index..<end) {
            buffer.append(TextBytes(rebasing: bytes[index..<found]))
            guard found + 1 < end, bytes[found + 1] == 10 else { return found }
            index = found + 1
        }
        buffer.append(TextBytes(rebasing: bytes[index..<end]))
        return end
    }

    /// Appends what a reference stands for when nothing is odd about it; where it ends.
    ///
    /// A line break would make the mark stand for more lines than there are.
    private static func appendReference(_ bytes: TextBytes, _ index: Int, to buffer: inout TextBuffer) -> Int? {
        if let reference = PredefinedEntity(bytes, at: index) {
            buffer.append(reference.character)
            return index + reference.length
        }
        guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "#"),
            let reference = HTMLEntities.decode(bytes, at: index), reference.scalar >= 32, reference.scalar != 0xFFFD,
            let scalar = Unicode.Scalar(reference.scalar)
        else { return nil }
        UTF8.encode(scalar)?.forEach { buffer.append($0) }
        return index + reference.length
    }

    /// Says in the output that text of the bypass belongs here, with as many line breaks as the text has.
    func markBypass() {
        guard let bypass, let text = bypass.close() else { return }
        output.append("<?c ")
        for _ in 0..<text.newlineCount { output.append(10) }
        output.append("?>")
    }

    func beginCDATA() {
        mode = .cdata
        if bypass == nil { output.append("<![CDATA[") }
    }

    func endCDATA() {
        if bypass == nil { output.append("]]>") } else { markBypass() }
    }

    func appendCDATA(_ text: TextBytes) {
        if let bypass { bypass.buffer.append(text) } else { output.append(text) }
    }
}
