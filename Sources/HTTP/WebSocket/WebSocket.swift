/// One WebSocket connection (RFC 6455), either end.
public protocol WebSocket: Sendable {
    /// Sends one message; returns when it is handed to the system, so that a slow peer slows the sender.
    func send(_ message: WebSocketMessage) async throws

    /// The next message; `nil` after a normal close. Only one reader at a time.
    ///
    /// - Throws: ``HTTPError/webSocketClosed(code:)`` after any other end: 1009 when a message was over the limit.
    func receive() async throws -> WebSocketMessage?

    /// Closes with a code and a short reason; does nothing on a closed connection.
    func close(code: Int, reason: String) async
}

/// A whole message.
public enum WebSocketMessage: Sendable, Equatable {
    /// Text in UTF-8.
    case text(String)
    /// Bytes.
    case binary([UInt8])
}

/// The limits of a WebSocket.
public struct WebSocketOptions: Sendable {
    /// The largest message accepted; a larger one closes the connection with 1009.
    public var maximumMessageSize = 128 * 1024
    /// Received messages kept for a reader that does not read; one more closes the connection with 1008.
    public var maximumUnreadMessages = 256
    /// How often to ping; `nil` for never.
    ///
    /// A peer that does not answer in one interval is closed.
    public var pingInterval: Duration? = .seconds(30)
    /// How long connecting may take.
    public var connectTimeout: Duration = .seconds(10)

    /// The defaults.
    public init() {}
}
