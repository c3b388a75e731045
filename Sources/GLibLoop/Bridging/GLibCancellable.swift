public import CSoup

/// A GCancellable with Swift's lifetime.
@GLibActor
public final class GLibCancellable {
    /// The object, for GIO's functions.
    public nonisolated(unsafe) let raw: UnsafeMutablePointer<GCancellable>

    /// One that is not cancelled.
    public init() { raw = g_cancellable_new() }

    /// Ends every operation that was given it; they call back soon, with `G_IO_ERROR_CANCELLED`.
    public func cancel() { g_cancellable_cancel(raw) }

    /// Runs `body`, and cancels when the surrounding task is cancelled.
    public func whileRunning<Value: Sendable>(_ body: @GLibActor () async throws -> Value) async throws -> Value {
        try await withTaskCancellationHandler(operation: body) {
            GLibActor.post { self.cancel() }
        }
    }

    isolated deinit { g_object_unref(raw) }
}
