import CSoup
import GLibLoop
import HTTP

/// Answers on a connection taken from libsoup whose request will not be read to its end.
@GLibActor
enum Refusal {
    /// Sends a short answer and closes; owns `stream`.
    ///
    /// Closing with bytes unread resets the connection, and the client would lose the answer; so what comes is read and dropped for a
    /// moment. That moment is bounded in time and bytes.
    static func send(_ status: HTTPStatus, on stream: UnsafeMutablePointer<GIOStream>, name: String) {
        let cancellable = GLibCancellable()
        let timer = GLibTimer { [weak cancellable] in cancellable?.cancel() }
        timer.schedule(after: .seconds(2))
        let stream = GLibPointer(stream)
        let phrase = soup_status_get_phrase(guint(status.rawValue)).map { String(cString: $0) } ?? "Refused"
        let text = "\(phrase)\n"
        let answer =
            "HTTP/1.1 \(status.rawValue) \(phrase)\r\nServer: \(name)\r\nContent-Type: text/plain\r\n"
            + "Content-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)"
        // Bounded by the timer.
        Task { @GLibActor in
            defer { withExtendedLifetime(timer) {} }
            await write(Array(answer.utf8), stream, cancellable)
            shutDownWriting(stream.raw)
            await drain(stream, cancellable)
            g_io_stream_close(stream.raw, nil, nil)
            g_object_unref(stream.raw)
        }
    }

    private static func write(
        _ bytes: [UInt8],
        _ stream: GLibPointer<UnsafeMutablePointer<GIOStream>>,
        _ cancellable: GLibCancellable
    ) async {
        let output = GLibPointer(g_io_stream_get_output_stream(stream.raw))
        let content = GLibPointer(bytes.glibBytes)
        // A client that does not take the answer does not get it.
        _ = try? await GLibOperation.run { callback, data in
            g_output_stream_write_bytes_async(output.raw, content.raw, 0, cancellable.raw, callback, data)
        } finish: { result in
            g_output_stream_write_bytes_finish(output.raw, result, nil)
        }
        g_bytes_unref(content.raw)
    }

    private static func shutDownWriting(_ stream: UnsafeMutablePointer<GIOStream>) {
        g_output_stream_close(g_io_stream_get_output_stream(stream), nil, nil)
    }

    private static func drain(
        _ stream: GLibPointer<UnsafeMutablePointer<GIOStream>>,
        _ cancellable: GLibCancellable
    ) async {
        let input = GLibPointer(g_io_stream_get_input_stream(stream.raw))
        var dropped = 0
        while dropped < 4 * 1024 * 1024 {
            let count = try? await GLibOperation.run { callback, data in
                g_input_stream_skip_async(input.raw, 64 * 1024, 0, cancellable.raw, callback, data)
            } finish: { result in
                g_input_stream_skip_finish(input.raw, result, nil)
            }
            guard let count, count > 0 else { return }
            dropped += count
        }
    }
}
