import HTTP
import Testing

struct WebSocketFrameTests {
    private func read(_ bytes: [UInt8], limit: Int = 1000) throws -> [WebSocketFrameReader.Event] {
        var reader = WebSocketFrameReader(expectsMask: false, maximumMessageSize: limit)
        return try reader.read(bytes)
    }

    @Test(
        arguments: [
            ([0x81, 2, 104, 105], [.message(.text("hi"))]), ([0x82, 1, 255], [.message(.binary([255]))]),
            ([0x01, 1, 104, 0x89, 0, 0x80, 1, 105], [.ping([]), .message(.text("hi"))]),
            ([0x8A, 1, 1], [.pong]), ([0x88, 0], [.close(code: 1005)]), ([0x88, 2, 3, 232], [.close(code: 1000)]),
            ([0x88, 4, 0x0F, 0xA1, 104, 105], [.close(code: 4001)]), ([0x81], []), ([0x81, 2, 104], []),
        ] as [([UInt8], [WebSocketFrameReader.Event])]
    )
    func framesBecomeEvents(bytes: [UInt8], events: [WebSocketFrameReader.Event]) throws {
        #expect(try read(bytes) == events)
    }

    @Test(
        arguments: [
            ([0xC1, 0], 1002), ([0x83, 0], 1002), ([0x81, 0x80, 0, 0, 0, 0], 1002), ([0x80, 0], 1002),
            ([0x01, 0, 0x81, 0], 1002), ([0x09, 0], 1002), ([0x89, 126, 0, 126], 1002), ([0x88, 1, 3], 1002),
            ([0x88, 2, 3, 237], 1002), ([0x88, 2, 0, 1], 1002), ([0x88, 3, 3, 232, 0xFF], 1007),
            ([0x81, 1, 0xFF], 1007),
            ([0x82, 126, 0, 125], 1002), ([0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 0], 1002),
            ([0x82, 126, 0x03, 0xE9], 1009),
            ([0x82, 127, 0x7F, 255, 255, 255, 255, 255, 255, 255], 1009),
        ] as [([UInt8], Int)]
    )
    func brokenRulesHaveACode(bytes: [UInt8], code: Int) {
        #expect(throws: WebSocketFrameReader.Violation(code: code)) { try read(bytes) }
    }

    @Test func fragmentsTogetherAreLimited() throws {
        var reader = WebSocketFrameReader(expectsMask: false, maximumMessageSize: 10)
        #expect(try reader.read([0x02, 6, 0, 0, 0, 0, 0, 0]).isEmpty)
        #expect(throws: WebSocketFrameReader.Violation(code: 1009)) { try reader.read([0x00, 5]) }
    }

    @Test(arguments: [0, 1, 125, 126, 65_535, 65_536])
    func whatIsWrittenIsReadAtTheOtherEndByteByByte(size: Int) throws {
        let message = WebSocketMessage.binary((0..<size).map { UInt8(truncatingIfNeeded: $0) })
        let frame = WebSocketFrameWriter(masks: true).message(message)
        var reader = WebSocketFrameReader(expectsMask: true, maximumMessageSize: size)
        var events: [WebSocketFrameReader.Event] = []
        let step = size > 1000 ? 999 : 1
        for start in stride(from: 0, to: frame.count, by: step) {
            events += try reader.read(Array(frame[start..<min(start + step, frame.count)]))
        }
        #expect(events == [.message(message)])
    }

    @Test func aLongReasonIsCutBetweenCharacters() throws {
        let frame = WebSocketFrameWriter(masks: false).close(code: 1000, reason: String(repeating: "ä", count: 100))
        #expect(frame.count <= 127)
        #expect(try read(frame) == [.close(code: 1000)])
    }

    @Test(arguments: [1005, 1006, 0, 70_000])
    func codesThatMayNotTravelAreNotSent(code: Int) {
        #expect(WebSocketFrameWriter(masks: false).close(code: code, reason: "x") == [0x88, 0])
    }
}
