/// The entities that a document type declares, and how far they may grow.
///
/// The document type itself never reaches libxml2: entities are replaced here, as text, within a budget for the whole
/// document, so that no nesting of them costs more than that.
struct DocumentType {
    private var entities: [String: [UInt8]] = [:]
    private var external: Set<String> = []
    private var budget: Int

    static let maximumLength = 1 << 16

    init(budget: Int) { self.budget = budget }

    var isEmpty: Bool { entities.isEmpty && external.isEmpty }

    enum Expansion {
        case text([UInt8])
        /// It lies in another file.
        case external
        /// The budget is used up.
        case exhausted
    }

    /// The length of a document type that `text` begins with, up to and with its `>`; `nil` when it does not end.
    static func length(_ text: TextBytes) -> Int? {
        var index = 2
        var isInSubset = false
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard let end = text[(index + 1)...].firstIndex(of: text[index]) else { return nil }
                index = end
            case UInt8(ascii: "<") where TextBytes(rebasing: text[index...]).hasPrefix("<!--"):
                guard let end = text.firstIndex(of: "-->", from: index + 4) else { return nil }
                index = end + 2
            case UInt8(ascii: "["): isInSubset = true
            case UInt8(ascii: "]"): isInSubset = false
            case UInt8(ascii: ">") where !isInSubset: return index + 1
            default: break
            }
            index += 1
        }
        return nil
    }

    /// Takes the entity declarations out of a document type.
    ///
    /// The first of a name counts.
    mutating func read(_ text: TextBytes) {
        var index = 0
        while let found = text.firstIndex(of: "<!entity", from: index), entities.count < 1000 {
            index = found + 8
            guard let name = word(text, &index), name != "%" else { continue }
            skipBlanks(text, &index)
            guard index < text.count else { return }
            if text[index] == UInt8(ascii: "\"") || text[index] == UInt8(ascii: "'") {
                guard let end = text[(index + 1)...].firstIndex(of: text[index]) else { return }
                if entities[name] == nil { entities[name] = Array(text[(index + 1)..<end]) }
                index = end + 1
            } else {
                external.insert(name)
            }
        }
    }

    /// What an entity stands for, entities within it replaced; `nil` when it is not declared.
    mutating func expand(_ name: String) -> Expansion? {
        guard !isEmpty else { return nil }
        if external.contains(name) { return .external }
        guard entities[name] != nil else { return nil }
        var output: [UInt8] = []
        return append(name, to: &output, depth: 0) ? .text(output) : .exhausted
    }

    private mutating func append(_ name: String, to output: inout [UInt8], depth: Int) -> Bool {
        guard let value = entities[name] else { return true }
        // Even an empty entity costs, or nesting empty ones would take for ever.
        budget -= 16 + value.count
        guard budget > 0, depth < 16 else { return false }
        var index = 0
        while index < value.count {
            guard value[index] == UInt8(ascii: "&") else {
                output.append(value[index])
                index += 1
                continue
            }
            if let reference = value.withUnsafeBufferPointer({ HTMLEntities.decode($0, at: index) }) {
                reference.append(to: &output)
                index += reference.length
            } else if let end = value[index...].firstIndex(of: UInt8(ascii: ";")), end - index < 64 {
                let inner = String(decoding: value[(index + 1)..<end], as: UTF8.self)
                guard append(inner, to: &output, depth: depth + 1) else { return false }
                index = end + 1
            } else {
                output.append(value[index])
                index += 1
            }
        }
        return true
    }

    private func word(_ text: TextBytes, _ index: inout Int) -> String? {
        skipBlanks(text, &index)
        let start = index
        while index < text.count, !text[index].isBlank, text[index] != UInt8(ascii: ">") { index += 1 }
        return index > start ? TextBytes(rebasing: text[start..<index]).text : nil
    }

    private func skipBlanks(_ text: TextBytes, _ index: inout Int) {
        while index < text.count, text[index].isBlank { index += 1 }
    }
}
