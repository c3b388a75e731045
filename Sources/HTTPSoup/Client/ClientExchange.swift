import CSoup
import Foundation
import GLibLoop
import HTTP

/// One request and its answer on the wire: no redirects, all limits.
@GLibActor
final class ClientExchange {
    let host: String
    let message: OpaquePointer
    let cancellable = GLibCancellable()
    private let session: ClientSession
    private let options: HTTPRequestOptions
    private let deadline: ContinuousClock.Instant?
    private var stream: UnsafeMutablePointer<GInputStream>?
    private var upload: UploadPipe?
    private var idleTimer: GLibTimer?
    private var totalTimer: GLibTimer?
    /// Why we ended it, where it was us.
    private(set) var verdict: HTTPError?
    private var received: Int64 = 0
    /// The body's length as sent, before decoding, which makes it longer.
    private var announcedLength: Int64?

    /// - Throws: ``HTTPError/invalidURL``.
    init(
        _ request: HTTPRequest,
        _ options: HTTPRequestOptions,
        session: ClientSession,
        deadline: ContinuousClock.Instant?
    ) throws {
        guard let address = WireAddress(request.url),
            let message = soup_message_new(request.method.rawValue, address.text)
        else { throw HTTPError.invalidURL }
        host = address.host
        self.message = message
        self.session = session
        self.options = options
        self.deadline = deadline
        // Redirects are followed by ``SoupHTTPClient``, which knows the policy.
        soup_message_set_flags(message, SOUP_MESSAGE_NO_REDIRECT)
        prepareFields(request.fields, authorization: address.authorization)
        ConnectionGuard.install(on: message, session: session, host: host) { [weak self] in self?.end($0) }
    }

    isolated deinit {
        cancellable.cancel()
        stream.map { g_object_unref($0) }
        g_object_unref(gpointer(message))
    }

    /// Ends the exchange on the wire for the reason given; the first reason counts.
    func end(_ reason: HTTPError) {
        if verdict == nil { verdict = reason }
        cancellable.cancel()
    }

    /// Sends the request; returns when the answer's header is in.
    func send(_ body: HTTPBody) async throws -> (status: HTTPStatus, fields: HTTPFields) {
        startTimers()
        upload = try UploadPipe.attach(body, to: message) { [weak self] event in self?.uploadMoved(event) }
        defer { idleTimer?.stop() }
        stream = try await guarded { [self] in
            try await GLibOperation.run { callback, data in
                soup_session_send_async(session.session, message, 0, cancellable.raw, callback, data)
            } finish: { [self] result in
                GLibPointer(
                    try GLibFailure.check { soup_session_send_finish(session.session, result, $0) }
                )
            }
        }
        .raw
        let fields = HTTPFields(soup_message_get_response_headers(message))
        let status = HTTPStatus(rawValue: Int(soup_message_get_status(message).rawValue))
        let hasBody = String(cString: soup_message_get_method(message)) != "HEAD" && status != .notModified
        if hasBody { announcedLength = fields["Content-Length"].flatMap(Int64.init) }
        return (status, fields)
    }

    /// Makes the WebSocket handshake and hands over the connection.
    ///
    /// - Throws: ``HTTPError/webSocketRefused(status:)`` for any other answer, redirects included.
    func openWebSocket() async throws -> WebSocketStream {
        startTimers()
        defer { finish() }
        let connection = try await guarded { [self] in
            try await GLibOperation.run { callback, data in
                soup_session_websocket_connect_async(
                    session.session,
                    message,
                    nil,
                    nil,
                    0,
                    cancellable.raw,
                    callback,
                    data
                )
            } finish: { [self] result in
                GLibPointer(
                    try GLibFailure.check { soup_session_websocket_connect_finish(session.session, result, $0) }
                )
            }
        }
        return WebSocketHandover.stream(of: connection.raw)
    }

    /// The next piece of the decoded body.
    func next() async throws -> [UInt8]? {
        guard let stream else { return nil }
        if let limit = options.maximumBodyLength, let announcedLength, announcedLength > limit {
            throw overrun(limit)
        }
        let bytes = try await guarded { [self] in
            idleTimer?.schedule(after: options.idleTimeout)
            defer { idleTimer?.stop() }
            return try await GLibOperation.run { callback, data in
                g_input_stream_read_bytes_async(stream, 64 * 1024, 0, cancellable.raw, callback, data)
            } finish: { result in
                let bytes = try GLibFailure.check { g_input_stream_read_bytes_finish(stream, result, $0) }
                defer { g_bytes_unref(bytes) }
                return [UInt8](bytes)
            }
        }
        received += Int64(bytes.count)
        if let limit = options.maximumBodyLength, received > limit {
            throw overrun(limit)
        }
        if bytes.isEmpty { finish() }
        return bytes.isEmpty ? nil : bytes
    }

    /// Reads a small body to its end, so that the connection can be used again.
    func drain() async {
        guard let announcedLength, announcedLength <= 64 * 1024 else { return }
        // A body that fails only costs the connection.
        while (try? await next()) != nil {}
    }

    private func overrun(_ limit: Int64) -> HTTPError {
        let error = HTTPError.bodyTooLarge(limit: limit)
        end(error)
        finish()
        return error
    }

    /// Lets go of the body: libsoup keeps the connection where it was read to its end, and closes it otherwise.
    private func finish() {
        stream.map { g_object_unref($0) }
        stream = nil
        totalTimer = nil
        idleTimer = nil
    }

    /// Runs a step; its failure becomes our own reason where we had one, a cancellation, or GLib's reason.
    private func guarded<Value: Sendable>(_ step: @GLibActor () async throws -> Value) async throws -> Value {
        do {
            try Task.checkCancellation()
            return try await cancellable.whileRunning(step)
        } catch {
            cancellable.cancel()
            finish()
            guard let failure = error as? GLibFailure else { throw error }
            if let verdict { throw verdict }
            if let error = upload?.failure { throw error }
            if Task.isCancelled || failure.matches(G_IO_ERROR_CANCELLED) { throw CancellationError() }
            if failure.domain == soup_websocket_error_quark() {
                throw HTTPError.webSocketRefused(status: Int(soup_message_get_status(message).rawValue))
            }
            throw HTTPError(failure, host: host)
        }
    }

    private func prepareFields(_ fields: HTTPFields, authorization: String?) {
        let headers = soup_message_get_request_headers(message)
        let own: Set = ["host", "content-length", "connection", "transfer-encoding", "expect", "upgrade"]
        fields.write(to: headers, except: own.contains)
        if let authorization, fields["Authorization"] == nil {
            soup_message_headers_append(headers, "Authorization", authorization)
        }
        if !options.decompresses {
            soup_message_disable_feature(message, soup_content_decoder_get_type())
            if fields["Accept-Encoding"] == nil { soup_message_headers_append(headers, "Accept-Encoding", "identity") }
        }
    }

    private func startTimers() {
        let host = host
        idleTimer = GLibTimer { [weak self] in self?.end(.timedOut(host: host)) }
        idleTimer?.schedule(after: options.idleTimeout)
        guard let deadline else { return }
        totalTimer = GLibTimer { [weak self] in self?.end(.timedOut(host: host)) }
        totalTimer?.schedule(after: deadline - .now)
    }

    private func uploadMoved(_ event: UploadPipe.Event) {
        switch event {
        case .progress: idleTimer?.schedule(after: options.idleTimeout)
        case .failed: cancellable.cancel()
        }
    }
}
