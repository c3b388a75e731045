/// The statements prepared on one connection, at most a fixed number.
struct PreparedStatements {
    private struct Slot {
        let name: String
        var used: UInt64
    }

    private let capacity: Int
    private var slots: [PostgresStatement.Key: Slot] = [:]
    private var clock: UInt64 = 0

    /// Statements prepared because none was kept.
    private(set) var misses = 0

    /// How many are kept.
    var count: Int { slots.count }

    init(capacity: Int) { self.capacity = max(1, capacity) }

    /// The name under which a statement is prepared.
    mutating func name(of key: PostgresStatement.Key) -> String? {
        clock += 1
        slots[key]?.used = clock
        return slots[key]?.name
    }

    /// Names a statement, the least recently used giving way.
    mutating func add(_ key: PostgresStatement.Key) -> (name: String, evicted: String?) {
        misses += 1
        clock += 1
        let name = "s\(misses)"
        slots[key] = Slot(name: name, used: clock)
        guard slots.count > capacity, let oldest = slots.min(by: { $0.value.used < $1.value.used }) else {
            return (name, nil)
        }
        slots[oldest.key] = nil
        return (name, oldest.value.name)
    }

    /// Forgets a statement that could not be prepared.
    mutating func remove(_ key: PostgresStatement.Key) { slots[key] = nil }
}
