import CSoup
import GLibLoop

/// Bytes in and out of an upgraded connection; one write at a time, in the order asked for.
@GLibActor
final class WebSocketStream {
    private let stream: UnsafeMutablePointer<GIOStream>
    private let cancellable = GLibCancellable()
    private let onClose: @GLibActor () -> Void
    private var isWriting = false
    private var isClosed = false
    private var queue: [CheckedContinuation<Void, Never>] = []

    /// - Parameters:
    ///   - stream: owned from now on.
    ///   - onClose: lets go of what else belongs to the connection.
    init(_ stream: UnsafeMutablePointer<GIOStream>, onClose: @escaping @GLibActor () -> Void) {
        self.stream = stream
        self.onClose = onClose
    }

    isolated deinit {
        close()
        g_object_unref(stream)
    }

    /// The next bytes; `nil` when there will be none.
    func read() async -> [UInt8]? {
        guard !isClosed, let input = g_io_stream_get_input_stream(stream) else { return nil }
        let bytes = try? await GLibOperation.run { callback, data in
            g_input_stream_read_bytes_async(input, 16 * 1024, 0, cancellable.raw, callback, data)
        } finish: { result in
            let bytes = try GLibFailure.check { g_input_stream_read_bytes_finish(input, result, $0) }
            defer { g_bytes_unref(bytes) }
            return [UInt8](bytes)
        }
        return bytes.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Writes all of it; returns when the system has taken it, which a slow peer delays.
    ///
    /// False when the connection is lost.
    func write(_ bytes: [UInt8]) async -> Bool {
        if isWriting { await withCheckedContinuation { queue.append($0) } }
        guard !isClosed else {
            next()
            return false
        }
        isWriting = true
        defer { next() }
        var content = bytes.glibBytes
        defer { g_bytes_unref(content) }
        while g_bytes_get_size(content) > 0 {
            guard !isClosed, let output = g_io_stream_get_output_stream(stream) else { return false }
            let size = g_bytes_get_size(content)
            let written = try? await GLibOperation.run { callback, data in
                g_output_stream_write_bytes_async(output, content, 0, cancellable.raw, callback, data)
            } finish: { result in
                g_output_stream_write_bytes_finish(output, result, nil)
            }
            guard let written, written > 0 else { return false }
            let rest = g_bytes_new_from_bytes(content, gsize(written), size - gsize(written))
            g_bytes_unref(content)
            guard let rest else { return false }
            content = rest
        }
        return true
    }

    /// Hands the right to write to the one who has waited longest.
    private func next() {
        isWriting = !queue.isEmpty
        if isWriting { queue.removeFirst().resume() }
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        cancellable.cancel()
        let stream = GLibPointer(stream)
        g_object_ref(stream.raw)
        let onClose = onClose
        // Not from inside an operation of this stream: GIO refuses to close it then. Ends with the close.
        Task { @GLibActor in
            _ = try? await GLibOperation.run { callback, data in
                g_io_stream_close_async(stream.raw, 0, nil, callback, data)
            } finish: { result in
                g_io_stream_close_finish(stream.raw, result, nil)
            }
            g_object_unref(stream.raw)
            onClose()
        }
    }
}
