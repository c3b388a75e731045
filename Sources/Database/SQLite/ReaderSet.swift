import Foundation

/// The connections that read, with what each has to do.
//
// Sendable: `pending` is read and written with `lock` locked; `all` never changes.
final class ReaderSet: @unchecked Sendable {
    let all: [SQLiteActor]
    private let lock = NSLock()
    private var pending: [Int]

    init(_ readers: [SQLiteActor]) {
        all = readers
        pending = [Int](repeating: 0, count: readers.count)
    }

    subscript(index: Int) -> SQLiteActor { all[index] }

    /// The connection with the fewest reads under way, with one more from now on.
    func begin() -> Int {
        lock.withLock {
            let index = pending.indices.min { pending[$0] < pending[$1] } ?? 0
            pending[index] += 1
            return index
        }
    }

    /// Counts a read out.
    func end(_ index: Int) {
        lock.withLock { pending[index] -= 1 }
    }
}
