import Foundation

/// The connections that read, with what each has to do.
//
// Sendable: `pending` is read and written with `lock` locked; `all` never changes.
package final class ReaderSet<Reader: Sendable>: @unchecked Sendable {
    package let all: [Reader]
    private let lock = NSLock()
    private var pending: [Int]

    package init(_ readers: [Reader]) {
        all = readers
        pending = [Int](repeating: 0, count: readers.count)
    }

    package subscript(index: Int) -> Reader { all[index] }

    /// The connection with the fewest reads under way, with one more from now on.
    package func begin() -> Int {
        lock.withLock {
            let index = pending.indices.min { pending[$0] < pending[$1] } ?? 0
            pending[index] += 1
            return index
        }
    }

    /// Counts a read out.
    package func end(_ index: Int) {
        lock.withLock { pending[index] -= 1 }
    }
}
