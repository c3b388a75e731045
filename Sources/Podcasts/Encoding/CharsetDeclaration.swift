/// Finds what a document or its header says about its encoding.
enum CharsetDeclaration {
    /// The `encoding` of an XML declaration among the first bytes; junk may stand before it.
    static func label(inXML head: TextBytes) -> String? {
        guard let start = head.firstIndex(of: "<?xml"), let end = head.firstIndex(of: "?>", from: start) else {
            return nil
        }
        let declaration = TextBytes(rebasing: head[start..<end])
        guard let name = declaration.firstIndex(of: "encoding") else { return nil }
        return quoted(declaration, from: name + 8)
    }

    /// The `charset` parameter of a `Content-Type`.
    static func label(inContentType contentType: String) -> String? {
        contentType.withTextBytes { bytes in
            guard let name = bytes.firstIndex(of: "charset") else { return nil }
            var start = name + 7
            let quotes: [UInt8] = [UInt8(ascii: "="), UInt8(ascii: "\""), UInt8(ascii: "'")]
            while start < bytes.count, bytes[start].isBlank || quotes.contains(bytes[start]) { start += 1 }
            var end = start
            while end < bytes.count, bytes[end].continuesName { end += 1 }
            let value = TextBytes(rebasing: bytes[start..<end]).text
            return value.isEmpty ? nil : value
        }
    }

    private static func quoted(_ bytes: TextBytes, from start: Int) -> String? {
        var index = start
        while index < bytes.count, bytes[index].isBlank || bytes[index] == UInt8(ascii: "=") { index += 1 }
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
            return nil
        }
        let valueStart = index + 1
        guard let end = bytes[valueStart...].firstIndex(of: bytes[index]) else { return nil }
        return TextBytes(rebasing: bytes[valueStart..<end]).nonEmptyText
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Where `word`, in lower case, first stands at or after `start`; ASCII letter case makes no difference.
    func firstIndex(of word: StaticString, from start: Int = 0) -> Int? {
        let length = word.utf8CodeUnitCount
        let first = word.utf8Start[0]
        guard count >= length else { return nil }
        var index = start
        while index <= count - length {
            if self[index].asciiLowercased == first, TextBytes(rebasing: self[index..<index + length]).equals(word) {
                return index
            }
            index += 1
        }
        return nil
    }
}
