import Synchronization

/// Collects values from several threads.
public final class Recorder<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    /// Starts empty.
    public init() {}

    /// The values so far, in order of arrival.
    public var all: [Value] { values.withLock { $0 } }

    /// Adds a value.
    public func append(_ value: Value) { values.withLock { $0.append(value) } }
}
