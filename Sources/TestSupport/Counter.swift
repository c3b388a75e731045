import Synchronization

/// Counts from several threads.
public final class Counter: Sendable {
    private let count = Mutex(0)

    /// Starts at zero.
    public init() {}

    /// The count so far.
    public var value: Int { count.withLock { $0 } }

    /// The count before this call adds one.
    @discardableResult
    public func next() -> Int {
        count.withLock { count in
            defer { count += 1 }
            return count
        }
    }
}
