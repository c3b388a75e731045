import CSoup
import GLibLoop
import HTTP

/// Watches a message's connection being made: which address is dialled, and which certificate comes back.
///
/// libsoup tells these events to the message that caused the connection. Every message of a session is guarded alike, so a
/// pooled connection has always passed.
@GLibActor
enum ConnectionGuard {
    /// - Parameter refuse: ends the exchange for a reason; called before any byte is sent to a refused peer.
    static func install(
        on message: OpaquePointer,
        session: ClientSession,
        host: String,
        refuse: @escaping @GLibActor (HTTPError) -> Void
    ) {
        let allows = session.configuration.allowsAddress
        GLibSignal.connect(gpointer(message), "network-event") { event, connection in
            guard let connection else { return }
            if UInt32(bitPattern: event) == G_SOCKET_CLIENT_TLS_HANDSHAKING.rawValue {
                // libsoup 3.2 buffers HTTP/2 bodies without bound when the reader is slow, so only HTTP/1.1 is offered.
                setProperty(connection, "advertised-protocols", .strings(["http/1.1"]))
            }
            guard UInt32(bitPattern: event) == G_SOCKET_CLIENT_CONNECTING.rawValue, let allows else { return }
            let socketConnection = connection.assumingMemoryBound(to: GSocketConnection.self)
            guard let address = text(of: socketConnection), allows(address) else {
                refuse(.refusedAddress(host: host))
                g_socket_close(g_socket_connection_get_socket(socketConnection), nil)
                return
            }
        }
        GLibSignal.connect(gpointer(message), "accept-certificate") { [weak session] certificate, errors -> Bool in
            guard let certificate, let session else { return false }
            let refusal = session.trust.refusal(
                of: certificate.assumingMemoryBound(to: GTlsCertificate.self),
                errors: GTlsCertificateFlags(rawValue: errors),
                host: host
            )
            if let refusal { refuse(refusal) }
            return refusal == nil
        }
    }

    private static func text(of connection: UnsafeMutablePointer<GSocketConnection>) -> String? {
        guard let address = g_socket_connection_get_remote_address(connection, nil) else { return nil }
        defer { g_object_unref(address) }
        return IPAddress.text(of: address)
    }
}

/// Addresses in text form.
enum IPAddress {
    /// The IP address of a socket address, without port and zone; `nil` for other families.
    static func text(of address: UnsafeMutablePointer<GSocketAddress>) -> String? {
        guard g_socket_address_get_family(address) != G_SOCKET_FAMILY_UNIX else { return nil }
        let inet = UnsafeMutableRawPointer(address).assumingMemoryBound(to: GInetSocketAddress.self)
        guard let characters = g_inet_address_to_string(g_inet_socket_address_get_address(inet)) else { return nil }
        defer { g_free(characters) }
        return String(cString: characters)
    }
}
