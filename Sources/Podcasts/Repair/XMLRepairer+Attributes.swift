/// Attributes of a start tag.
extension XMLRepairer {
    /// More attributes than this are left out.
    private static let maximumAttributes = 256

    /// Writes the attributes between the name and the `>` at `end`; `true` when the tag closes itself.
    func attributes(_ bytes: TextBytes, _ nameEnd: Int, _ end: Int) -> Bool {
        attributeNames.removeAll(keepingCapacity: true)
        var index = nameEnd
        var isRepaired = false
        while index < end {
            let byte = bytes[index]
            if byte.isBlank {
                if byte == 12 { output.append(" ") } else { output.append(TextBytes(rebasing: bytes[index...index])) }
                index += 1
            } else if byte == UInt8(ascii: "/") {
                if index + 1 == end { return finish(isRepaired, bytes, index, isEmpty: true) }
                isRepaired = true
                index += 1
            } else {
                index = attribute(bytes, index, end, &attributeNames, &isRepaired)
            }
        }
        return finish(isRepaired, bytes, nameEnd, isEmpty: false)
    }

    private func finish(_ isRepaired: Bool, _ bytes: TextBytes, _ index: Int, isEmpty: Bool) -> Bool {
        if isRepaired { warn(.malformedTag, at: index, bytes, "a tag with broken attributes") }
        return isEmpty
    }

    /// Writes one attribute; where to go on.
    private func attribute(
        _ bytes: TextBytes,
        _ start: Int,
        _ end: Int,
        _ names: inout [Range<Int>],
        _ isRepaired: inout Bool
    ) -> Int {
        var index = start
        var isName = bytes[start].isLetter || bytes[start] == UInt8(ascii: "_")
        while index < end, !bytes[index].isBlank, bytes[index] != UInt8(ascii: "="), bytes[index] != UInt8(ascii: "/") {
            isName = isName && bytes[index].continuesName && bytes[index] < 0x80
            index += 1
        }
        let name = start..<index
        guard !name.isEmpty else {
            isRepaired = true
            return start + 1
        }
        let value = self.value(bytes, after: index, end)
        // Beyond the limit names are not even compared: a tag with thousands would take their square.
        let isNew =
            names.count < Self.maximumAttributes
            && !names.contains { $0.count == name.count && bytes[$0].elementsEqual(bytes[name]) }
        guard isName, isNew, bytes[index - 1] != UInt8(ascii: ":") else {
            isRepaired = true
            keepLines(TextBytes(rebasing: bytes[name.upperBound..<value.next]))
            return value.next
        }
        names.append(name)
        write(name, value, bytes, &isRepaired)
        return value.next
    }

    private struct Value {
        /// The value itself; `nil` for an attribute without one.
        var range: Range<Int>?
        /// The byte after the attribute.
        var next: Int
        var quote: UInt8 = 0
    }

    private func value(_ bytes: TextBytes, after nameEnd: Int, _ end: Int) -> Value {
        var index = nameEnd
        while index < end, bytes[index].isBlank { index += 1 }
        guard index < end, bytes[index] == UInt8(ascii: "=") else { return Value(range: nil, next: nameEnd) }
        index += 1
        while index < end, bytes[index].isBlank { index += 1 }
        guard index < end else { return Value(range: end..<end, next: end) }
        if bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") {
            let start = index + 1
            let close = bytes[start..<end].firstIndex(of: bytes[index])
            if close == nil, end > start, bytes[end - 1] == UInt8(ascii: "/") {
                return Value(range: start..<(end - 1), next: end - 1)
            }
            return Value(
                range: start..<(close ?? end),
                next: close.map { $0 + 1 } ?? end,
                quote: close == nil ? 0 : bytes[index]
            )
        }
        let start = index
        while index < end, !bytes[index].isBlank { index += 1 }
        if index == end, index > start, bytes[index - 1] == UInt8(ascii: "/") { index -= 1 }
        return Value(range: start..<index, next: index)
    }

    private func write(_ name: Range<Int>, _ value: Value, _ bytes: TextBytes, _ isRepaired: inout Bool) {
        if !bytes[name.lowerBound - 1].isBlank {
            isRepaired = true
            output.append(" ")
        }
        output.append(TextBytes(rebasing: bytes[name]))
        // Line breaks around the equals sign.
        if let range = value.range { keepLines(TextBytes(rebasing: bytes[name.upperBound..<range.lowerBound])) }
        isRepaired = isRepaired || value.quote == 0
        output.append(value.quote == UInt8(ascii: "'") ? "='" : "=\"")
        writeValue(value.range ?? name, bytes, quote: value.quote)
        output.append(value.quote == UInt8(ascii: "'") ? "'" : "\"")
    }

    private func writeValue(_ range: Range<Int>, _ bytes: TextBytes, quote: UInt8) {
        let text = TextBytes(rebasing: bytes[..<range.upperBound])
        var index = range.lowerBound
        while index < text.count {
            let stop = ByteClasses.endOfValue(text, from: index)
            output.append(TextBytes(rebasing: text[index..<stop]))
            guard stop < text.count else { return }
            index = stop + 1
            switch text[stop] {
            case UInt8(ascii: "<"): output.append("&lt;")
            case UInt8(ascii: "\""): output.append("&quot;")
            case UInt8(ascii: "'"): output.append("&apos;")
            case UInt8(ascii: "&"): index = reference(text, stop, isLast: true) ?? text.count
            default: index = dropControl(text, stop)
            }
        }
    }
}
