import Essentials
import Foundation

/// The `podcast:guid` of feeds that do not state one (podcast-namespace 1.0, `guid`).
public enum PodcastGUID {
    /// UUIDv5 of the feed's address without scheme and without trailing slashes, in the namespace made for podcasts.
    ///
    /// Assigned once: what a feed states, and what was worked out for an older address, wins over this.
    public static func make(feedURL: String) -> String {
        var name = feedURL[...]
        if let scheme = name.range(of: "://") { name = name[scheme.upperBound...] }
        while name.hasSuffix("/") { name = name.dropLast() }
        return version5(namespace: namespace, name: Array(name.utf8))
    }

    /// ead4c236-bf58-58c6-a2c6-a6b28d128cb6.
    private static let namespace: [UInt8] = [
        0xEA, 0xD4, 0xC2, 0x36, 0xBF, 0x58, 0x58, 0xC6, 0xA2, 0xC6, 0xA6, 0xB2, 0x8D, 0x12, 0x8C, 0xB6,
    ]

    /// RFC 9562 section 5.5.
    private static func version5(namespace: [UInt8], name: [UInt8]) -> String {
        var bytes = Array(SHA1Digest.of(namespace + name).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x50
        bytes[8] = bytes[8] & 0x3F | 0x80
        let groups = [bytes[0..<4], bytes[4..<6], bytes[6..<8], bytes[8..<10], bytes[10..<16]]
        return groups.map(\.hexadecimal).joined(separator: "-")
    }
}
