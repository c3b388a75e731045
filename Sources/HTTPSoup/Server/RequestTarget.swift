/// A request target taken apart: path and query, percent-decoded by one rule.
struct RequestTarget {
    let rawPath: String
    let path: String
    let query: [(name: String, value: String)]

    /// Reads path and query as sent.
    ///
    /// - Returns: `nil`, which is answered with 400, where an escape is malformed, the result is no UTF-8 or contains a NUL, or
    ///   where the decoded path climbs by `..`: no file below any root is named that way.
    init?(rawPath: String, rawQuery: String?) {
        let raw = rawPath.isEmpty ? "/" : rawPath
        guard let path = Self.decode(raw, plusIsBlank: false), !Self.climbs(path) else { return nil }
        var query: [(name: String, value: String)] = []
        for pair in (rawQuery ?? "").split(separator: "&") {
            let equals = pair.firstIndex(of: "=")
            let name = Self.decode(pair[..<(equals ?? pair.endIndex)], plusIsBlank: true)
            let value = Self.decode(equals.map { pair[pair.index(after: $0)...] } ?? "", plusIsBlank: true)
            guard let name, let value else { return nil }
            query.append((name, value))
        }
        self.rawPath = raw
        self.path = path
        self.query = query
    }

    private static func climbs(_ path: String) -> Bool {
        path.utf8.contains(UInt8(ascii: ".")) && path.split(separator: "/").contains("..")
    }

    /// Decodes `%XX`, and in a query `+` (the form encoding of HTML).
    static func decode(_ text: some StringProtocol, plusIsBlank: Bool) -> String? {
        let bytes = text.utf8
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") || $0 == 0 }) else {
            return String(text)
        }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(hexadecimal), let low = iterator.next().flatMap(hexadecimal)
                else { return nil }
                decoded.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsBlank: decoded.append(UInt8(ascii: " "))
            default: decoded.append(byte)
            }
        }
        guard !decoded.contains(0) else { return nil }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
