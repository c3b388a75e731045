public import CSoup

/// Connects closures to signals of GObjects.
///
/// A closure lives until the object is finalised or disconnects it, so it must not keep the object alive.
@GLibActor
public enum GLibSignal {
    /// A signal without arguments.
    public static func connect(_ object: gpointer, _ name: String, _ action: @escaping @GLibActor () -> Void) {
        let function: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
            Handler<@GLibActor () -> Void>.call(data) { $0() }
        }
        Handler(action).connect(object, name, unsafeBitCast(function, to: GCallback.self))
    }

    /// A signal with one pointer.
    public static func connect(
        _ object: gpointer,
        _ name: String,
        _ action: @escaping @GLibActor (_ first: gpointer?) -> Void
    ) {
        let function: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { _, first, data in
            let first = GLibPointer(first)
            Handler<@GLibActor (gpointer?) -> Void>.call(data) { $0(first.raw) }
        }
        Handler(action).connect(object, name, unsafeBitCast(function, to: GCallback.self))
    }

    /// A signal with a number.
    public static func connect(
        _ object: gpointer,
        _ name: String,
        _ action: @escaping @GLibActor (_ first: Int32) -> Void
    ) {
        let function: @convention(c) (gpointer?, gint, gpointer?) -> Void = { _, first, data in
            Handler<@GLibActor (Int32) -> Void>.call(data) { $0(first) }
        }
        Handler(action).connect(object, name, unsafeBitCast(function, to: GCallback.self))
    }

    /// A signal with a number or flags, and a pointer.
    public static func connect(
        _ object: gpointer,
        _ name: String,
        _ action: @escaping @GLibActor (_ first: Int32, _ second: gpointer?) -> Void
    ) {
        let function: @convention(c) (gpointer?, gint, gpointer?, gpointer?) -> Void = { _, first, second, data in
            let second = GLibPointer(second)
            Handler<@GLibActor (Int32, gpointer?) -> Void>.call(data) { $0(first, second.raw) }
        }
        Handler(action).connect(object, name, unsafeBitCast(function, to: GCallback.self))
    }

    /// A signal with a pointer and flags that asks a question.
    public static func connect(
        _ object: gpointer,
        _ name: String,
        _ answer: @escaping @GLibActor (_ first: gpointer?, _ second: UInt32) -> Bool
    ) {
        let function: @convention(c) (gpointer?, gpointer?, guint, gpointer?) -> gboolean = { _, first, second, data in
            let first = GLibPointer(first)
            return Handler<@GLibActor (gpointer?, UInt32) -> Bool>.call(data) { $0(first.raw, second) ? 1 : 0 } ?? 0
        }
        Handler(answer).connect(object, name, unsafeBitCast(function, to: GCallback.self))
    }

    /// Owns a closure on behalf of the object.
    private final class Handler<Function> {
        private let function: Function

        nonisolated init(_ function: Function) { self.function = function }

        func connect(_ object: gpointer, _ name: String, _ callback: GCallback) {
            g_signal_connect_data(
                object,
                name,
                callback,
                Unmanaged.passRetained(self).toOpaque(),
                Self.release,
                GConnectFlags(rawValue: 0)
            )
        }

        /// Not isolated: the last reference to an object may end on a thread of GIO's.
        private nonisolated static var release: GClosureNotify {
            { data, _ in
                guard let data else { return }
                Unmanaged<AnyObject>.fromOpaque(data).release()
            }
        }

        @discardableResult
        nonisolated static func call<Value>(_ data: gpointer?, _ body: @GLibActor (Function) -> Value) -> Value? {
            guard let data else { return nil }
            let pointer = GLibPointer(data)
            return GLibActor.assumeIsolated {
                body(Unmanaged<Handler<Function>>.fromOpaque(pointer.raw).takeUnretainedValue().function)
            }
        }
    }
}
