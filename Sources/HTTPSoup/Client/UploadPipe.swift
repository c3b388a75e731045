import CSoup
import Foundation
import GLibLoop
import HTTP

/// Feeds a request's body to libsoup through a pipe: the pipe's fixed size is what makes the producer wait.
@GLibActor
final class UploadPipe {
    /// What happened to the body.
    enum Event {
        /// Bytes went out.
        case progress
        /// The producer failed: the request must not end as if it were whole.
        case failed
    }

    /// The producer's error.
    private(set) var failure: (any Error)?
    private let output: UnsafeMutablePointer<GOutputStream>
    private let cancellable = GLibCancellable()
    private var pump: Task<Void, Never>?

    /// Gives `message` the body; returns the pipe where one is needed.
    static func attach(
        _ body: HTTPBody,
        to message: OpaquePointer,
        _ report: @escaping @GLibActor (Event) -> Void
    )
        throws -> UploadPipe?
    {
        if case .bytes(let bytes) = body.storage {
            guard !bytes.isEmpty else {
                // A length of zero where a body is expected (RFC 9110 section 8.6).
                if ["POST", "PUT", "PATCH"].contains(String(cString: soup_message_get_method(message))) {
                    soup_message_headers_set_content_length(soup_message_get_request_headers(message), 0)
                }
                return nil
            }
            let content = bytes.glibBytes
            soup_message_set_request_body_from_bytes(message, nil, content)
            g_bytes_unref(content)
            return nil
        }
        var ends: [Int32] = [-1, -1]
        // Close-on-exec is set by the first call, and both ends must never block the loop.
        guard g_unix_open_pipe(&ends, FD_CLOEXEC, nil) != 0,
            ends.allSatisfy({ g_unix_set_fd_nonblocking($0, 1, nil) != 0 })
        else {
            throw HTTPError.cannotConnect(host: "The request", reason: String(cString: strerror(errno)))
        }
        guard let input = g_unix_input_stream_new(ends[0], 1), let output = g_unix_output_stream_new(ends[1], 1) else {
            preconditionFailure("out of memory")
        }
        soup_message_set_request_body(message, nil, input, gssize(body.length ?? -1))
        g_object_unref(input)
        let pipe = UploadPipe(output)
        pipe.start(body, report)
        return pipe
    }

    private init(_ output: UnsafeMutablePointer<GOutputStream>) { self.output = output }

    isolated deinit {
        pump?.cancel()
        cancellable.cancel()
        g_object_unref(output)
    }

    private func start(_ body: HTTPBody, _ report: @escaping @GLibActor (Event) -> Void) {
        let output = GLibPointer(output)
        let cancellable = cancellable
        // Cancelled by `deinit`, when the exchange is over.
        pump = Task { @GLibActor [weak self] in
            var sent: Int64 = 0
            do {
                for try await chunk in body {
                    try await Self.write(chunk, to: output, cancellable)
                    sent += Int64(chunk.count)
                    report(.progress)
                }
                if let length = body.length, length != sent { throw HTTPError.bodyTooLarge(limit: length) }
            } catch {
                self?.failure = error
                report(.failed)
            }
            g_output_stream_close(output.raw, nil, nil)
        }
    }

    private static func write(
        _ chunk: [UInt8],
        to output: GLibPointer<UnsafeMutablePointer<GOutputStream>>,
        _ cancellable: GLibCancellable
    ) async throws {
        var rest: OpaquePointer? = chunk.glibBytes
        defer { rest.map { g_bytes_unref($0) } }
        while let bytes = rest, g_bytes_get_size(bytes) > 0 {
            let written = try await GLibOperation.run { callback, data in
                g_output_stream_write_bytes_async(output.raw, bytes, 0, cancellable.raw, callback, data)
            } finish: { result in
                let count = g_output_stream_write_bytes_finish(output.raw, result, nil)
                guard count >= 0 else { throw CancellationError() }
                return count
            }
            let size = g_bytes_get_size(bytes)
            rest = g_bytes_new_from_bytes(bytes, gsize(written), size - gsize(written))
            g_bytes_unref(bytes)
        }
    }
}
