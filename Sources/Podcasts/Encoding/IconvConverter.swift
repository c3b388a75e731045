import CXML
import Foundation

/// Converts a stream of some encoding to UTF-8; what can't be converted becomes U+FFFD.
final class IconvConverter {
    private let descriptor: iconv_t
    /// Bytes to pass over where a character is broken.
    private let unit: Int
    private var rest: [UInt8] = []
    private var output = [UInt8](repeating: 0, count: 16_384)
    private(set) var invalidCount = 0

    /// `nil` when the system's `iconv` lacks the encoding.
    init?(_ charset: Charset) {
        guard let descriptor = iconv_open("UTF-8", charset.converterName), Int(bitPattern: descriptor) != -1 else {
            return nil
        }
        self.descriptor = descriptor
        unit = charset.name.hasPrefix("utf-16") ? 2 : charset.name.hasPrefix("utf-32") ? 4 : 1
    }

    deinit { iconv_close(descriptor) }

    /// Converts more bytes; an incomplete character at the end waits for the next call, or is replaced at the last.
    func convert(_ bytes: TextBytes, isLast: Bool, _ sink: (TextBytes) -> Void) {
        rest.append(contentsOf: bytes)
        var input = rest
        let consumed = input.withUnsafeMutableBufferPointer { buffer -> Int in
            guard let start = buffer.baseAddress else { return 0 }
            return start.withMemoryRebound(to: CChar.self, capacity: buffer.count) {
                convert($0, buffer.count, isLast: isLast, sink)
            }
        }
        rest = Array(input[consumed...])
        if isLast, !rest.isEmpty {
            rest = []
            replace(sink)
        }
    }

    private func convert(
        _ start: UnsafeMutablePointer<CChar>,
        _ count: Int,
        isLast: Bool,
        _ sink: (TextBytes) -> Void
    ) -> Int {
        var input: UnsafeMutablePointer<CChar>? = start
        var left = count
        while left > 0 {
            let (result, reason) = step(&input, &left, sink)
            guard result == Int.max else { continue }
            if reason == E2BIG { continue }
            if reason == EINVAL { break }
            let skipped = min(unit, left)
            input = input.map { $0 + skipped }
            left -= skipped
            replace(sink)
        }
        return count - left
    }

    /// One call of `iconv`; ``Int/max`` and the reason when it stopped early.
    private func step(
        _ input: inout UnsafeMutablePointer<CChar>?,
        _ left: inout Int,
        _ sink: (TextBytes) -> Void
    ) -> (Int, Int32) {
        output.withUnsafeMutableBytes { buffer in
            var target = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            var room = buffer.count
            let result = iconv(descriptor, &input, &left, &target, &room)
            let reason = errno
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<(buffer.count - room)])
            bytes.withMemoryRebound(to: UInt8.self) { sink($0) }
            return (result == Int(bitPattern: UInt.max) || result == Int.max ? Int.max : 0, reason)
        }
    }

    private func replace(_ sink: (TextBytes) -> Void) {
        invalidCount += 1
        UTF8Stream.replacement.withUnsafeBufferPointer(sink)
    }
}
