/// The picture formats that are decoded, told by their first bytes; nothing else reaches a decoder.
///
/// SVG is left out on purpose: it is a program more than a picture.
enum PictureFormat: String, Sendable, CaseIterable {
    case jpeg, png, gif, webp

    /// The format of a file, whatever its server calls it; `nil` for anything that is not decoded.
    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
            self = .gif
        } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webp
        } else {
            return nil
        }
    }

    /// The size that the file says it has, read without decoding; `nil` where the header is broken.
    func declaredSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        switch self {
        case .png:
            guard bytes.count >= 24 else { return nil }
            return (Self.big(bytes, 16, 4), Self.big(bytes, 20, 4))
        case .gif:
            guard bytes.count >= 10 else { return nil }
            return (Self.little(bytes, 6, 2), Self.little(bytes, 8, 2))
        case .webp: return Self.webpSize(bytes)
        case .jpeg: return Self.jpegSize(bytes)
        }
    }

    /// Whether the file goes on to its end mark; decoders leave what is missing of PNG and JPEG to chance.
    func hasEnd(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .png:
            var index = 8
            while index + 12 <= bytes.count {
                let end = index + 12 + Self.big(bytes, index, 4)
                if bytes[(index + 4)..<(index + 8)].elementsEqual("IEND".utf8) { return end <= bytes.count }
                index = end
            }
            return false
        case .jpeg:
            // Behind the scan's header nothing but the end mark looks like it; thumbnails stand before and have their own.
            guard let scan = Self.jpegSegment(bytes, where: { $0 == 0xDA }) else { return false }
            return bytes[scan...].firstRange(of: [0xFF, 0xD9]) != nil
        case .webp: return bytes.count >= 12 && 8 + Self.little(bytes, 4, 4) <= bytes.count
        case .gif: return true
        }
    }

    /// The container specification's three kinds: lossy, lossless, extended.
    private static func webpSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        guard bytes.count >= 30 else { return nil }
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8 ": return (little(bytes, 26, 2) & 0x3FFF, little(bytes, 28, 2) & 0x3FFF)
        case "VP8L":
            let bits = little(bytes, 21, 4)
            return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        case "VP8X": return (little(bytes, 24, 3) + 1, little(bytes, 27, 3) + 1)
        default: return nil
        }
    }

    private static func jpegSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        // All start-of-frame markers; the three left out define tables and the like.
        let frame = jpegSegment(bytes) { (0xC0...0xCF).contains($0) && ![0xC4, 0xC8, 0xCC].contains($0) }
        guard let frame, frame + 9 <= bytes.count else { return nil }
        return (big(bytes, frame + 7, 2), big(bytes, frame + 5, 2))
    }

    /// Walks the segments to the first whose marker is wanted (ITU T.81 annex B).
    private static func jpegSegment(_ bytes: [UInt8], where isWanted: (UInt8) -> Bool) -> Int? {
        var index = 2
        while index + 4 <= bytes.count, bytes[index] == 0xFF {
            let marker = bytes[index + 1]
            if isWanted(marker) { return index }
            if marker == 0xFF {
                // Fill bytes may stand before a marker.
                index += 1
            } else if marker == 0x01 || (0xD0...0xD8).contains(marker) {
                index += 2
            } else {
                index += 2 + max(2, big(bytes, index + 2, 2))
            }
        }
        return nil
    }

    private static func big(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
        bytes[offset..<(offset + count)].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func little(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
        bytes[offset..<(offset + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
