import CXML

/// The attributes of the element read last, copied out of the parser's memory into one buffer that is used again.
struct AttributeList {
    private struct Item {
        var name: Range<Int>
        var value: Range<Int>
        var isXML: Bool
    }

    private var bytes: [UInt8] = []
    private var items: [Item] = []

    /// Takes over what libxml2 hands to `startElementNs`: five pointers an attribute.
    mutating func replace(_ count: Int, _ pointers: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) {
        items.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
        guard let pointers else { return }
        for index in 0..<count {
            let attribute = pointers + index * 5
            guard let name = attribute[0], let start = attribute[3], let end = attribute[4] else { continue }
            let nameStart = bytes.count
            bytes.append(contentsOf: UnsafeBufferPointer(start: name, count: Int(xmlStrlen(name))))
            let valueStart = bytes.count
            bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: end - start))
            items.append(
                Item(
                    name: nameStart..<valueStart,
                    value: valueStart..<bytes.count,
                    isXML: attribute[1].map { xmlStrEqual($0, "xml") == 1 } ?? false
                )
            )
        }
    }

    /// Calls `body` with the value of an attribute, whatever its prefix (but `xml:`); `name` is in lower case.
    func with<Result>(_ name: StaticString, _ body: (TextBytes) -> Result?) -> Result? { find(name, false, body) }

    /// Calls `body` with the value of `xml:base` or `xml:lang`.
    func withXML<Result>(_ name: StaticString, _ body: (TextBytes) -> Result?) -> Result? { find(name, true, body) }

    private func find<Result>(_ name: StaticString, _ isXML: Bool, _ body: (TextBytes) -> Result?) -> Result? {
        guard !items.isEmpty else { return nil }
        return bytes.withUnsafeBufferPointer { buffer in
            for item in items where item.isXML == isXML && item.name.count == name.utf8CodeUnitCount {
                if TextBytes(rebasing: buffer[item.name]).equals(name) {
                    return body(TextBytes(rebasing: buffer[item.value]))
                }
            }
            return nil
        }
    }

    /// The value without surrounding blanks; `nil` when missing or empty.
    func text(_ name: StaticString) -> String? { with(name) { $0.nonEmptyText } }

    /// As ``text(_:)`` with ASCII letters lower-cased.
    func lowercased(_ name: StaticString) -> String? { with(name) { $0.lowercasedText } }

    /// The value as a whole number.
    func integer(_ name: StaticString) -> Int? { with(name) { $0.integer.flatMap { Int(exactly: $0) } } }

    /// The value as a decimal number.
    func decimal(_ name: StaticString) -> Double? { with(name) { $0.decimal } }

    /// The value as a time in decimal seconds.
    func seconds(_ name: StaticString) -> Duration? { with(name) { FeedDuration.time($0) } }

    var isEmpty: Bool { items.isEmpty }

    /// Every attribute that is not `xml:…`, for markup that is kept.
    func forEach(_ body: (_ name: TextBytes, _ value: TextBytes) -> Void) {
        bytes.withUnsafeBufferPointer { buffer in
            for item in items where !item.isXML {
                body(TextBytes(rebasing: buffer[item.name]), TextBytes(rebasing: buffer[item.value]))
            }
        }
    }
}
