/// Finishes small pieces of work although the task that needs them is being cancelled.
enum Shield {
    /// Runs `work` to its end and returns its result.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        // Cancelled by nobody, on purpose: it tidies up after a cancellation, and is awaited here.
        try await Task { try await work() }.value
    }
}
