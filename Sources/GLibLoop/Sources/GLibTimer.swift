import CSoup

/// A timer on the loop that can be set again and again; cheap to move, so it suits idle timeouts.
///
/// Letting go of the timer stops it.
@GLibActor
public final class GLibTimer {
    private let source: UnsafeMutablePointer<GSource>

    /// A timer that is not running.
    ///
    /// - Parameter action: called on the loop each time the timer ends; capture its owner weakly.
    public init(_ action: @escaping @GLibActor () -> Void) {
        source = ReadyTimeSource.make { GLibActor.assumeIsolated(action) }
        g_source_attach(source, g_main_context_get_thread_default())
    }

    /// Ends once, after `delay` from now, whatever was scheduled before.
    public func schedule(after delay: Duration) {
        g_source_set_ready_time(source, g_get_monotonic_time() + gint64(delay.microseconds))
    }

    /// Stops without ending.
    public func stop() { g_source_set_ready_time(source, -1) }

    isolated deinit {
        g_source_destroy(source)
        g_source_unref(source)
    }
}

extension Duration {
    /// Whole microseconds, rounded up so that a short wait is never none, and at most a century.
    var microseconds: Int64 {
        let (seconds, attoseconds) = components
        let bounded = max(0, min(seconds, 3_155_760_000))
        return bounded * 1_000_000 + (attoseconds + 999_999_999_999) / 1_000_000_000_000
    }
}
