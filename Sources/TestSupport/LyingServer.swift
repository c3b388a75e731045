public import Foundation
import Synchronization

/// A server on a raw socket that plays a script to whoever connects: slow, cut short, wrong, endless or rubbish.
///
/// It listens on a free port of the loopback address and stops when it is let go.
public final class LyingServer: Sendable {
    /// One step of a script.
    public enum Step: Sendable {
        /// Reads a request's header, up to the empty line.
        case receiveHeader
        /// Reads so many bytes.
        case receive(Int)
        /// Sends a text.
        case send(String)
        /// Sends bytes.
        case sendBytes([UInt8])
        /// Sends these bytes again and again until the peer hangs up.
        case sendEndlessly([UInt8])
        /// Waits until ``LyingServer/proceed()`` is called.
        case pause
        /// Waits until the peer hangs up.
        case waitForHangUp
        /// Drops the connection with a reset.
        case reset
    }

    private struct State {
        var received: [[UInt8]] = []
        var sent = 0
    }

    /// The port listened on.
    public let port: Int
    /// Fired when a peer hung up while the script was receiving, waiting for it, or sending endlessly.
    public let hungUp = Latch()
    /// Fired when a script has come to ``Step/pause``.
    public let paused = Latch()
    private let listener: Int32
    private let scripts: [[Step]]
    private let state = Mutex(State())
    private let gate = DispatchSemaphore(value: 0)

    /// Listens; the n-th connection gets the n-th script, later ones the last.
    public init(_ scripts: [Step]...) throws {
        self.scripts = scripts
        (listener, port) = try Self.listen()
        Thread.detachNewThread { [listener, weak self] in
            var count = 0
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                let number = count
                count += 1
                Thread.detachNewThread { [weak self] in
                    self?.play(number, connection)
                    close(connection)
                }
            }
            close(listener)
        }
    }

    private static func listen() throws -> (listener: Int32, port: Int) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(listener, generic, size) == 0 && Foundation.listen(listener, 64) == 0
                    && getsockname(listener, generic, &size) == 0
            }
        }
        guard isListening else { throw POSIXError(.EADDRINUSE) }
        return (listener, Int(UInt16(bigEndian: address.sin_port)))
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// An address of this server.
    public func url(_ path: String = "/") -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
            preconditionFailure("not a path: \(path)")
        }
        return url
    }

    /// Lets one script go on after ``Step/pause``.
    public func proceed() { gate.signal() }

    /// What the n-th connection sent so far, as text.
    public func received(_ connection: Int = 0) -> String {
        state.withLock {
            $0.received.indices.contains(connection) ? String(decoding: $0.received[connection], as: UTF8.self) : ""
        }
    }

    /// How many connections there were.
    public var connections: Int { state.withLock { $0.received.count } }

    /// How many bytes were handed to the system in all.
    public var sentBytes: Int { state.withLock { $0.sent } }

    private func play(_ number: Int, _ connection: Int32) {
        state.withLock { state in
            while state.received.count <= number { state.received.append([]) }
        }
        for step in scripts[min(number, scripts.count - 1)] {
            guard perform(step, number, connection) else { return }
        }
    }

    private func perform(_ step: Step, _ number: Int, _ connection: Int32) -> Bool {
        switch step {
        case .receiveHeader:
            return receive(number, connection) { $0.suffix(4) == [13, 10, 13, 10] }
        case .receive(let count):
            let start = state.withLock { $0.received[number].count }
            return count == 0 || receive(number, connection) { $0.count - start >= count }
        case .send(let text): return send(Array(text.utf8), connection)
        case .sendBytes(let bytes): return send(bytes, connection)
        case .sendEndlessly(let bytes):
            while send(bytes, connection) {}
            hungUp.fire()
            return false
        case .pause:
            paused.fire()
            gate.wait()
            return true
        case .waitForHangUp:
            return receive(number, connection) { _ in false }
        case .reset:
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
            return false
        }
    }

    /// Reads byte by byte until `isDone`; false when the peer is gone.
    private func receive(_ number: Int, _ connection: Int32, until isDone: ([UInt8]) -> Bool) -> Bool {
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) == 1 {
            let all = state.withLock { state in
                state.received[number].append(byte)
                return state.received[number]
            }
            if isDone(all) { return true }
        }
        hungUp.fire()
        return false
    }

    private func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.send(
                    connection,
                    $0.baseAddress?.advanced(by: offset),
                    bytes.count - offset,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { return false }
            offset += count
            state.withLock { $0.sent += count }
        }
        return true
    }
}
