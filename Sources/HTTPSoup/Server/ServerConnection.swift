import CSoup
import Foundation
import GLibLoop
import HTTP

/// What the server knows of one accepted connection; lives as long as libsoup's own object for it.
@GLibActor
final class ServerConnection {
    let descriptor: Int32
    let remoteAddress: String
    let isSecure: Bool
    /// The exchange in progress.
    weak var exchange: ServerExchange?
    private let closed: @GLibActor () -> Void
    private let socket: UnsafeMutablePointer<GSocket>
    private static let key = g_quark_from_static_string("tonearm-connection")

    init(
        _ socket: UnsafeMutablePointer<GSocket>,
        _ address: UnsafeMutablePointer<GSocketAddress>,
        isSecure: Bool,
        closed: @escaping @GLibActor () -> Void
    ) {
        self.socket = socket
        g_object_ref(socket)
        descriptor = g_socket_get_fd(socket)
        remoteAddress = IPAddress.text(of: address) ?? ""
        self.isSecure = isSecure
        self.closed = closed
        // libsoup keeps this very object for as long as it keeps the connection, and hands it out with each message.
        g_object_set_qdata_full(
            UnsafeMutableRawPointer(address).assumingMemoryBound(to: GObject.self),
            Self.key,
            Unmanaged.passRetained(self).toOpaque(),
            Self.release
        )
    }

    /// Not isolated: GIO may close a connection on a thread of its own, and the last reference ends there.
    private nonisolated static let release: @convention(c) (gpointer?) -> Void = { data in
        guard let data else { return }
        Unmanaged<ServerConnection>.fromOpaque(data).release()
    }

    isolated deinit {
        closed()
        g_object_unref(socket)
    }

    /// The connection that a message came on.
    static func of(_ message: OpaquePointer) -> ServerConnection? {
        guard let address = soup_server_message_get_remote_address(message) else { return nil }
        let object = UnsafeMutableRawPointer(address).assumingMemoryBound(to: GObject.self)
        return g_object_get_qdata(object, key).map { Unmanaged<ServerConnection>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Makes libsoup see the end of an idle connection, so that it closes it.
    func closeIfIdle() {
        if exchange == nil { g_socket_shutdown(socket, 1, 0, nil) }
    }

    /// Lets the connection rest for any time: a WebSocket has its own pings.
    func endTimeouts() { g_socket_set_timeout(socket, 0) }

    /// Closes both directions under whatever is going on.
    func shutDown() { g_socket_shutdown(socket, 1, 1, nil) }
}
