import CSoup
import GLibLoop
import HTTP

/// A WebSocket on a stream whose handshake libsoup has made.
@GLibActor
final class SoupWebSocket: WebSocket {
    private let options: WebSocketOptions
    private let stream: WebSocketStream
    private let writer: WebSocketFrameWriter
    private var reader: WebSocketFrameReader
    private var unread: [WebSocketMessage] = []
    private var waiter: CheckedContinuation<Void, Never>?
    private var loop: Task<Void, Never>?
    private var pingTimer: GLibTimer?
    private var awaitsPong = false
    private var hasSentClose = false
    /// How it ended: the code, once it has.
    private var endCode: Int?
    private var endWaiters: [CheckedContinuation<Void, Never>] = []

    /// - Parameter isServer: which end this is.
    init(_ stream: WebSocketStream, _ options: WebSocketOptions, isServer: Bool) {
        self.stream = stream
        self.options = options
        writer = WebSocketFrameWriter(masks: !isServer)
        reader = WebSocketFrameReader(expectsMask: isServer, maximumMessageSize: options.maximumMessageSize)
        startReading()
        startPinging()
    }

    isolated deinit {
        loop?.cancel()
        stream.close()
    }

    // MARK: The contract

    @GLibActor
    func send(_ message: WebSocketMessage) async throws {
        guard !hasSentClose, endCode == nil else { throw HTTPError.webSocketClosed(code: endCode ?? 1000) }
        try Task.checkCancellation()
        guard await stream.write(writer.message(message)) else {
            end(1006)
            throw HTTPError.webSocketClosed(code: endCode ?? 1006)
        }
    }

    @GLibActor
    func receive() async throws -> WebSocketMessage? {
        while unread.isEmpty {
            if let endCode {
                if endCode == 1000 || endCode == 1005 { return nil }
                throw HTTPError.webSocketClosed(code: endCode)
            }
            try Task.checkCancellation()
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    waiter?.resume()
                    waiter = continuation
                    if Task.isCancelled { wake() }
                }
            } onCancel: {
                GLibActor.post { self.wake() }
            }
        }
        return unread.removeFirst()
    }

    @GLibActor
    func close(code: Int, reason: String) async {
        guard endCode == nil else { return }
        await sendClose(code, reason)
        guard endCode == nil else { return }
        // The peer's own close frame ends it; one that does not answer is not waited for long.
        let timer = GLibTimer { [weak self] in self?.end(code) }
        timer.schedule(after: .seconds(2))
        await withCheckedContinuation { endWaiters.append($0) }
        timer.stop()
    }

    // MARK: Reading

    private func startReading() {
        let stream = stream
        // Cancelled by `deinit`, and ended by `end`, which closes the stream.
        loop = Task { @GLibActor [weak self] in
            while let bytes = await stream.read() {
                guard let self, await self.take(bytes) else { return }
            }
            self?.end(1006)
        }
    }

    /// Handles what came; false when the connection is over.
    private func take(_ bytes: [UInt8]) async -> Bool {
        awaitsPong = false
        do {
            for event in try reader.read(bytes) {
                guard await handle(event) else { return false }
            }
            return endCode == nil
        } catch {
            await fail(error.code)
            return false
        }
    }

    private func handle(_ event: WebSocketFrameReader.Event) async -> Bool {
        switch event {
        case .message(let message):
            // After our own close nobody reads any more.
            guard !hasSentClose else { return true }
            guard unread.count < options.maximumUnreadMessages else {
                await fail(1008)
                return false
            }
            unread.append(message)
            wake()
        case .ping(let payload): _ = await stream.write(writer.pong(payload))
        case .pong: break
        case .close(let code):
            await sendClose(code, "")
            end(code)
            return false
        }
        return true
    }

    // MARK: Ends

    private func fail(_ code: Int) async {
        await sendClose(code, "")
        end(code)
    }

    private func sendClose(_ code: Int, _ reason: String) async {
        guard !hasSentClose else { return }
        hasSentClose = true
        _ = await stream.write(writer.close(code: code, reason: reason))
    }

    /// Cuts the connection without a word.
    func abort() { end(1006) }

    /// The connection is over; messages already received can still be read.
    private func end(_ code: Int) {
        guard endCode == nil else { return }
        endCode = code
        pingTimer = nil
        stream.close()
        wake()
        for waiter in endWaiters { waiter.resume() }
        endWaiters = []
    }

    private func wake() {
        waiter?.resume()
        waiter = nil
    }

    // MARK: Pings

    private func startPinging() {
        guard let interval = options.pingInterval else { return }
        let timer = GLibTimer { [weak self] in self?.ping() }
        timer.schedule(after: interval)
        pingTimer = timer
    }

    private func ping() {
        guard endCode == nil, let interval = options.pingInterval else { return }
        guard !awaitsPong else {
            end(1006)
            return
        }
        awaitsPong = true
        pingTimer?.schedule(after: interval)
        // Ends with the write, which `end` cuts short by closing the stream.
        Task { @GLibActor [stream, writer] in _ = await stream.write(writer.ping()) }
    }
}
