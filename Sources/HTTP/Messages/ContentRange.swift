/// The value of a `Content-Range` field in bytes (RFC 9110 section 14.4).
public struct ContentRange: Sendable, Equatable, CustomStringConvertible {
    /// The bytes that follow; `nil` in an answer that has none (`bytes */1000`).
    public var range: Range<Int64>?
    /// The size of the whole; `nil` where the sender does not know it (`bytes 0-9/*`).
    public var size: Int64?

    /// Names a part of a whole.
    public init(range: Range<Int64>?, size: Int64?) {
        self.range = range
        self.size = size
    }

    /// Reads a field's value; `nil` where it is malformed or contradicts itself.
    public init?(_ text: String) {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        if halves[1] == "*" {
            size = nil
        } else {
            guard let total = Int64(saturatingDecimal: halves[1]) else { return nil }
            size = total
        }
        if halves[0] == "*" {
            range = nil
            guard size != nil else { return nil }
            return
        }
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int64(saturatingDecimal: ends[0]),
            let last = Int64(saturatingDecimal: ends[1]),
            first <= last, last < size ?? .max
        else { return nil }
        range = first..<(last + 1)
    }

    /// As sent.
    public var description: String {
        let part = range.map { "\($0.lowerBound)-\($0.upperBound - 1)" } ?? "*"
        return "bytes \(part)/\(size.map(String.init) ?? "*")"
    }
}
