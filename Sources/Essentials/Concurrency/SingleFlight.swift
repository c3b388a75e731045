/// Runs one piece of work per key however many ask for it at once; all of them get its result.
///
/// The work is cancelled when its last waiter has been cancelled.
public actor SingleFlight<Key: Hashable & Sendable, Value: Sendable> {
    private struct Flight {
        let task: Task<Value, any Error>
        var waiters: Int
    }

    private var flights: [Key: Flight] = [:]

    /// Creates a table with nothing under way.
    public init() {}

    /// The result of `work` for `key`, started here or joined where it is already under way.
    public func value(for key: Key, _ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let task: Task<Value, any Error>
        if var flight = flights[key] {
            flight.waiters += 1
            flights[key] = flight
            task = flight.task
        } else {
            // Cancelled by `leave` when the last waiter is gone.
            task = Task { try await work() }
            flights[key] = Flight(task: task, waiters: 1)
        }
        return try await withTaskCancellationHandler {
            let result = await task.result
            finish(key, task)
            try Task.checkCancellation()
            return try result.get()
        } onCancel: {
            // Lives for one hop: it only counts this waiter out.
            Task { await self.leave(key, task) }
        }
    }

    /// How many wait for `key` now.
    public func waiters(for key: Key) -> Int { flights[key]?.waiters ?? 0 }

    private func finish(_ key: Key, _ task: Task<Value, any Error>) {
        if flights[key]?.task == task { flights[key] = nil }
    }

    private func leave(_ key: Key, _ task: Task<Value, any Error>) {
        guard var flight = flights[key], flight.task == task else { return }
        flight.waiters -= 1
        flights[key] = flight.waiters == 0 ? nil : flight
        if flight.waiters == 0 { task.cancel() }
    }
}
