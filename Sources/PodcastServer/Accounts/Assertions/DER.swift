/// Just enough of ASN.1's distinguished encoding (X.690) to hand keys and signatures to OpenSSL.
enum DER {
    static func sequence(_ parts: [UInt8]...) -> [UInt8] { tagged(0x30, parts.flatMap { $0 }) }

    static func null() -> [UInt8] { [5, 0] }

    static func object(_ encoded: [UInt8]) -> [UInt8] { tagged(6, encoded) }

    static func bits(_ bytes: [UInt8]) -> [UInt8] { tagged(3, [0] + bytes) }

    /// A number that is not negative, from its big-endian bytes.
    static func unsigned(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        let significant = Array(bytes.drop { $0 == 0 })
        let needsZero = significant.isEmpty || significant[0] >= 0x80
        return tagged(2, (needsZero ? [0] : []) + significant)
    }

    private static func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag] + length(content.count) + content }

    private static func length(_ count: Int) -> [UInt8] {
        if count < 0x80 { return [UInt8(count)] }
        var bytes: [UInt8] = []
        var rest = count
        while rest > 0 {
            bytes.insert(UInt8(rest & 0xFF), at: 0)
            rest >>= 8
        }
        return [0x80 | UInt8(bytes.count)] + bytes
    }
}
