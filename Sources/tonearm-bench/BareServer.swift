import CSoup
import Foundation
import GLibLoop

/// libsoup's server with as little around it as can be: the peer of the transport measurements.
@GLibActor
enum BareServer {
    nonisolated static let json = Array(#"{"unread":42,"name":"bench","feeds":["one","two","three"],"ok":true}"#.utf8)

    /// The mapped media file; set once before the server starts.
    private static var mapped: OpaquePointer?
    private static var server: UnsafeMutablePointer<SoupServer>?

    /// Starts on a free port of the loopback address and returns the port.
    static func start(media: String) -> UInt? {
        mapped = g_mapped_file_new(media, 0, nil)
        // The C constructor takes a list of any length, which Swift does not import.
        let server = UnsafeMutableRawPointer(g_object_new_with_properties(soup_server_get_type(), 0, nil, nil))?
            .assumingMemoryBound(to: SoupServer.self)
        Self.server = server
        soup_server_add_handler(
            server,
            nil,
            { _, message, path, _, _ in
                guard let message, let path else { return }
                GLibActor.assumeIsolated { BareServer.answer(GLibPointer(message), String(cString: path)) }
            },
            nil,
            nil
        )
        guard soup_server_listen_local(server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, nil) != 0 else { return nil }
        let uris = soup_server_get_uris(server)
        defer { g_slist_free_full(uris, { g_uri_unref(OpaquePointer($0)) }) }
        guard let uri = uris?.pointee.data else { return nil }
        return UInt(g_uri_get_port(OpaquePointer(uri)))
    }

    private static func answer(_ message: GLibPointer<OpaquePointer>, _ path: String) {
        let message = message.raw
        soup_server_message_set_status(message, 200, nil)
        if path == "/small" {
            soup_server_message_set_response(message, "application/json", SOUP_MEMORY_COPY, json, gsize(json.count))
        } else if let mapped {
            let bytes = g_mapped_file_get_bytes(mapped)
            soup_message_body_append_bytes(soup_server_message_get_response_body(message), bytes)
            g_bytes_unref(bytes)
        }
    }
}
