import CSoup
import GLibLoop
import HTTP

/// Writes an answer: the head at once, the body at the client's pace.
@GLibActor
final class ResponseWriter {
    /// Bytes handed to libsoup before the producer has to wait.
    private static let highWater = 512 * 1024

    /// What the server says itself, in lower case.
    private static let ownFields: Set = [
        "content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "date", "server",
    ]

    private unowned let exchange: ServerExchange
    private let closing: Bool
    private var queued = 0
    /// Whether libsoup has nothing to write and has paused the message.
    private var isStarved = true
    private var waiter: CheckedContinuation<Void, Never>?
    private(set) var isComplete = false
    private var isOver = false

    init(_ exchange: ServerExchange, closing: Bool) {
        self.exchange = exchange
        self.closing = closing
    }

    private var message: OpaquePointer { exchange.message }

    func writeHead(_ status: HTTPStatus, _ fields: HTTPFields, _ body: HTTPBody) {
        soup_server_message_set_status(message, guint(clamping: status.rawValue), nil)
        let headers = soup_server_message_get_response_headers(message)
        fields.write(to: headers, except: Self.ownFields.contains)
        if closing { soup_message_headers_append(headers, "Connection", "close") }
        let content = soup_server_message_get_response_body(message)
        // Not accumulating frees what was written, and keeps libsoup from answering ranges by itself.
        soup_message_body_set_accumulate(content, 0)
        if status == .notModified {
            soup_message_headers_set_encoding(headers, SOUP_ENCODING_NONE)
        } else if let length = body.length {
            soup_message_headers_set_content_length(headers, goffset(length))
        } else {
            let isOld = soup_server_message_get_http_version(message) == SOUP_HTTP_1_0
            soup_message_headers_set_encoding(headers, isOld ? SOUP_ENCODING_EOF : SOUP_ENCODING_CHUNKED)
            if isOld { soup_message_headers_replace(headers, "Connection", "close") }
        }
        if case .bytes(let bytes) = body.storage {
            if !bytes.isEmpty, sendsBody(status) {
                let data = bytes.glibBytes
                soup_message_body_append_bytes(content, data)
                g_bytes_unref(data)
            }
            isComplete = true
        } else if !sendsBody(status) {
            isComplete = true
        }
    }

    private func sendsBody(_ status: HTTPStatus) -> Bool {
        status != .notModified && status != .noContent
            && String(cString: soup_server_message_get_method(message)) != "HEAD"
    }

    /// Writes the rest; a body that fails or is not as long as announced cuts the connection, so that nobody takes it for whole.
    func writeBody(_ body: HTTPBody) async {
        guard !isComplete, !isOver else { return }
        GLibSignal.connect(gpointer(message), "wrote-body-data") { [weak self] (count: Int32) in self?.wrote(Int(count))
        }
        do {
            if case .file(let region) = body.storage {
                try await pump(FileReadAhead(region))
            } else {
                try await pump(body)
            }
            isComplete = true
        } catch {
            exchange.abort()
        }
    }

    private func pump(_ body: HTTPBody) async throws {
        var sent: Int64 = 0
        for try await chunk in body where !chunk.isEmpty {
            sent += Int64(chunk.count)
            guard sent <= body.length ?? .max else { throw CancellationError() }
            let bytes = chunk.glibBytes
            defer { g_bytes_unref(bytes) }
            try await write(bytes)
        }
        if let length = body.length {
            guard sent == length else { throw CancellationError() }
        } else if !isOver {
            soup_message_body_complete(soup_server_message_get_response_body(message))
            exchange.feed()
        }
    }

    private func pump(_ file: FileReadAhead) async throws {
        while let bytes = try await file.next() {
            defer { g_bytes_unref(bytes.raw) }
            try await write(bytes.raw)
        }
    }

    private func write(_ bytes: OpaquePointer) async throws {
        guard !isOver else { throw CancellationError() }
        queued += Int(g_bytes_get_size(bytes))
        soup_message_body_append_bytes(soup_server_message_get_response_body(message), bytes)
        if isStarved {
            isStarved = false
            exchange.feed()
        }
        while queued >= Self.highWater, !isOver {
            try Task.checkCancellation()
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    waiter = continuation
                    if Task.isCancelled { wake() }
                }
            } onCancel: {
                GLibActor.post { self.wake() }
            }
        }
    }

    private func wrote(_ count: Int) {
        queued -= count
        if queued == 0 { isStarved = true }
        if queued < Self.highWater { wake() }
    }

    private func wake() {
        waiter?.resume()
        waiter = nil
    }

    /// libsoup is done with the message.
    func over() {
        isOver = true
        wake()
    }
}
