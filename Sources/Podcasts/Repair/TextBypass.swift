/// Carries texts past libxml2, which would only look through them again and hand them on in small parts.
///
/// In the document a mark stands for each piece; when libxml2 comes to the mark, the next piece is taken.
final class TextBypass {
    var buffer = TextBuffer()
    /// Where the piece that is being written begins.
    private var start = 0
    /// Lengths of the pieces that are written and not yet taken.
    private var lengths: [Int] = []
    private var nextLength = 0
    private var taken = 0

    /// Ends the piece that is being written; `nil` when it is empty.
    func close() -> TextBytes? {
        guard buffer.count > start else { return nil }
        defer { start = buffer.count }
        lengths.append(buffer.count - start)
        return buffer.since(start)
    }

    /// Hands the next piece to `body`.
    func take(_ body: (TextBytes) -> Void) {
        guard nextLength < lengths.count else { return }
        let length = lengths[nextLength]
        body(buffer[taken..<taken + length])
        taken += length
        nextLength += 1
        if nextLength == lengths.count, taken == start, start == buffer.count { reset() }
    }

    private func reset() {
        buffer.truncate(to: 0)
        (start, nextLength, taken) = (0, 0, 0)
        lengths.removeAll(keepingCapacity: true)
    }
}
