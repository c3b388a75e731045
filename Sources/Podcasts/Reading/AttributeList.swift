import CXML

/// The attributes of the element read last, copied out of the parser's memory into one buffer that is used again.
struct AttributeList: ~Copyable {
    private struct Item {
        var name: Range<Int>
        var value: Range<Int>
        var isXML: Bool
    }

    private var bytes = TextBuffer(capacity: 1 << 12)
    /// Those of earlier elements too, beyond `count`: to empty an array takes longer than to write over it.
    private var items: [Item] = []
    private var count = 0

    /// Takes over what libxml2 hands to `startElementNs`: five pointers an attribute.
    mutating func replace(_ count: Int, _ pointers: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) {
        self.count = 0
        guard let pointers else { return }
        bytes.truncate(to: 0)
        for index in 0..<count {
            let attribute = pointers + index * 5
            guard let name = attribute[0], let start = attribute[3], let end = attribute[4] else { continue }
            let nameStart = bytes.count
            bytes.append(name, Int(xmlStrlen(name)))
            let valueStart = bytes.count
            bytes.append(start, end - start)
            add(
                Item(
                    name: nameStart..<valueStart,
                    value: valueStart..<bytes.count,
                    isXML: attribute[1].map { xmlStrEqual($0, "xml") == 1 } ?? false
                )
            )
        }
    }

    private mutating func add(_ item: Item) {
        if count < items.count { items[count] = item } else { items.append(item) }
        count += 1
    }

    /// Calls `body` with the value of an attribute, whatever its prefix (but `xml:`); `name` is in lower case.
    @inline(__always)
    func with<Result>(_ name: StaticString, _ body: (TextBytes) -> Result?) -> Result? {
        value(name, isXML: false).flatMap(body)
    }

    /// Calls `body` with the value of `xml:base` or `xml:lang`.
    func withXML<Result>(_ name: StaticString, _ body: (TextBytes) -> Result?) -> Result? {
        value(name, isXML: true).flatMap(body)
    }

    private func value(_ name: StaticString, isXML: Bool) -> TextBytes? {
        for index in 0..<count {
            let item = items[index]
            guard item.name.count == name.utf8CodeUnitCount, item.isXML == isXML else { continue }
            if bytes[item.name].equals(name) { return bytes[item.value] }
        }
        return nil
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

    var isEmpty: Bool { count == 0 }

    /// Every attribute that is not `xml:…`, for markup that is kept.
    func forEach(_ body: (_ name: TextBytes, _ value: TextBytes) -> Void) {
        for item in items.prefix(count) where !item.isXML { body(bytes[item.name], bytes[item.value]) }
    }
}
