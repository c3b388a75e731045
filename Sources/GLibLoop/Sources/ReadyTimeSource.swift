import CSoup

/// A GSource that fires when its ready time has come, and sleeps again after that.
enum ReadyTimeSource {
    /// What such sources do; allocated once, because GLib keeps the address.
    private static let functions = GLibPointer(makeFunctions())

    private static func makeFunctions() -> UnsafeMutablePointer<GSourceFuncs> {
        let functions = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
        functions.initialize(
            to: GSourceFuncs(
                prepare: nil,
                check: nil,
                dispatch: { source, callback, data in
                    g_source_set_ready_time(source, -1)
                    return callback?(data) ?? 0
                },
                finalize: nil,
                closure_callback: nil,
                closure_marshal: nil
            )
        )
        return functions
    }

    /// A source, not attached yet, that calls `action` on the thread of its context.
    static func make(_ action: @escaping () -> Void) -> UnsafeMutablePointer<GSource> {
        // GLib ends the process itself when memory is exhausted, so this is never nil.
        guard let source = g_source_new(functions.raw, guint(MemoryLayout<GSource>.size)) else {
            preconditionFailure("out of memory")
        }
        let callback = SourceCallback {
            action()
            return true
        }
        callback.install(on: source, as: .plain)
        return source
    }
}
