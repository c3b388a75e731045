import Foundation

/// A TCP connection to a server on the loopback address that sends what it is told, right or wrong.
public final class RawConnection: Sendable {
    private let descriptor: Int32

    /// Connects.
    public init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw POSIXError(.ECONNREFUSED) }
    }

    deinit { close(descriptor) }

    /// Sends bytes; false when the peer does not take them any more.
    @discardableResult
    public func send(_ bytes: [UInt8]) async -> Bool {
        await inThread { [descriptor] in
            var offset = 0
            while offset < bytes.count {
                let count = bytes.withUnsafeBytes {
                    Foundation.send(
                        descriptor,
                        $0.baseAddress?.advanced(by: offset),
                        bytes.count - offset,
                        Int32(MSG_NOSIGNAL)
                    )
                }
                guard count > 0 else { return false }
                offset += count
            }
            return true
        }
    }

    /// Sends a text.
    @discardableResult
    public func send(_ text: String) async -> Bool { await send(Array(text.utf8)) }

    /// Reads until the text has come or the peer hangs up.
    public func receive(until text: String) async -> String {
        let end = Array(text.utf8)
        return await inThread { [descriptor] in
            var received: [UInt8] = []
            var byte: UInt8 = 0
            while received.suffix(end.count) != end[...], recv(descriptor, &byte, 1, 0) == 1 { received.append(byte) }
            return String(decoding: received, as: UTF8.self)
        }
    }

    /// Reads so many bytes, fewer when the peer hangs up.
    public func receive(_ count: Int) async -> [UInt8] {
        await inThread { [descriptor] in
            var received = [UInt8](repeating: 0, count: count)
            var total = 0
            while total < count {
                let got = received.withUnsafeMutableBytes {
                    recv(descriptor, $0.baseAddress?.advanced(by: total), count - total, 0)
                }
                guard got > 0 else { break }
                total += got
            }
            return Array(received.prefix(total))
        }
    }

    /// Reads until the peer hangs up.
    public func receiveAll() async -> String {
        await inThread { [descriptor] in
            var received: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 65_536)
            while case let count = recv(descriptor, &piece, piece.count, 0), count > 0 {
                received += piece.prefix(count)
            }
            return String(decoding: received, as: UTF8.self)
        }
    }

    /// Sends no more, but reads on.
    public func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Hangs up.
    public func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Runs blocking calls where they block nobody's executor.
    private func inThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in withExtendedLifetime(self) { continuation.resume(returning: body()) } }
        }
    }
}
