import CSoup
import HTTP

extension HTTPError {
    /// The sentence for a failed exchange with `host`: the one place where GLib's errors are read.
    init(_ failure: GLibFailure, host: String) {
        switch failure.domain {
        case g_resolver_error_quark(): self = .cannotResolve(host: host)
        case g_io_error_quark(): self = Self.exchange(failure, host: host)
        case g_tls_error_quark(): self = Self.security(failure, host: host)
        case soup_session_error_quark(): self = .malformedResponse(host: host)
        default: self = .cannotConnect(host: host, reason: Self.clause(failure.message))
        }
    }

    private static func exchange(_ failure: GLibFailure, host: String) -> HTTPError {
        if failure.matches(G_IO_ERROR_TIMED_OUT) { return .timedOut(host: host) }
        if failure.matches(G_IO_ERROR_CONNECTION_REFUSED) {
            return .cannotConnect(host: host, reason: "nothing listens there")
        }
        if failure.matches(G_IO_ERROR_HOST_UNREACHABLE) || failure.matches(G_IO_ERROR_NETWORK_UNREACHABLE) {
            return .cannotConnect(host: host, reason: "there is no route to it")
        }
        if failure.matches(G_IO_ERROR_HOST_NOT_FOUND) { return .cannotResolve(host: host) }
        if failure.matches(G_IO_ERROR_INVALID_DATA) { return .malformedResponse(host: host) }
        let lost = [G_IO_ERROR_PARTIAL_INPUT, G_IO_ERROR_CONNECTION_CLOSED, G_IO_ERROR_BROKEN_PIPE, G_IO_ERROR_CLOSED]
        if lost.contains(where: failure.matches) { return .connectionLost(host: host) }
        return .cannotConnect(host: host, reason: clause(failure.message))
    }

    private static func security(_ failure: GLibFailure, host: String) -> HTTPError {
        if failure.matches(G_TLS_ERROR_EOF) { return .connectionLost(host: host) }
        if failure.matches(G_TLS_ERROR_NOT_TLS) { return .tlsFailed(host: host, reason: "it does not speak TLS there") }
        return .tlsFailed(host: host, reason: clause(failure.message))
    }

    /// GLib's words, made to stand inside a sentence.
    static func clause(_ message: String) -> String {
        let trimmed = message.prefix { $0 != "\n" }.drop { $0 == " " }
        return trimmed.hasSuffix(".") ? String(trimmed.dropLast()) : String(trimmed)
    }
}
