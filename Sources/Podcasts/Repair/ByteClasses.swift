/// Which bytes stop a scan; tables of 256 flags.
enum ByteClasses {
    /// What can't simply be copied in text: `<`, `&`, `]` and control characters.
    static let text = table(stoppingAt: "<&]")
    /// What can't simply be copied in an attribute's value: `<`, `&`, quotes and control characters.
    static let attribute = table(stoppingAt: "<&\"'")

    private static func table(stoppingAt characters: String) -> [Bool] {
        (0..<256).map { byte in
            isControl(UInt8(byte)) || characters.utf8.contains(UInt8(byte))
        }
    }

    /// The first byte at or after `start` that stops the copying of CDATA: a `]` or a forbidden control character.
    ///
    /// Eight bytes at a time: long notes are most of a feed.
    static func endOfCDATA(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard let base = bytes.baseAddress else { return start }
        let raw = UnsafeRawPointer(base)
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        var index = start
        while index < bytes.count {
            while index + 8 <= bytes.count {
                let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                let bracket = word ^ (ones &* 0x5D)
                // A byte's high bit is set where it is `]`, or below 32; a byte after such a one may be marked too.
                let isBracket = (bracket &- ones) & ~bracket & highs
                let isLow = (word &- ones &* 32) & ~word & highs
                if isBracket | isLow != 0 { break }
                index += 8
            }
            let end = min(index + 8, bytes.count)
            while index < end {
                if base[index] == 0x5D || isControl(base[index]) { return index }
                index += 1
            }
        }
        return index
    }

    /// A control character that XML 1.0 forbids.
    static func isControl(_ byte: UInt8) -> Bool { byte < 32 && byte != 9 && byte != 10 && byte != 13 }
}
