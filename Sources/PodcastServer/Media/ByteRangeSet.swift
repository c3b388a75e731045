/// Which bytes of a file are there: sorted ranges that neither overlap nor touch.
struct ByteRangeSet: Sendable, Equatable {
    /// The ranges in order; none is empty.
    private(set) var ranges: [Range<Int64>] = []

    /// Nothing.
    init() {}

    /// Takes ranges as stored; `nil` unless they are sorted, not empty, apart from each other and within `bounds`.
    init?(_ stored: [Range<Int64>], within bounds: Range<Int64>) {
        var previous: Int64?
        for range in stored {
            guard !range.isEmpty, range.lowerBound >= bounds.lowerBound, range.upperBound <= bounds.upperBound else {
                return nil
            }
            if let previous, range.lowerBound <= previous { return nil }
            previous = range.upperBound
        }
        ranges = stored
    }

    /// How many bytes are there.
    var count: Int64 { ranges.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) } }

    /// The byte after the last one there.
    var upperBound: Int64 { ranges.last?.upperBound ?? 0 }

    /// Adds bytes, some of which may be there already.
    mutating func insert(_ range: Range<Int64>) {
        guard !range.isEmpty else { return }
        // Every range that overlaps or touches the new one becomes a part of it.
        let first = ranges.firstIndex { $0.upperBound >= range.lowerBound } ?? ranges.endIndex
        let last = ranges[first...].firstIndex { $0.lowerBound > range.upperBound } ?? ranges.endIndex
        let merged = ranges[first..<last].reduce(range) {
            min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound)
        }
        ranges.replaceSubrange(first..<last, with: [merged])
    }

    /// The range that holds `position`.
    func range(holding position: Int64) -> Range<Int64>? {
        let index = firstIndex(endingAfter: position)
        guard index < ranges.endIndex, ranges[index].lowerBound <= position else { return nil }
        return ranges[index]
    }

    /// Whether all of `range` is there.
    func contains(_ range: Range<Int64>) -> Bool {
        range.isEmpty || (self.range(holding: range.lowerBound)?.upperBound ?? .min) >= range.upperBound
    }

    /// The first byte at or after `position` that is not there.
    func firstMissing(from position: Int64) -> Int64 { range(holding: position)?.upperBound ?? position }

    /// The first byte at or after `position` that is there.
    func firstPresent(from position: Int64) -> Int64? {
        let index = firstIndex(endingAfter: position)
        return index < ranges.endIndex ? max(position, ranges[index].lowerBound) : nil
    }

    private func firstIndex(endingAfter position: Int64) -> Int {
        var low = ranges.startIndex
        var high = ranges.endIndex
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound > position { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
