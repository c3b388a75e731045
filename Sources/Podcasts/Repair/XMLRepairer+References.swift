/// Entities and character references.
extension XMLRepairer {
    /// Handles the `&` at `index`; where to go on, or `nil` when more is needed to tell.
    func reference(_ bytes: TextBytes, _ index: Int, isLast: Bool) -> Int? {
        var end = index + 1
        let limit = min(bytes.count, index + HTMLEntities.maximumLength)
        if end < limit, bytes[end] == UInt8(ascii: "#") { end += 1 }
        while end < limit, bytes[end].continuesName { end += 1 }
        if end == bytes.count, end - index < HTMLEntities.maximumLength, !isLast { return nil }
        guard end < limit, bytes[end] == UInt8(ascii: ";"), end > index + 1 else { return bareAmpersand(bytes, index) }
        let name = TextBytes(rebasing: bytes[(index + 1)..<end])
        if name[0] == UInt8(ascii: "#") { return characterReference(bytes, index, length: end + 1 - index) }
        if Self.isPredefined(name) {
            output.append(TextBytes(rebasing: bytes[index...end]))
            return end + 1
        }
        return namedReference(name, bytes, index, end: end + 1)
    }

    private func bareAmpersand(_ bytes: TextBytes, _ index: Int) -> Int {
        warn(.bareAmpersand, at: index, bytes, "an & that begins no entity")
        output.append("&amp;")
        return index + 1
    }

    private static func isPredefined(_ name: TextBytes) -> Bool {
        switch name.count {
        case 2: (name[0] == UInt8(ascii: "l") || name[0] == UInt8(ascii: "g")) && name[1] == UInt8(ascii: "t")
        case 3: name.elementsEqual("amp".utf8)
        case 4: name.elementsEqual("quot".utf8) || name.elementsEqual("apos".utf8)
        default: false
        }
    }

    private func characterReference(_ bytes: TextBytes, _ index: Int, length: Int) -> Int {
        guard let reference = HTMLEntities.decode(bytes, at: index), reference.length == length else {
            return bareAmpersand(bytes, index)
        }
        let scalar = reference.scalar
        if scalar == 9 || scalar == 10 || scalar == 13 {
            output.append(TextBytes(rebasing: bytes[index..<index + length]))
        } else if scalar < 32 || scalar == 0xFFFD {
            warn(.invalidCharacterReference, at: index, bytes, "a reference to the character \(scalar)")
            if scalar == 0xFFFD { append(scalar) }
        } else {
            append(scalar)
        }
        return index + length
    }

    private func namedReference(_ name: TextBytes, _ bytes: TextBytes, _ index: Int, end: Int) -> Int {
        let text = name.text
        switch documentType.expand(text) {
        case .text(let value):
            value.withUnsafeBufferPointer { appendAsText($0) }
            return end
        case .external:
            warnOnce(.externalEntity, at: index, bytes, "the entity \(text) lies in another file")
            return end
        case .exhausted:
            warnOnce(.entityExpansion, at: index, bytes, "entities grow beyond \(limits.maximumEntityExpansion) bytes")
            return end
        case nil: break
        }
        if let scalar = HTMLEntities.scalar(named: name) {
            warnOnce(.htmlEntity, at: index, bytes, "&\(text); is HTML's")
            append(scalar)
        } else {
            warnOnce(.unknownEntity, at: index, bytes, "&\(text); is not known")
            output.append("&amp;")
            output.append(TextBytes(rebasing: bytes[(index + 1)..<end]))
        }
        return end
    }

    /// Appends a character so that XML reads it as text, in an attribute too.
    private func append(_ scalar: UInt32) {
        var encoded: [UInt8] = []
        UTF8Writer.append(scalar, to: &encoded)
        encoded.withUnsafeBufferPointer { appendAsText($0) }
    }

    private func appendAsText(_ text: TextBytes) {
        for index in 0..<text.count {
            switch text[index] {
            case UInt8(ascii: "<"): output.append("&lt;")
            case UInt8(ascii: ">"): output.append("&gt;")
            case UInt8(ascii: "&"): output.append("&amp;")
            case UInt8(ascii: "\""): output.append("&quot;")
            case UInt8(ascii: "'"): output.append("&apos;")
            // A line break here would shift the count of lines.
            case 10, 13: output.append(" ")
            case let byte where ByteClasses.isControl(byte): break
            default: output.append(TextBytes(rebasing: text[index...index]))
            }
        }
    }
}
