/// The elements that are open, by name as written.
struct ElementStack: ~Copyable {
    private struct Element {
        var start: Int
        var length: Int
        /// Lies too deep and is not passed on.
        var isHidden: Bool
    }

    /// More open elements than this are not even remembered.
    static let capacity = 400

    private var names = TextBuffer(capacity: 1 << 10)
    private var elements: [Element] = []
    /// How many open elements there are by a hash of the name, so that stray end tags cost nothing.
    private var counts = [Int](repeating: 0, count: 256)

    var count: Int { elements.count }
    var isEmpty: Bool { elements.isEmpty }

    mutating func push(_ name: TextBytes, isHidden: Bool) {
        elements.append(Element(start: names.count, length: name.count, isHidden: isHidden))
        names.append(name)
        counts[Self.bucket(name)] += 1
    }

    /// Removes the innermost element; `body` gets its name.
    mutating func pop(_ body: (TextBytes, _ isHidden: Bool) -> Void = { _, _ in }) {
        guard let element = elements.popLast() else { return }
        let name = names.since(element.start)
        counts[Self.bucket(name)] -= 1
        body(name, element.isHidden)
        names.truncate(to: element.start)
    }

    /// Whether the innermost element has this very name.
    @inline(__always)
    func topEquals(_ name: TextBytes) -> Bool {
        guard let element = elements.last, element.length == name.count else { return false }
        return names.since(element.start).hasBytes(of: name)
    }

    /// The length of the innermost element's name, where the element is passed on and `bytes` goes on with the name and a
    /// `>` at `index`.
    @inline(__always)
    func lengthOfEnd(_ bytes: TextBytes, _ index: Int) -> Int? {
        guard let element = elements.last, !element.isHidden else { return nil }
        let end = index + element.length
        guard end < bytes.count, bytes[end] == UInt8(ascii: ">") else { return nil }
        return names.since(element.start).hasBytes(of: TextBytes(rebasing: bytes[index..<end])) ? element.length : nil
    }

    /// How many elements must be closed to close the innermost of that name; letter case makes no difference where no
    /// name is written exactly so.
    ///
    /// `nil` when none is open.
    func distance(to name: TextBytes) -> Int? {
        guard counts[Self.bucket(name)] > 0 else { return nil }
        var similar: Int?
        for (distance, element) in elements.reversed().enumerated() where element.length == name.count {
            let candidate = names[element.start..<element.start + element.length]
            if candidate.hasBytes(of: name) { return distance + 1 }
            if similar == nil, candidate.elementsEqual(name, by: { $0.asciiLowercased == $1.asciiLowercased }) {
                similar = distance + 1
            }
        }
        return similar
    }

    private static func bucket(_ name: TextBytes) -> Int {
        guard let first = name.first, let last = name.last else { return 0 }
        return (name.count &* 37 &+ Int(first.asciiLowercased) &* 11 &+ Int(last.asciiLowercased)) & 255
    }
}
