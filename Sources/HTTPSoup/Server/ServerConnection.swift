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
    /// The last message, while the connection rests between two.
    private var resting: OpaquePointer?
    private var hasHungUp = false
    private var watch: GLibWatch?
    private var timer: GLibTimer?
    /// When the connection last came to rest; the timer runs on through exchanges and looks here when it ends.
    private var restingSince = ContinuousClock.now
    private let idleTimeout: Duration
    private static let key = g_quark_from_static_string("tonearm-connection")

    init(
        _ socket: UnsafeMutablePointer<GSocket>,
        _ address: UnsafeMutablePointer<GSocketAddress>,
        isSecure: Bool,
        idleTimeout: Duration,
        closed: @escaping @GLibActor () -> Void
    ) {
        self.socket = socket
        g_object_ref(socket)
        descriptor = g_socket_get_fd(socket)
        remoteAddress = IPAddress.text(of: address) ?? ""
        self.isSecure = isSecure
        self.closed = closed
        self.idleTimeout = idleTimeout
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

    // MARK: Resting between two exchanges

    /// An exchange begins.
    func begin(_ exchange: ServerExchange) {
        self.exchange = exchange
        release()
        g_socket_set_timeout(socket, guint(clamping: max(1, idleTimeout.components.seconds)))
    }

    /// An exchange has ended, and libsoup waits for the next request.
    ///
    /// libsoup 3.2 never closes a connection whose client leaves, or falls silent, between two requests. So this notices both, before
    /// libsoup does, and takes the connection away from it by way of the last message.
    func rest(after message: OpaquePointer) {
        exchange = nil
        guard soup_server_message_get_status(message) != 0 else { return }
        release()
        g_object_ref(gpointer(message))
        resting = message
        g_socket_set_timeout(socket, 0)
        restingSince = .now
        if timer == nil { startTimer() }
        // POLLRDHUP: the client sends no more.
        watch =
            watch
            ?? GLibWatch(descriptor: descriptor, events: 0x2000, isUrgent: true) { [weak self] in
                self?.hasHungUp = true
                self?.closeIfIdle()
                return false
            }
        // It left during the exchange; libsoup is still inside of it.
        if hasHungUp { GLibActor.post { [weak self] in self?.closeIfIdle() } }
    }

    /// Moving a timer wakes the loop, so it is not moved with every exchange: it ends, looks, and is set for the rest.
    private func startTimer() {
        let timer = GLibTimer { [weak self] in self?.timerEnded() }
        timer.schedule(after: idleTimeout)
        self.timer = timer
    }

    private func timerEnded() {
        guard exchange == nil, resting != nil else {
            // The next rest starts it again.
            timer = nil
            return
        }
        let left = idleTimeout - (.now - restingSince)
        if left > .zero {
            timer?.schedule(after: left)
        } else {
            closeIfIdle()
        }
    }

    /// Closes the connection if it rests.
    func closeIfIdle() {
        guard exchange == nil, let message = resting else { return }
        g_object_ref(gpointer(message))
        if let stream = soup_server_message_steal_connection(message) {
            g_io_stream_close(stream, nil, nil)
            g_object_unref(stream)
        }
        gone()
        g_object_unref(gpointer(message))
    }

    /// libsoup has let go of the connection.
    func gone() {
        watch = nil
        timer = nil
        release()
    }

    private func release() {
        guard let message = resting else { return }
        resting = nil
        g_object_unref(gpointer(message))
    }

    /// Whether the client sends no more.
    var isHungUp: Bool {
        var poll = pollfd(fd: descriptor, events: 0x2000, revents: 0)
        return Foundation.poll(&poll, 1, 0) > 0
    }

    /// Lets the connection rest for any time: a WebSocket has its own pings.
    func endTimeouts() { g_socket_set_timeout(socket, 0) }

    /// Closes both directions under whatever is going on.
    func shutDown() { g_socket_shutdown(socket, 1, 1, nil) }
}
