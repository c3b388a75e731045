/// Prints WebSocket frames (RFC 6455 section 5.2); messages are never fragmented.
package struct WebSocketFrameWriter {
    private let masks: Bool

    /// - Parameter masks: true at a client, whose frames are masked with random bytes (section 5.3).
    package init(masks: Bool) { self.masks = masks }

    /// A whole message.
    package func message(_ message: WebSocketMessage) -> [UInt8] {
        switch message {
        case .text(let text): frame(1, Array(text.utf8))
        case .binary(let bytes): frame(2, bytes)
        }
    }

    /// A ping without bytes.
    package func ping() -> [UInt8] { frame(9, []) }

    /// The answer to a ping.
    package func pong(_ payload: [UInt8]) -> [UInt8] { frame(10, payload) }

    /// A close with a reason, cut to what fits into a control frame; the codes 1005 and 1006 are never sent, so they send none.
    package func close(code: Int, reason: String) -> [UInt8] {
        guard (1000...4999).contains(code), code != 1005, code != 1006 else { return frame(8, []) }
        var text = reason
        while text.utf8.count > 123 { text.removeLast() }
        return frame(8, [UInt8(code >> 8), UInt8(code & 255)] + Array(text.utf8))
    }

    private func frame(_ opcode: UInt8, _ payload: [UInt8]) -> [UInt8] {
        var frame: [UInt8] = [0x80 | opcode]
        frame.reserveCapacity(payload.count + 14)
        let masked: UInt8 = masks ? 0x80 : 0
        switch payload.count {
        case ...125: frame.append(masked | UInt8(payload.count))
        case ...65_535:
            frame.append(masked | 126)
            frame += [UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        default:
            frame.append(masked | 127)
            frame += (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> ($0 * 8)) }
        }
        guard masks else { return frame + payload }
        let mask = (0..<4).map { _ in UInt8.random(in: .min ... .max) }
        frame += mask
        for (index, byte) in payload.enumerated() { frame.append(byte ^ mask[index & 3]) }
        return frame
    }
}
