import Foundation
import HTTP
import Synchronization

@testable import PodcastServer

/// Pictures written byte by byte, so that every lie about them is ours.
enum ArtFixtures {
    /// A pixel: red, green, blue, alpha.
    typealias Pixel = (UInt8, UInt8, UInt8, UInt8)

    /// A PNG (ISO 15948) with uncompressed data; `declared` replaces the size in its header.
    static func png(
        _ width: Int,
        _ height: Int,
        declared: (Int, Int)? = nil,
        _ pixel: (_ x: Int, _ y: Int) -> Pixel = { _, _ in (200, 30, 30, 255) }
    ) -> [UInt8] {
        var raw: [UInt8] = []
        for y in 0..<height {
            raw.append(0)
            for x in 0..<width {
                let (red, green, blue, alpha) = pixel(x, y)
                raw += [red, green, blue, alpha]
            }
        }
        let (namedWidth, namedHeight) = declared ?? (width, height)
        let header = big(namedWidth) + big(namedHeight) + [8, 6, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", stored(raw))
            + chunk("IEND", [])
    }

    /// One white pixel.
    static let gif: [UInt8] =
        Array("GIF89a".utf8) + [
            1, 0, 1, 0, 0x80, 0, 0, 255, 255, 255, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B,
        ]

    /// One pixel, lossless.
    static let webp: [UInt8] =
        Array("RIFF".utf8) + [0x1A, 0, 0, 0] + Array("WEBPVP8L".utf8) + [
            0x0D, 0, 0, 0, 0x2F, 0, 0, 0, 0x10, 0x07, 0x10, 0x11, 0x11, 0x88, 0x88, 0xFE, 0x07, 0,
        ]

    /// A JPEG of a size, as this project writes it.
    static func jpeg(_ width: Int, _ height: Int) async throws -> [UInt8] {
        try await PictureRenderer().render(png(width, height), fitting: 4096).bytes
    }

    /// A JPEG whose EXIF part says how it is to be turned.
    static func turned(_ jpeg: [UInt8], orientation: UInt8) -> [UInt8] {
        // Big-endian TIFF with one entry: tag 0x0112, a short.
        let tiff: [UInt8] =
            [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
        let payload = Array("Exif\0\0".utf8) + tiff
        let length = payload.count + 2
        return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + payload + jpeg.dropFirst(2)
    }

    private static func big(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        var crc: UInt32 = .max
        for byte in body {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return big(data.count) + body + big(Int(~crc))
    }

    /// A zlib stream of stored blocks (RFC 1950, RFC 1951).
    private static func stored(_ raw: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = raw[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            stream.append(rest.isEmpty ? 1 : 0)
            for half in [length, ~length] { stream += [UInt8(half & 255), UInt8(half >> 8)] }
            stream += block
        } while !rest.isEmpty
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in raw {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return stream + big(Int(high << 16 | low))
    }
}

/// A server of one picture without sockets, which counts what it is asked.
final class PictureServer: HTTPClient {
    typealias Answer = @Sendable (HTTPRequest) async throws -> HTTPResponse

    private struct State {
        var answer: Answer
        var asked: [HTTPRequest] = []
    }

    private let state: Mutex<State>

    init(_ answer: @escaping Answer) { state = Mutex(State(answer: answer)) }

    /// Serves bytes with an entity tag.
    convenience init(_ bytes: [UInt8]) { self.init(Self.serving(bytes)) }

    static func serving(_ bytes: [UInt8], tag: String = "\"1\"") -> Answer {
        { request in
            if request.fields["If-None-Match"] == tag { return HTTPResponse(status: 304, url: request.url) }
            let fields: HTTPFields = ["ETag": tag, "Content-Type": "text/plain"]
            return HTTPResponse(status: 200, fields: fields, body: HTTPBody(bytes), url: request.url)
        }
    }

    var asked: [HTTPRequest] { state.withLock { $0.asked } }
    func serve(_ answer: @escaping Answer) { state.withLock { $0.answer = answer } }

    func send(_ request: HTTPRequest, _ options: HTTPRequestOptions) async throws -> HTTPResponse {
        let answer = state.withLock { state in
            state.asked.append(request)
            return state.answer
        }
        return try await answer(request)
    }

    func openWebSocket(_ request: HTTPRequest, _ options: WebSocketOptions) async throws -> any WebSocket {
        throw HTTPError.invalidURL
    }
}

/// A clock that is moved by hand.
final class HandClock: Sendable {
    private let date = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

    var now: Date { date.withLock { $0 } }
    func advance(_ seconds: TimeInterval) { date.withLock { $0 += seconds } }
}
