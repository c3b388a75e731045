import CSoup

/// The closure that a source calls; the source owns it and lets it go when it is destroyed.
final class SourceCallback {
    /// What a kind of source hands its callback before the user data.
    enum Form {
        /// Nothing: `GSourceFunc`.
        case plain
        /// The stream: `GPollableSourceFunc`.
        case pollable
        /// A descriptor or socket, and what happened: `GUnixFDSourceFunc`, `GSocketSourceFunc`.
        case condition
    }

    private let action: () -> Bool

    /// Keeps a closure that returns whether the source stays.
    init(_ action: @escaping () -> Bool) { self.action = action }

    func install(on source: UnsafeMutablePointer<GSource>, as form: Form) {
        let function: GSourceFunc
        switch form {
        case .plain:
            function = { SourceCallback.run($0) }
        case .pollable:
            let pollable: @convention(c) (gpointer?, gpointer?) -> gboolean = { SourceCallback.run($1) }
            function = unsafeBitCast(pollable, to: GSourceFunc.self)
        case .condition:
            let condition: @convention(c) (gpointer?, gint, gpointer?) -> gboolean = { SourceCallback.run($2) }
            function = unsafeBitCast(condition, to: GSourceFunc.self)
        }
        g_source_set_callback(source, function, Unmanaged.passRetained(self).toOpaque()) { data in
            guard let data else { return }
            Unmanaged<SourceCallback>.fromOpaque(data).release()
        }
    }

    private static func run(_ data: gpointer?) -> gboolean {
        guard let data else { return 0 }
        return Unmanaged<SourceCallback>.fromOpaque(data).takeUnretainedValue().action() ? 1 : 0
    }
}
