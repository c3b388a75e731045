/// Takes the bytes of a WebSocket apart into messages (RFC 6455 section 5), without a socket.
///
/// libsoup 3.2 limits frames, not messages: fragments without end would fill the memory. So the frames are read here.
package struct WebSocketFrameReader {
    /// Something the peer said.
    package enum Event: Sendable, Equatable {
        /// A whole message.
        case message(WebSocketMessage)
        /// To be answered with a pong of the same bytes.
        case ping([UInt8])
        /// The answer to a ping.
        case pong
        /// The peer closes; 1005 where it gave no code.
        case close(code: Int)
    }

    /// A broken rule, with the code to close the connection with.
    package struct Violation: Error, Equatable {
        /// 1002, 1007 or 1009.
        package let code: Int

        /// Names a code.
        package init(code: Int) { self.code = code }
    }

    private enum Opcode: UInt8 {
        case continuation = 0
        case text = 1
        case binary = 2
        case close = 8
        case ping = 9
        case pong = 10

        var isControl: Bool { rawValue >= 8 }
    }

    private struct Header {
        let isFinal: Bool
        let opcode: Opcode
        let mask: [UInt8]?
        let length: Int
        let size: Int
    }

    private let expectsMask: Bool
    private let maximumMessageSize: Int
    private var buffer: [UInt8] = []
    private var message: [UInt8] = []
    private var messageOpcode: Opcode?

    /// - Parameters:
    ///   - expectsMask: true at a server: clients mask, servers do not (section 5.1).
    ///   - maximumMessageSize: bytes of a message, all its fragments together.
    package init(expectsMask: Bool, maximumMessageSize: Int) {
        self.expectsMask = expectsMask
        self.maximumMessageSize = maximumMessageSize
    }

    /// Takes bytes as they come.
    ///
    /// - Returns: what they complete. After a violation the events before it are lost, which the close makes meaningless anyway.
    package mutating func read(_ bytes: [UInt8]) throws(Violation) -> [Event] {
        buffer += bytes
        var events: [Event] = []
        var offset = 0
        while let header = try header(at: offset) {
            guard buffer.count - offset >= header.size + header.length else { break }
            let start = offset + header.size
            var payload = Array(buffer[start..<start + header.length])
            if let mask = header.mask { Self.apply(mask, to: &payload) }
            offset = start + header.length
            if let event = try event(header, payload) { events.append(event) }
        }
        buffer.removeFirst(offset)
        return events
    }

    /// The frame header at an offset; `nil` until it is whole.
    private func header(at offset: Int) throws(Violation) -> Header? {
        guard buffer.count - offset >= 2 else { return nil }
        let (first, second) = (buffer[offset], buffer[offset + 1])
        // The reserved bits belong to extensions, and none is ever agreed on.
        guard first & 0x70 == 0, let opcode = Opcode(rawValue: first & 15), (second & 0x80 != 0) == expectsMask else {
            throw Violation(code: 1002)
        }
        let isFinal = first & 0x80 != 0
        let short = Int(second & 0x7F)
        guard !opcode.isControl || (isFinal && short <= 125) else { throw Violation(code: 1002) }
        let lengthSize = short == 127 ? 8 : short == 126 ? 2 : 0
        let size = 2 + lengthSize + (expectsMask ? 4 : 0)
        guard buffer.count - offset >= 2 + lengthSize else { return nil }
        let length = try lengthSize == 0 ? short : length(at: offset + 2, lengthSize)
        guard opcode.isControl || length <= maximumMessageSize - message.count else { throw Violation(code: 1009) }
        guard buffer.count - offset >= size else { return nil }
        let mask = expectsMask ? Array(buffer[(offset + size - 4)..<(offset + size)]) : nil
        return Header(isFinal: isFinal, opcode: opcode, mask: mask, length: length, size: size)
    }

    private func length(at offset: Int, _ size: Int) throws(Violation) -> Int {
        let value = buffer[offset..<offset + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        // The shortest form is demanded, and the top bit is zero (section 5.2).
        guard value > (size == 2 ? 125 : 65_535), value <= UInt64(Int64.max) else { throw Violation(code: 1002) }
        return Int(value)
    }

    private static func apply(_ mask: [UInt8], to payload: inout [UInt8]) {
        for index in payload.indices { payload[index] ^= mask[index & 3] }
    }

    private mutating func event(_ header: Header, _ payload: [UInt8]) throws(Violation) -> Event? {
        switch header.opcode {
        case .ping: return .ping(payload)
        case .pong: return .pong
        case .close: return .close(code: try Self.closeCode(payload))
        case .text, .binary:
            guard messageOpcode == nil else { throw Violation(code: 1002) }
            messageOpcode = header.opcode
        case .continuation:
            guard messageOpcode != nil else { throw Violation(code: 1002) }
        }
        message += payload
        guard header.isFinal else { return nil }
        defer {
            message = []
            messageOpcode = nil
        }
        guard messageOpcode == .text else { return .message(.binary(message)) }
        guard let text = String(validating: message, as: UTF8.self) else { throw Violation(code: 1007) }
        return .message(.text(text))
    }

    private static func closeCode(_ payload: [UInt8]) throws(Violation) -> Int {
        guard !payload.isEmpty else { return 1005 }
        guard payload.count >= 2 else { throw Violation(code: 1002) }
        let code = Int(payload[0]) << 8 | Int(payload[1])
        // Codes that may travel (section 7.4): registered ones, and those of libraries and applications.
        guard [1000...1003, 1007...1014, 3000...4999].contains(where: { $0.contains(code) }) else {
            throw Violation(code: 1002)
        }
        guard String(validating: payload.dropFirst(2), as: UTF8.self) != nil else { throw Violation(code: 1007) }
        return code
    }
}
