/// Bytes of the texts that are open, the innermost last, in one block of memory that only grows.
struct TextBuffer: ~Copyable {
    private var bytes: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 1 << 14) {
        self.capacity = capacity
        bytes = .allocate(capacity: capacity)
    }

    deinit { bytes.deallocate() }

    @inline(__always)
    mutating func append(_ source: UnsafePointer<UInt8>, _ length: Int) {
        if count + length > capacity { grow(to: count + length) }
        (bytes + count).update(from: source, count: length)
        count += length
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        if count == capacity { grow(to: count + 1) }
        bytes[count] = byte
        count += 1
    }

    mutating func append(_ text: StaticString) { append(text.utf8Start, text.utf8CodeUnitCount) }

    @inline(__always)
    mutating func append(_ text: TextBytes) {
        if let start = text.baseAddress { append(start, text.count) }
    }

    /// Appends text so that an HTML reader reads it back unchanged, inside an element or a quoted attribute.
    mutating func appendEscaped(_ text: TextBytes) {
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
    func since(_ start: Int) -> TextBytes { self[start..<count] }

    /// A stretch of what was appended; valid until the next change.
    subscript(range: Range<Int>) -> TextBytes {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return TextBytes(start: bytes + range.lowerBound, count: range.count)
    }

    mutating func truncate(to length: Int) { count = min(count, length) }

    private mutating func grow(to needed: Int) {
        let larger = max(needed, capacity * 2)
        let block = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        block.update(from: bytes, count: count)
        bytes.deallocate()
        (bytes, capacity) = (block, larger)
    }
}
