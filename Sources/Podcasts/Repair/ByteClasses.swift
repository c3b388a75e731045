/// Which bytes stop a scan; tables of 256 flags.
enum ByteClasses {
    /// What can't simply be copied in text: `<`, `&`, `]` and control characters.
    static let text = table(stoppingAt: "<&]")
    /// What can't simply be copied in CDATA: `]` and control characters.
    static let cdata = table(stoppingAt: "]")
    /// What can't simply be copied in an attribute's value: `<`, `&`, quotes and control characters.
    static let attribute = table(stoppingAt: "<&\"'")

    private static func table(stoppingAt characters: String) -> [Bool] {
        (0..<256).map { byte in
            isControl(UInt8(byte)) || characters.utf8.contains(UInt8(byte))
        }
    }

    /// A control character that XML 1.0 forbids.
    static func isControl(_ byte: UInt8) -> Bool { byte < 32 && byte != 9 && byte != 10 && byte != 13 }
}
