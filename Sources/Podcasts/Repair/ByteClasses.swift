/// Which bytes stop a scan; looked for many at a time, because texts are most of a feed.
enum ByteClasses {
    /// The first byte at or after `start` that can't simply be copied in text: `<`, `&`, `]` or a forbidden control
    /// character.
    static func endOfText(_ bytes: TextBytes, from start: Int) -> Int {
        scan(bytes, start, UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "]"), UInt8(ascii: "]"))
    }

    /// The first byte at or after `start` that can't simply be copied in an attribute's value: `<`, `&`, a quote or a
    /// forbidden control character.
    static func endOfValue(_ bytes: TextBytes, from start: Int) -> Int {
        scan(bytes, start, UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "\""), UInt8(ascii: "'"))
    }

    /// The first byte at or after `start` that stops the copying of CDATA: a `]` or a forbidden control character.
    ///
    /// Sixteen at a time, since these are the longest texts of all.
    static func endOfCDATA(_ bytes: TextBytes, from start: Int) -> Int {
        guard let base = bytes.baseAddress else { return start }
        let raw = UnsafeRawPointer(base)
        let bracket = SIMD16<UInt8>(repeating: UInt8(ascii: "]"))
        let blank = SIMD16<UInt8>(repeating: 32)
        var index = start
        while index < bytes.count {
            while index + 16 <= bytes.count {
                let block = raw.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
                let marks = unsafeBitCast((block .== bracket) .| (block .< blank), to: SIMD2<UInt64>.self)
                if marks[0] | marks[1] != 0 { break }
                index += 16
            }
            let end = min(index + 16, bytes.count)
            while index < end {
                if base[index] == UInt8(ascii: "]") || isControl(base[index]) { return index }
                index += 1
            }
        }
        return index
    }

    /// A control character that XML 1.0 forbids.
    static func isControl(_ byte: UInt8) -> Bool { byte < 32 && byte != 9 && byte != 10 && byte != 13 }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// The index of the first of four bytes or a forbidden control character; the compiler drops the repeated ones.
    @inline(__always)
    private static func scan(
        _ bytes: TextBytes,
        _ start: Int,
        _ first: UInt8,
        _ second: UInt8,
        _ third: UInt8,
        _ fourth: UInt8
    ) -> Int {
        guard let base = bytes.baseAddress else { return start }
        let raw = UnsafeRawPointer(base)
        let count = bytes.count
        var index = start
        while index + 8 <= count {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            // A high bit is set where the byte is meant; above the lowest such bit others may be set wrongly.
            let marks =
                zeros(word ^ ones &* UInt64(first)) | zeros(word ^ ones &* UInt64(second))
                | zeros(word ^ ones &* UInt64(third)) | zeros(word ^ ones &* UInt64(fourth))
                | ((word &- ones &* 32) & ~word)
            guard marks & highs != 0 else {
                index += 8
                continue
            }
            index += (marks & highs).trailingZeroBitCount >> 3
            let byte = base[index]
            guard byte == 9 || byte == 10 || byte == 13 else { return index }
            index += 1
        }
        while index < count {
            let byte = base[index]
            if byte == first || byte == second || byte == third || byte == fourth || isControl(byte) { break }
            index += 1
        }
        return index
    }

    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
}
