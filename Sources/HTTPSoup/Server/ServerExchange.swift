import CSoup
import Foundation
import GLibLoop
import HTTP

/// One request and its answer: runs the handler as a task that the client's hanging up cancels.
@GLibActor
final class ServerExchange {
    let message: OpaquePointer
    let connection: ServerConnection
    private let server: ServerCore
    private var task: Task<Void, Never>?
    private var body: RequestBodyStream?
    private var hangUp: GLibWatch?
    private var isPaused = false
    private var isChunked = false
    /// Whether the pause is only for want of room for the request's body.
    private var isThrottled = false
    private var hasAnswer = false
    /// Whether libsoup is done with the message; it may not be paused or written to any more.
    private(set) var isOver = false
    private var writer: ResponseWriter?
    private var isUpgraded = false
    private var stolen: UnsafeMutablePointer<GIOStream>?
    private var upgradeWaiter: CheckedContinuation<Void, Never>?

    init(_ message: OpaquePointer, _ connection: ServerConnection, _ server: ServerCore) {
        self.message = message
        self.connection = connection
        self.server = server
        g_object_ref(gpointer(message))
        connection.begin(self)
        server.begin(self)
        GLibSignal.connect(gpointer(message), "finished") { [weak self] in
            guard let self else { return }
            over()
            connection.rest(after: message)
        }
        // The connection outlives the exchange and rests on its message.
        GLibSignal.connect(gpointer(message), "disconnected") { [weak self, weak connection] in
            connection?.gone()
            self?.over()
        }
    }

    isolated deinit { g_object_unref(gpointer(message)) }

    // MARK: The request's body

    /// Starts before the body has come; the handler reads it as it comes.
    func startStreaming(_ request: HTTPServerRequest, length: Int64?, limit: Int64) {
        isChunked = length == nil
        let stream = RequestBodyStream(limit: limit)
        body = stream
        stream.resume = { [weak self] in self?.resumeReading() }
        soup_message_body_set_accumulate(soup_server_message_get_request_body(message), 0)
        GLibSignal.connect(gpointer(message), "got-chunk") { [weak self] chunk in
            guard let self, let chunk else { return }
            received([UInt8](OpaquePointer(chunk)))
        }
        var request = request
        request.body = HTTPBody(length: length) { try await stream.next() }
        run(request)
    }

    private func received(_ bytes: [UInt8]) {
        switch body?.append(bytes) {
        case .pause:
            isThrottled = true
            pause()
        case .refuse: refuse(.contentTooLarge)
        case .goOn, nil: break
        }
    }

    /// The handler has taken what was kept; a pause that waits for its answer goes on.
    private func resumeReading() {
        guard isThrottled else { return }
        isThrottled = false
        unpause()
    }

    /// The whole body is there: called by libsoup before it writes the answer.
    func receivedAll() {
        // libsoup 3.2 takes the end of the connection for the last chunk; a client that is gone has not sent one for sure.
        let isWhole = !isChunked || !connection.isHungUp
        body?.finish(isWhole ? .success(()) : .failure(HTTPError.connectionLost(host: connection.remoteAddress)))
        isThrottled = false
        if !hasAnswer { pause() }
    }

    // MARK: The handler

    /// Runs the handler; an answer that needs no waiting is written in this very turn of the loop.
    func run(_ request: HTTPServerRequest) {
        let handler = server.handler
        // Cancelled by `over`, when the client is gone or the server stops.
        task = Task.immediate { @GLibActor in
            let response = await handler.respond(to: request)
            await self.answer(response)
        }
        if !hasAnswer { watchHangUp() }
    }

    /// Waits for the answer; called where libsoup would write one at once.
    func pauseUntilAnswered() {
        if !hasAnswer { pause() }
    }

    private func answer(_ response: HTTPServerResponse) async {
        guard !isOver, !hasAnswer else { return }
        hasAnswer = true
        switch response.content {
        case .body(let content):
            let writer = ResponseWriter(self, closing: server.isStopping)
            self.writer = writer
            writer.writeHead(response.status, response.fields, content)
            body?.discard()
            unpause()
            if case .stream = content.storage, !writer.isComplete { watchHangUp() }
            await writer.writeBody(content)
        case .webSocket(let options, let serve):
            body?.discard()
            await upgrade(options, serve)
        }
    }

    private func upgrade(_ options: WebSocketOptions, _ serve: @escaping @Sendable (any WebSocket) async -> Void) async
    {
        hangUp = nil
        guard soup_websocket_server_process_handshake(message, nil, nil, nil, nil) != 0 else {
            // libsoup has set 400 and says what is missing.
            unpause()
            return
        }
        guard let stream = await stealAfterHandshake() else { return }
        let socket = SoupWebSocket(WebSocketStream(stream) {}, options, isServer: true)
        connection.endTimeouts()
        server.begin(socket)
        await serve(socket)
        await socket.close(code: 1000, reason: "")
        server.end(socket)
    }

    /// The connection, once the switch has been announced to the client; `nil` where it left before.
    private func stealAfterHandshake() async -> UnsafeMutablePointer<GIOStream>? {
        GLibSignal.connect(gpointer(message), "wrote-informational") { [weak self] in
            guard let self, !isOver else { return }
            // Stealing itself tells that the message is over.
            isUpgraded = true
            stolen = soup_server_message_steal_connection(message)
            over()
        }
        unpause()
        if !isOver { await withCheckedContinuation { upgradeWaiter = $0 } }
        return stolen
    }

    // MARK: Ends

    /// Answers with an error and closes, without reading the rest of the request.
    func refuse(_ status: HTTPStatus) {
        guard !isOver else { return }
        hasAnswer = true
        pause()
        // Not from inside libsoup's own reading.
        GLibActor.post { [self] in
            guard !isOver, let stream = soup_server_message_steal_connection(message) else { return }
            task?.cancel()
            over()
            Refusal.send(status, on: stream, name: server.configuration.name)
        }
    }

    /// Cuts the connection: what was announced cannot be kept.
    func abort() {
        guard !isOver else { return }
        connection.shutDown()
        guard let stream = soup_server_message_steal_connection(message) else { return }
        g_io_stream_close(stream, nil, nil)
        g_object_unref(stream)
        over()
    }

    /// Cancels the handler; its answer is no longer wanted.
    func cancel() { task?.cancel() }

    private func over() {
        guard !isOver else { return }
        isOver = true
        hangUp = nil
        body?.finish(.failure(HTTPError.connectionLost(host: connection.remoteAddress)))
        writer?.over()
        // The task of an upgraded connection goes on with its WebSocket.
        if !isUpgraded, !hasCompleted { task?.cancel() }
        // Resumed after this turn, when `stolen` is set.
        upgradeWaiter?.resume()
        upgradeWaiter = nil
        if connection.exchange === self { connection.exchange = nil }
        server.end(self)
    }

    private var hasCompleted: Bool { writer?.isComplete ?? false }

    // MARK: Pausing

    func pause() {
        guard !isOver, !isPaused else { return }
        isPaused = true
        soup_server_message_pause(message)
    }

    func unpause() {
        guard !isOver, isPaused else { return }
        isPaused = false
        soup_server_message_unpause(message)
    }

    /// Goes on where libsoup has paused itself for want of something to write.
    func feed() {
        guard !isOver else { return }
        isPaused = false
        soup_server_message_unpause(message)
    }

    /// libsoup looks at no socket while a message is paused; this notices a client that leaves then.
    private func watchHangUp() {
        guard !isOver, hangUp == nil else { return }
        // POLLRDHUP: the peer has closed, or will send no more, even when bytes are still to be read.
        hangUp = GLibWatch(descriptor: connection.descriptor, events: 0x2000) { [weak self] in
            self?.task?.cancel()
            return false
        }
    }
}
