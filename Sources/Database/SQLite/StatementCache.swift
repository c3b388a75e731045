/// The prepared statements of one connection that are not in use, at most a fixed number.
///
/// A statement in use is taken out, so a query inside a query with the same text gets a statement of its own.
struct StatementCache {
    private struct Slot {
        let statement: SQLiteStatement
        let used: UInt64
    }

    private let capacity: Int
    private var slots: [String: Slot] = [:]
    private var clock: UInt64 = 0

    /// Statements prepared because none was kept.
    private(set) var misses = 0

    /// How many are kept.
    var count: Int { slots.count }

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// Takes the statement for `sql` out.
    mutating func take(_ sql: String) -> SQLiteStatement? {
        guard let slot = slots.removeValue(forKey: sql) else {
            misses += 1
            return nil
        }
        return slot.statement
    }

    /// Puts a statement back, the least recently used giving way.
    mutating func put(_ statement: SQLiteStatement) {
        clock += 1
        slots[statement.sql] = Slot(statement: statement, used: clock)
        guard slots.count > capacity else { return }
        // Looking through a hundred slots happens only for a statement that was not kept.
        if let oldest = slots.min(by: { $0.value.used < $1.value.used }) { slots[oldest.key] = nil }
    }

    /// Finalizes all.
    mutating func removeAll() {
        slots.removeAll()
    }
}
