public import CSoup

/// Calls back when a descriptor, a socket or a pollable stream is ready; letting go of the watch stops it.
@GLibActor
public final class GLibWatch {
    private let source: UnsafeMutablePointer<GSource>

    /// Watches a file descriptor, which must stay open as long as the watch.
    ///
    /// - Parameters:
    ///   - events: the bits of poll(2).
    ///   - isUrgent: whether it comes before all other sources of a turn.
    ///   - action: called on the loop; returns whether to go on watching. Capture its owner weakly.
    public init(descriptor: Int32, events: UInt32, isUrgent: Bool = false, _ action: @escaping @GLibActor () -> Bool) {
        source = g_unix_fd_source_new(descriptor, GIOCondition(rawValue: events))
        if isUrgent { g_source_set_priority(source, G_PRIORITY_HIGH) }
        attach(.condition, action)
    }

    /// Watches a listening socket for connections, or another for data.
    public init(readable socket: UnsafeMutablePointer<GSocket>, _ action: @escaping @GLibActor () -> Bool) {
        source = g_socket_create_source(socket, G_IO_IN, nil)
        attach(.condition, action)
    }

    /// Watches a stream that can take more; among sources of one priority it comes after those attached before.
    public init(writable stream: OpaquePointer, _ action: @escaping @GLibActor () -> Bool) {
        source = g_pollable_output_stream_create_source(stream, nil)
        attach(.pollable, action)
    }

    private func attach(_ form: SourceCallback.Form, _ action: @escaping @GLibActor () -> Bool) {
        SourceCallback { GLibActor.assumeIsolated(action) }.install(on: source, as: form)
        g_source_attach(source, g_main_context_get_thread_default())
    }

    isolated deinit {
        g_source_destroy(source)
        g_source_unref(source)
    }
}
