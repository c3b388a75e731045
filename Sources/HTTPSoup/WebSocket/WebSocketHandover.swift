import CSoup
import GLibLoop

/// Takes the stream over from libsoup's own WebSocket object at a client.
///
/// libsoup makes the handshake, but gives the connection only inside an object that reads frames by itself, with a limit for frames
/// instead of messages and an output queue without bound. Its sources are found by their user data and removed before the loop has
/// turned once, so the object never reads or writes. It is kept, because letting go of it closes the stream.
@GLibActor
enum WebSocketHandover {
    /// The stream of a connection just opened; owns `connection`.
    static func stream(of connection: OpaquePointer) -> WebSocketStream {
        let context = g_main_context_get_thread_default()
        while let source = g_main_context_find_source_by_user_data(context, gpointer(connection)) {
            g_source_destroy(source)
        }
        let object = GLibPointer(connection)
        guard let stream = soup_websocket_connection_get_io_stream(connection) else {
            preconditionFailure("an open connection has a stream")
        }
        g_object_ref(stream)
        return WebSocketStream(stream) { g_object_unref(gpointer(object.raw)) }
    }
}
