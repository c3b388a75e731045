/// Bytes of the texts that are open, the innermost last, in one block of memory that only grows.
final class TextBuffer {
    private var bytes: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    init() {
        capacity = 1 << 14
        bytes = .allocate(capacity: capacity)
    }

    deinit { bytes.deallocate() }

    @inline(__always)
    func append(_ source: UnsafePointer<UInt8>, _ length: Int) {
        if count + length > capacity { grow(to: count + length) }
        (bytes + count).update(from: source, count: length)
        count += length
    }

    func append(_ text: StaticString) { append(text.utf8Start, text.utf8CodeUnitCount) }

    func append(_ text: TextBytes) {
        if let start = text.baseAddress { append(start, text.count) }
    }

    /// Appends text so that an HTML reader reads it back unchanged, inside an element or a quoted attribute.
    func appendEscaped(_ text: TextBytes) {
        var start = 0
        for index in 0..<text.count {
            let replacement: StaticString
            switch text[index] {
            case UInt8(ascii: "&"): replacement = "&amp;"
            case UInt8(ascii: "<"): replacement = "&lt;"
            case UInt8(ascii: ">"): replacement = "&gt;"
            case UInt8(ascii: "\""): replacement = "&quot;"
            default: continue
            }
            append(TextBytes(rebasing: text[start..<index]))
            append(replacement)
            start = index + 1
        }
        append(TextBytes(rebasing: text[start...]))
    }

    /// What was appended since the buffer had `start` bytes; valid until the next change.
    func since(_ start: Int) -> TextBytes { TextBytes(start: bytes + start, count: count - start) }

    func truncate(to length: Int) { count = min(count, length) }

    private func grow(to needed: Int) {
        let larger = max(needed, capacity * 2)
        let block = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        block.update(from: bytes, count: count)
        bytes.deallocate()
        (bytes, capacity) = (block, larger)
    }
}
