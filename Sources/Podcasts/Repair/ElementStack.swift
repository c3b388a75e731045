/// The elements that are open, by name as written.
struct ElementStack {
    private struct Element {
        var start: Int
        var length: Int
        /// Lies too deep and is not passed on.
        var isHidden: Bool
    }

    /// More open elements than this are not even remembered.
    static let capacity = 400

    private var names: [UInt8] = []
    private var elements: [Element] = []
    /// How many open elements there are by a hash of the name, so that stray end tags cost nothing.
    private var counts = [Int](repeating: 0, count: 256)

    var count: Int { elements.count }
    var isEmpty: Bool { elements.isEmpty }
    var isTopHidden: Bool { elements.last?.isHidden ?? false }

    mutating func push(_ name: TextBytes, isHidden: Bool) {
        elements.append(Element(start: names.count, length: name.count, isHidden: isHidden))
        names.append(contentsOf: name)
        counts[Self.bucket(name)] += 1
    }

    /// Removes the innermost element; `body` gets its name.
    mutating func pop(_ body: (TextBytes, _ isHidden: Bool) -> Void) {
        guard let element = elements.popLast() else { return }
        names.withUnsafeBufferPointer { buffer in
            let name = TextBytes(rebasing: buffer[element.start...])
            counts[Self.bucket(name)] -= 1
            body(name, element.isHidden)
        }
        names.removeSubrange(element.start...)
    }

    /// Whether the innermost element has this very name.
    @inline(__always)
    func topEquals(_ name: TextBytes) -> Bool {
        guard let element = elements.last, element.length == name.count else { return false }
        return names.withUnsafeBufferPointer { buffer in
            for index in 0..<name.count where buffer[element.start + index] != name[index] { return false }
            return true
        }
    }

    /// How many elements must be closed to close the innermost of that name; letter case makes no difference where no
    /// name is written exactly so.
    ///
    /// `nil` when none is open.
    func distance(to name: TextBytes) -> Int? {
        guard counts[Self.bucket(name)] > 0 else { return nil }
        return names.withUnsafeBufferPointer { buffer in
            var similar: Int?
            for (distance, element) in elements.reversed().enumerated() where element.length == name.count {
                let candidate = TextBytes(rebasing: buffer[element.start..<element.start + element.length])
                if candidate.elementsEqual(name) { return distance + 1 }
                if similar == nil, candidate.elementsEqual(name, by: { $0.asciiLowercased == $1.asciiLowercased }) {
                    similar = distance + 1
                }
            }
            return similar
        }
    }

    private static func bucket(_ name: TextBytes) -> Int {
        guard let first = name.first, let last = name.last else { return 0 }
        return (name.count &* 37 &+ Int(first.asciiLowercased) &* 11 &+ Int(last.asciiLowercased)) & 255
    }
}
