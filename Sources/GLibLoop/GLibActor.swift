import CSoup

/// The one GLib main loop of the process: what runs here may call GLib, GIO and libsoup objects that belong to it.
///
/// The loop has a thread of its own. Callbacks and signals of GLib arrive on that thread, and enter Swift by
/// ``assumeIsolated(_:)``. Nothing that takes long may run here, neither disk, nor decoding, nor a lock that is held
/// elsewhere: one slow step delays every connection of the process.
@globalActor
public actor GLibActor {
    /// The actor; its thread starts at the first use and lives as long as the process.
    public static let shared = GLibActor()

    private nonisolated let executor = GLibExecutor()

    private init() {}

    /// The executor that runs jobs in the GLib context.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Whether the caller is on the loop's thread.
    public static var isCurrent: Bool { shared.executor.isCurrent }

    /// Runs `body` at once, for callbacks of GLib, which the loop's thread calls outside of any task.
    ///
    /// Calling it on another thread ends the process: the caller's mistake would be a data race.
    public static func assumeIsolated<Value>(_ body: @GLibActor () throws -> Value) rethrows -> Value {
        precondition(isCurrent, "GLib called back on a foreign thread")
        return try withoutActuallyEscaping(body) { escapable in
            // The same function without its isolation: `precondition` above is what the isolation asked for.
            try unsafeBitCast(escapable, to: (() throws -> Value).self)()
        }
    }

    /// Runs `work` on the loop soon; for cleaning up and cancelling from places that cannot wait.
    public static func post(_ work: @escaping @Sendable @GLibActor () -> Void) {
        // Lives for one synchronous step on the loop, so nobody needs to cancel it.
        Task { @GLibActor in work() }
    }
}
