import CSoup
import Foundation
import GLibLoop
import HTTP

/// A listening socket.
///
/// libsoup's own listener stops for ever at the first failed accept, of which running out of descriptors is one, and tells
/// nothing about connections; this one waits a moment and goes on.
@GLibActor
final class Listener {
    private let socket: UnsafeMutablePointer<GSocket>
    private let accepted: @GLibActor (UnsafeMutablePointer<GSocket>) -> Void
    private var watch: GLibWatch?
    private var retry: GLibTimer?

    /// The port, also when 0 was asked for.
    let port: Int

    /// Listens on an IP address.
    ///
    /// - Parameter accepted: gets each new socket and owns it.
    /// - Throws: ``HTTPError/cannotListen(address:port:reason:)``.
    init(address: String, port: Int, _ accepted: @escaping @GLibActor (UnsafeMutablePointer<GSocket>) -> Void) throws {
        do throws(GLibFailure) {
            socket = try Self.open(address, port)
        } catch {
            throw HTTPError.cannotListen(address: address, port: port, reason: Self.reason(error))
        }
        self.accepted = accepted
        let local = g_socket_get_local_address(socket, nil)
        self.port =
            local.map { address in
                Int(
                    g_inet_socket_address_get_port(
                        UnsafeMutableRawPointer(address).assumingMemoryBound(to: GInetSocketAddress.self)
                    )
                )
            } ?? port
        local.map { g_object_unref($0) }
        start()
    }

    isolated deinit {
        watch = nil
        g_socket_close(socket, nil)
        g_object_unref(socket)
    }

    private static func open(_ address: String, _ port: Int) throws(GLibFailure) -> UnsafeMutablePointer<GSocket> {
        let local = try GLibFailure.check { error in
            (0...65_535).contains(port) ? g_inet_socket_address_new_from_string(address, guint(port)) : nil
        }
        defer { g_object_unref(local) }
        let family = g_socket_address_get_family(local)
        let socket = try GLibFailure.check { g_socket_new(family, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, $0) }
        g_socket_set_blocking(socket, 0)
        // `::` would take the IPv4 port too, and then 0.0.0.0 beside it could not be listened on.
        if family == G_SOCKET_FAMILY_IPV6 { g_socket_set_option(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1, nil) }
        // GLib's default of ten makes a burst of clients wait a second for the retry of their handshake.
        g_socket_set_listen_backlog(socket, 512)
        do throws(GLibFailure) {
            _ = try GLibFailure.check { g_socket_bind(socket, local, 1, $0) != 0 ? true : nil }
            _ = try GLibFailure.check { g_socket_listen(socket, $0) != 0 ? true : nil }
        } catch {
            g_object_unref(socket)
            throw error
        }
        return socket
    }

    private static func reason(_ failure: GLibFailure) -> String {
        if failure.matches(G_IO_ERROR_ADDRESS_IN_USE) { return "another program already listens there" }
        if failure.matches(G_IO_ERROR_PERMISSION_DENIED) { return "ports below 1024 need more rights" }
        if failure.domain == 0 { return "it is not an IP address with a port" }
        return HTTPError.clause(failure.message)
    }

    private func start() {
        watch = GLibWatch(readable: socket) { [weak self] in self?.accept() ?? false }
    }

    /// Accepts all that wait, but not so many that those already accepted starve.
    private func accept() -> Bool {
        for _ in 0..<64 {
            var error: UnsafeMutablePointer<GError>?
            guard let connection = g_socket_accept(socket, nil, &error) else {
                let failure = GLibFailure(taking: error)
                if failure.matches(G_IO_ERROR_WOULD_BLOCK) { return true }
                rest()
                return false
            }
            accepted(connection)
        }
        return true
    }

    /// Out of descriptors, most likely: connections that end will free some.
    private func rest() {
        watch = nil
        let timer = GLibTimer { [weak self] in self?.start() }
        timer.schedule(after: .milliseconds(100))
        retry = timer
    }
}
