import CSoup
import Foundation
import GLibLoop
import HTTP

/// The server on the loop: its sockets, its connections, its exchanges.
@GLibActor
final class ServerCore {
    /// Bodies up to this size are taken whole before the handler runs, which saves it from waiting.
    private static let wholeBodySize: Int64 = 64 * 1024

    let configuration: HTTPServerConfiguration
    let handler: any HTTPHandler
    private(set) var isStopping = false
    private let server: UnsafeMutablePointer<SoupServer>
    private let certificate: UnsafeMutablePointer<GTlsCertificate>?
    private var listeners: [Listener] = []
    private var connections = WeakSet<ServerConnection>()
    private var exchanges: [ObjectIdentifier: ServerExchange] = [:]
    private var sockets: [ObjectIdentifier: SoupWebSocket] = [:]
    private var idle: [CheckedContinuation<Void, Never>] = []
    private var connectionCount = 0
    /// The other end of the socket that keeps libsoup believing it listens.
    private let placeholder: Int32

    init(_ configuration: HTTPServerConfiguration, _ handler: any HTTPHandler) throws {
        self.configuration = configuration
        self.handler = handler
        certificate = try configuration.identity.map { try Self.certificate($0, configuration) }
        let object = makeObject(
            soup_server_get_type(),
            [("raw-paths", .boolean(true)), ("server-header", .text(configuration.name))]
        )
        guard let object else { preconditionFailure("out of memory") }
        server = UnsafeMutableRawPointer(object).assumingMemoryBound(to: SoupServer.self)
        placeholder = try Self.addPlaceholder(to: server)
        addHandlers()
    }

    isolated deinit {
        soup_server_disconnect(server)
        g_object_unref(server)
        close(placeholder)
        certificate.map { g_object_unref($0) }
    }

    /// libsoup closes every connection after one answer when it has no listener.
    ///
    /// It gets a connected pair of sockets on which nothing ever happens, because the real ones are ours (see
    /// ``Listener``).
    private static func addPlaceholder(to server: UnsafeMutablePointer<SoupServer>) throws -> Int32 {
        var pair: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &pair) == 0 else {
            throw HTTPError.cannotListen(address: "here", port: 0, reason: String(cString: strerror(errno)))
        }
        let socket = g_socket_new_from_fd(pair[0], nil)
        soup_server_listen_socket(server, socket, SoupServerListenOptions(rawValue: 0), nil)
        socket.map { g_object_unref($0) }
        return pair[1]
    }

    private static func certificate(
        _ identity: HTTPServerConfiguration.Identity,
        _ configuration: HTTPServerConfiguration
    ) throws -> UnsafeMutablePointer<GTlsCertificate> {
        do throws(GLibFailure) {
            return try GLibFailure.check {
                g_tls_certificate_new_from_pem(identity.certificatePEM + "\n" + identity.keyPEM, -1, $0)
            }
        } catch {
            throw HTTPError.cannotListen(
                address: configuration.addresses.first ?? "",
                port: configuration.port,
                reason: "the certificate or its key cannot be read"
            )
        }
    }

    // MARK: Listening

    /// Listens on every address; with port 0 all get the port that the first one got.
    func listen() throws -> Int {
        var port = configuration.port
        for address in configuration.addresses {
            let listener = try Listener(address: address, port: port) { [weak self] in self?.accept($0) }
            port = listener.port
            listeners.append(listener)
        }
        return port
    }

    private func accept(_ socket: UnsafeMutablePointer<GSocket>) {
        defer { g_object_unref(socket) }
        guard connectionCount < configuration.maximumConnections, !isStopping,
            let local = g_socket_get_local_address(socket, nil)
        else {
            g_socket_close(socket, nil)
            return
        }
        defer { g_object_unref(local) }
        // The client may be gone already.
        guard let remote = g_socket_get_remote_address(socket, nil) else { return }
        defer { g_object_unref(remote) }
        g_socket_set_option(socket, Int32(IPPROTO_TCP), TCP_NODELAY, 1, nil)
        g_socket_set_timeout(socket, guint(clamping: max(1, configuration.idleTimeout.components.seconds)))
        connectionCount += 1
        let connection = ServerConnection(
            socket,
            remote,
            isSecure: certificate != nil,
            idleTimeout: configuration.idleTimeout
        ) {
            [weak self] in
            self?.connectionCount -= 1
        }
        connections.insert(connection)
        guard let plain = g_socket_connection_factory_create_connection(socket) else { return }
        let stream = UnsafeMutableRawPointer(plain).assumingMemoryBound(to: GIOStream.self)
        defer { g_object_unref(stream) }
        if let certificate {
            shakeHands(stream, certificate, local, remote)
        } else {
            soup_server_accept_iostream(server, stream, local, remote, nil)
        }
    }

    private func shakeHands(
        _ stream: UnsafeMutablePointer<GIOStream>,
        _ certificate: UnsafeMutablePointer<GTlsCertificate>,
        _ local: UnsafeMutablePointer<GSocketAddress>,
        _ remote: UnsafeMutablePointer<GSocketAddress>
    ) {
        guard let tls = g_tls_server_connection_new(stream, certificate, nil) else { return }
        let secure = UnsafeMutableRawPointer(tls)
        setProperty(secure, "require-close-notify", .boolean(false))
        setProperty(secure, "advertised-protocols", .strings(["http/1.1"]))
        g_object_ref(local)
        g_object_ref(remote)
        let objects = GLibPointer((secure.assumingMemoryBound(to: GIOStream.self), local, remote))
        // Ends with the handshake, which the socket's timeout bounds.
        Task { @GLibActor [weak self] in
            let connection = UnsafeMutableRawPointer(objects.raw.0).assumingMemoryBound(to: GTlsConnection.self)
            let isReady = try? await GLibOperation.run { callback, data in
                g_tls_connection_handshake_async(connection, 0, nil, callback, data)
            } finish: { result in
                g_tls_connection_handshake_finish(connection, result, nil) != 0
            }
            if isReady == true, let self, !self.isStopping {
                soup_server_accept_iostream(self.server, objects.raw.0, objects.raw.1, objects.raw.2, nil)
            }
            g_object_unref(objects.raw.0)
            g_object_unref(objects.raw.1)
            g_object_unref(objects.raw.2)
        }
    }

    // MARK: Requests

    private func addHandlers() {
        // Unretained: the object that calls back is freed in `deinit`.
        let data = Unmanaged.passUnretained(self).toOpaque()
        soup_server_add_early_handler(
            server,
            nil,
            { _, message, _, _, data in ServerCore.enter(message, data) { $0.gotHeaders($1) } },
            data,
            nil
        )
        soup_server_add_handler(
            server,
            nil,
            { _, message, _, _, data in ServerCore.enter(message, data) { $0.gotBody($1) } },
            data,
            nil
        )
    }

    private nonisolated static func enter(
        _ message: OpaquePointer?,
        _ data: gpointer?,
        _ body: @GLibActor (ServerCore, OpaquePointer) -> Void
    ) {
        guard let message, let data else { return }
        let pointers = GLibPointer((message, data))
        GLibActor.assumeIsolated {
            body(Unmanaged<ServerCore>.fromOpaque(pointers.raw.1).takeUnretainedValue(), pointers.raw.0)
        }
    }

    /// The head is in: large bodies are refused or streamed, small ones awaited.
    private func gotHeaders(_ message: OpaquePointer) {
        guard let connection = ServerConnection.of(message) else { return }
        let headers = soup_server_message_get_request_headers(message)
        let encoding = soup_message_headers_get_encoding(headers)
        let length =
            encoding == SOUP_ENCODING_CONTENT_LENGTH ? Int64(soup_message_headers_get_content_length(headers)) : nil
        let limit = configuration.maximumRequestBody
        guard encoding == SOUP_ENCODING_CHUNKED || length ?? 0 > min(Self.wholeBodySize, limit) else { return }
        let exchange = ServerExchange(message, connection, self)
        if length ?? 0 > limit {
            exchange.refuse(.contentTooLarge)
        } else if let request = ServerRequestReader.read(message, connection) {
            exchange.startStreaming(request, length: length, limit: limit)
        } else {
            exchange.refuse(.badRequest)
        }
    }

    /// The body is in.
    private func gotBody(_ message: OpaquePointer) {
        guard let connection = ServerConnection.of(message) else { return }
        if let exchange = connection.exchange, exchange.message == message {
            exchange.receivedAll()
            return
        }
        let exchange = ServerExchange(message, connection, self)
        guard var request = ServerRequestReader.read(message, connection) else {
            exchange.refuse(.badRequest)
            return
        }
        if let bytes = soup_message_body_flatten(soup_server_message_get_request_body(message)) {
            request.body = HTTPBody([UInt8](bytes))
            g_bytes_unref(bytes)
        }
        exchange.run(request)
        exchange.pauseUntilAnswered()
    }

    func begin(_ exchange: ServerExchange) { exchanges[ObjectIdentifier(exchange)] = exchange }

    func end(_ exchange: ServerExchange) {
        exchanges[ObjectIdentifier(exchange)] = nil
        noticeRest()
    }

    func begin(_ socket: SoupWebSocket) { sockets[ObjectIdentifier(socket)] = socket }

    func end(_ socket: SoupWebSocket) {
        sockets[ObjectIdentifier(socket)] = nil
        noticeRest()
    }

    private func noticeRest() {
        guard exchanges.isEmpty, sockets.isEmpty else { return }
        for waiter in idle { waiter.resume() }
        idle = []
    }

    // MARK: Stopping

    /// Stops accepting, waits for exchanges at most for `grace`, then cuts what is left.
    func stop(grace: Duration) async {
        isStopping = true
        listeners = []
        for connection in connections.all { connection.closeIfIdle() }
        for socket in sockets.values {
            // Ends with the peer's answer, or shortly after without one.
            Task { await socket.close(code: 1001, reason: "The server stops.") }
        }
        if !exchanges.isEmpty || !sockets.isEmpty {
            let timer = GLibTimer { [weak self] in self?.giveUp() }
            timer.schedule(after: grace)
            await withCheckedContinuation { idle.append($0) }
            timer.stop()
        }
        soup_server_disconnect(server)
        for connection in connections.all { connection.shutDown() }
    }

    private func giveUp() {
        for exchange in exchanges.values {
            exchange.cancel()
            exchange.abort()
        }
        for socket in sockets.values { socket.abort() }
        sockets = [:]
        noticeRest()
    }
}

/// Objects that the set does not keep alive.
struct WeakSet<Element: AnyObject> {
    private struct Box { weak var element: Element? }

    private var boxes: [ObjectIdentifier: Box] = [:]

    /// Those still alive.
    var all: [Element] { boxes.values.compactMap(\.element) }

    mutating func insert(_ element: Element) {
        // Swept when it has doubled, so that the cost of an insertion stays constant on average.
        if boxes.count >= limit {
            boxes = boxes.filter { $0.value.element != nil }
            limit = max(64, boxes.count * 2)
        }
        boxes[ObjectIdentifier(element)] = Box(element: element)
    }

    private var limit = 64
}
