/// Spellings of bytes as text.
extension Sequence<UInt8> {
    /// Lower-case hexadecimal, two digits a byte.
    public var hexadecimal: String {
        var text: [UInt8] = []
        text.reserveCapacity(underestimatedCount * 2)
        for byte in self {
            text.append(Self.digit(byte >> 4))
            text.append(Self.digit(byte & 15))
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 87 + value }
}

extension [UInt8] {
    /// Base64 with the URL alphabet and no padding (RFC 4648 section 5), for tokens in links.
    public var base64URL: String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var text: [UInt8] = []
        text.reserveCapacity((count * 4 + 2) / 3)
        var index = 0
        while index < count {
            let remaining = Swift.min(3, count - index)
            var group = UInt32(self[index]) << 16
            if remaining > 1 { group |= UInt32(self[index + 1]) << 8 }
            if remaining > 2 { group |= UInt32(self[index + 2]) }
            for position in 0...remaining {
                text.append(alphabet[Int(group >> UInt32(18 - 6 * position)) & 63])
            }
            index += 3
        }
        return String(decoding: text, as: UTF8.self)
    }
}
