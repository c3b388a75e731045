/// Makes one queue of the stored one and that of a device which was away.
///
/// Nothing that either side did is lost: what others added since the device's version stays, what they removed goes; the
/// same holds for what the device added and removed. The device's order counts for what it knew.
struct QueueMerge: Sendable {
    /// An entry of the stored queue.
    struct Item: Sendable, Equatable {
        var entry: Int64
        /// The queue's version that brought it.
        var added: Int
    }

    /// An entry that was taken out.
    struct Removal: Sendable, Equatable {
        var entry: Int64
        /// The version that had brought it.
        var added: Int
        /// The version that took it out.
        var removed: Int
    }

    /// The stored queue in its order.
    var stored: [Item]
    var removals: [Removal]
    /// The device's queue in its order.
    var device: [Int64]
    /// The version that the device changed.
    var base: Int

    /// The queue of both.
    var merged: [Int64] {
        let gone = Set(removals.filter { $0.added <= base && $0.removed > base }.map(\.entry))
        let storedEntries = Set(stored.map(\.entry))
        var seen: Set<Int64> = []
        var result = device.filter { entry in
            (storedEntries.contains(entry) || !gone.contains(entry)) && seen.insert(entry).inserted
        }
        // What others added goes behind the entry that it stands behind here.
        var before: Int64?
        for item in stored {
            defer { if seen.contains(item.entry) { before = item.entry } }
            guard item.added > base, seen.insert(item.entry).inserted else { continue }
            let index = before.flatMap { result.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            result.insert(item.entry, at: index)
        }
        return result
    }
}
