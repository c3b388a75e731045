/// What needs no repair: nearly all of nearly every feed.
extension XMLRepairer {
    /// Goes over text and tags that libxml2 can have as they are; where anything else begins.
    ///
    /// Whatever is unusual or not yet whole is left to the repair, which judges it alone. So this may only be stricter.
    func verify(_ bytes: TextBytes, from start: Int) -> Int {
        let limit = min(bytes.count, start + Self.flushSize)
        var index = start
        while index < limit, !stack.isEmpty {
            let end = ByteClasses.endOfText(bytes, from: index)
            guard end + 1 < bytes.count else { return end }
            switch bytes[end] {
            case _ where goesPastXML(bytes, index, end): return index
            case UInt8(ascii: "<"):
                let isEnd = bytes[end + 1] == UInt8(ascii: "/")
                guard let next = isEnd ? verifyEnd(bytes, end) : verifyStart(bytes, end) else { return end }
                index = next
            case UInt8(ascii: "]") where bytes[end + 1] != UInt8(ascii: "]"): index = end + 1
            case UInt8(ascii: "&"):
                guard let reference = PredefinedEntity(bytes, at: end) else { return end }
                index = end + reference.length
            default: return end
            }
        }
        return index
    }

    private func verifyEnd(_ bytes: TextBytes, _ index: Int) -> Int? {
        guard let length = stack.lengthOfEnd(bytes, index + 2) else { return nil }
        stack.pop()
        return index + length + 3
    }

    private func verifyStart(_ bytes: TextBytes, _ index: Int) -> Int? {
        guard let nameEnd = verifyName(bytes, index + 1), stack.count < limits.maximumDepth else { return nil }
        let name = TextBytes(rebasing: bytes[index + 1..<nameEnd])
        guard !HTMLNames.isVoid(name), !Self.isEntry(name) else { return nil }
        var end = nameEnd
        if bytes[end] != UInt8(ascii: ">") {
            guard let found = verifyAttributes(bytes, nameEnd), found - index < Self.maximumTagLength else {
                return nil
            }
            end = found
        }
        if bytes[end - 1] != UInt8(ascii: "/") { stack.push(name, isHidden: false) }
        return end + 1
    }

    /// The end of a name, which is not the end of `bytes`.
    private func verifyName(_ bytes: TextBytes, _ start: Int) -> Int? {
        guard bytes[start].isLetter || bytes[start] == UInt8(ascii: "_") else { return nil }
        var end = start + 1
        while end < bytes.count, bytes[end].continuesASCIIName { end += 1 }
        return end < bytes.count && bytes[end - 1] != UInt8(ascii: ":") ? end : nil
    }

    /// The index of the `>` after attributes that are whole, quoted and distinct.
    private func verifyAttributes(_ bytes: TextBytes, _ start: Int) -> Int? {
        var count = 0
        var index = start
        while true {
            let end = index
            while index < bytes.count, bytes[index].isBlank, bytes[index] != 12 { index += 1 }
            guard index + 1 < bytes.count else { return nil }
            if bytes[index] == UInt8(ascii: ">") { return index }
            if bytes[index] == UInt8(ascii: "/") { return bytes[index + 1] == UInt8(ascii: ">") ? index + 1 : nil }
            guard index > end, let next = verifyAttribute(bytes, index, &count) else { return nil }
            index = next
        }
    }

    private func verifyAttribute(_ bytes: TextBytes, _ start: Int, _ count: inout Int) -> Int? {
        guard let nameEnd = verifyName(bytes, start), nameEnd + 1 < bytes.count else { return nil }
        let quote = bytes[nameEnd + 1]
        guard bytes[nameEnd] == UInt8(ascii: "="), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return nil
        }
        let name = TextBytes(rebasing: bytes[start..<nameEnd])
        guard count < Self.verifiedAttributes else { return nil }
        for other in 0..<count where verifiedNames[other].count == name.count {
            if name.hasBytes(of: TextBytes(rebasing: bytes[verifiedNames[other]])) { return nil }
        }
        verifiedNames[count] = start..<nameEnd
        count += 1
        var index = nameEnd + 2
        while true {
            index = ByteClasses.endOfValue(bytes, from: index)
            guard index < bytes.count else { return nil }
            switch bytes[index] {
            case quote: return index + 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"): index += 1
            default:
                guard let reference = PredefinedEntity(bytes, at: index) else { return nil }
                index += reference.length
            }
        }
    }
}

/// A reference to one of the five entities that XML itself has.
struct PredefinedEntity {
    var character: UInt8
    /// With `&` and `;`.
    var length: Int

    /// `nil` when the byte at `index` begins no such reference.
    @inline(__always)
    init?(_ bytes: TextBytes, at index: Int) {
        guard index + 3 < bytes.count, bytes[index] == UInt8(ascii: "&") else { return nil }
        let rest = TextBytes(rebasing: bytes[(index + 1)..<min(bytes.count, index + 6)])
        switch rest[0] {
        case UInt8(ascii: "l") where rest.begins("lt;"): (character, length) = (UInt8(ascii: "<"), 4)
        case UInt8(ascii: "g") where rest.begins("gt;"): (character, length) = (UInt8(ascii: ">"), 4)
        case UInt8(ascii: "a") where rest.begins("amp;"): (character, length) = (UInt8(ascii: "&"), 5)
        case UInt8(ascii: "q") where rest.begins("quot;"): (character, length) = (UInt8(ascii: "\""), 6)
        case UInt8(ascii: "a") where rest.begins("apos;"): (character, length) = (UInt8(ascii: "'"), 6)
        default: return nil
        }
    }
}
