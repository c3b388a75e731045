import Essentials

/// A digest over fields, to tell cheaply whether anything changed: the first 16 bytes of SHA-256.
///
/// Each field goes in with its length and absent ones are told from empty ones, so no two lists of fields meet.
struct ContentHash {
    private var bytes: [UInt8] = []

    init() {}

    mutating func add(_ text: String?) {
        guard let text else { return bytes.append(0) }
        bytes.append(1)
        withUnsafeBytes(of: UInt64(text.utf8.count).littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: text.utf8)
    }

    mutating func add(_ number: Double?) {
        guard let number else { return bytes.append(0) }
        bytes.append(2)
        withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func add(_ number: Int64?) {
        guard let number else { return bytes.append(0) }
        bytes.append(3)
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    consuming func finish() -> [UInt8] {
        Array(SHA256Digest.of(bytes).prefix(16))
    }
}
