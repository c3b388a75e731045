public import CSoup

/// Awaits GIO's asynchronous functions.
public enum GLibOperation {
    /// Starts an operation and returns what its `_finish` function gives.
    ///
    /// The wait ends only when GIO calls back: to end it sooner, cancel the GCancellable given to the operation.
    ///
    /// - Parameters:
    ///   - start: calls the `_async` function with the callback and user data handed to it.
    ///   - finish: calls the `_finish` function with the result; runs on the loop inside the callback.
    @GLibActor
    public static func run<Value: Sendable>(
        _ start: (_ callback: GAsyncReadyCallback, _ userData: gpointer) -> Void,
        finish: @escaping @GLibActor (_ result: OpaquePointer) throws -> Value
    ) async throws -> Value {
        let result = await withCheckedContinuation { continuation in
            let completion = Completion { result in
                continuation.resume(returning: Result { try finish(result) })
            }
            start(
                { _, result, data in
                    guard let result, let data else { return }
                    let completion = Unmanaged<Completion>.fromOpaque(data).takeRetainedValue()
                    completion.call(result)
                },
                Unmanaged.passRetained(completion).toOpaque()
            )
        }
        return try result.get()
    }

    /// Carries the closure through GIO's user data.
    private final class Completion {
        private let action: @GLibActor (OpaquePointer) -> Void

        init(_ action: @escaping @GLibActor (OpaquePointer) -> Void) { self.action = action }

        func call(_ result: OpaquePointer) {
            let pointer = GLibPointer(result)
            let action = action
            GLibActor.assumeIsolated { action(pointer.raw) }
        }
    }
}
