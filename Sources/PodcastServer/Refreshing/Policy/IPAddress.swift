import Foundation

/// The bytes of an IP address: four or sixteen.
struct IPAddress: Hashable, Sendable {
    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads the text forms that `inet_pton` knows; brackets and an interface (`%eth0`) are taken off.
    init?(_ text: String) {
        var text = Substring(text)
        if text.hasPrefix("["), text.hasSuffix("]") { text = text.dropFirst().dropLast() }
        if let zone = text.firstIndex(of: "%") { text = text[..<zone] }
        var v4 = [UInt8](repeating: 0, count: 4)
        var v6 = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, String(text), &v4) == 1 {
            bytes = v4
        } else if inet_pton(AF_INET6, String(text), &v6) == 1 {
            bytes = v6
        } else {
            return nil
        }
    }

    var isV4: Bool { bytes.count == 4 }

    /// The IPv4 address that starts at a byte of this one.
    func embedded(at offset: Int) -> IPAddress { IPAddress(bytes: Array(bytes[offset..<offset + 4])) }
}

/// A network in prefix notation: `10.0.0.0/8`, `fe80::/10`.
struct IPNetwork: Sendable {
    let address: IPAddress
    let prefixLength: Int

    /// Reads prefix notation.
    init?(_ text: String) {
        let parts = text.split(separator: "/")
        guard parts.count == 2, let address = IPAddress(String(parts[0])), let length = Int(parts[1]),
            (0...address.bytes.count * 8).contains(length)
        else { return nil }
        self.address = address
        prefixLength = length
    }

    /// Whether the first ``prefixLength`` bits of `other` are this network's; addresses of the other family never are.
    func contains(_ other: IPAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        let whole = prefixLength / 8
        guard other.bytes[..<whole] == address.bytes[..<whole] else { return false }
        let rest = prefixLength % 8
        guard rest > 0 else { return true }
        let mask = UInt8(truncatingIfNeeded: 0xFF << (8 - rest))
        return other.bytes[whole] & mask == address.bytes[whole] & mask
    }
}
