/// A place in the entry that its notes name.
public struct NoteTimestamp: Sendable, Equatable {
    /// Where in the text it is written.
    public var range: Range<String.Index>
    /// Seconds from the beginning.
    public var seconds: Int
}

/// Finds times such as `12:34` and `1:02:03` in the text of notes.
public enum NoteTimestamps {
    /// The times in order.
    ///
    /// Those beyond `duration`, and clock times ("at 12:30 pm"), are left out.
    public static func find(in text: String, duration: Duration? = nil) -> [NoteTimestamp] {
        let bytes = Array(text.utf8)
        var found: [NoteTimestamp] = []
        var index = 0
        while index < bytes.count, found.count < 1000 {
            guard bytes[index].isDigit, index == 0 || !isPart(bytes[index - 1]) else {
                index += 1
                continue
            }
            guard let (seconds, end) = read(bytes, index), !isClock(bytes, after: end) else {
                while index < bytes.count, isPart(bytes[index]) { index += 1 }
                continue
            }
            if duration.map({ Duration.seconds(seconds) <= $0 }) ?? true {
                let start = text.utf8.index(text.startIndex, offsetBy: index)
                found.append(
                    NoteTimestamp(range: start..<text.utf8.index(start, offsetBy: end - index), seconds: seconds)
                )
            }
            index = end
        }
        return found
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        byte.isDigit || byte.isLetter || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "/")
    }

    private static func read(_ bytes: [UInt8], _ start: Int) -> (seconds: Int, end: Int)? {
        var parts: [Int] = []
        var index = start
        while true {
            let partStart = index
            var value = 0
            while index < bytes.count, bytes[index].isDigit, index - partStart < 3 {
                value = value * 10 + Int(bytes[index] - 48)
                index += 1
            }
            let length = index - partStart
            // The parts after the first have two digits and stay below 60.
            guard length > 0, parts.isEmpty || (length == 2 && value < 60) else { return nil }
            parts.append(value)
            guard parts.count < 3, index + 1 < bytes.count, bytes[index] == UInt8(ascii: ":"), bytes[index + 1].isDigit
            else { break }
            index += 1
        }
        guard parts.count >= 2, index >= bytes.count || !isWordOrColon(bytes[index]) else { return nil }
        return (parts.reduce(0) { $0 * 60 + $1 }, index)
    }

    private static func isWordOrColon(_ byte: UInt8) -> Bool {
        byte.isDigit || byte.isLetter || byte == UInt8(ascii: ":")
    }

    private static func isClock(_ bytes: [UInt8], after end: Int) -> Bool {
        var index = end
        if index < bytes.count, bytes[index] == 32 { index += 1 }
        guard index + 1 < bytes.count else { return false }
        let first = bytes[index].asciiLowercased
        let second = bytes[index + 1].asciiLowercased
        guard first == UInt8(ascii: "a") || first == UInt8(ascii: "p") else { return false }
        let isWordEnd = index + 2 >= bytes.count || !bytes[index + 2].isLetter
        return (second == UInt8(ascii: "m") && isWordEnd) || second == UInt8(ascii: ".")
    }
}
