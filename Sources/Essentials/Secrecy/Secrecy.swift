import COpenSSL

/// Whether two byte strings are equal, in a time that depends on their length only.
public func constantTimeEquals(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
}

/// Random bytes fit for keys and tokens, from OpenSSL's generator.
public func secureRandomBytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    // Fails only when the system has no entropy source; a guessable token would be worse than stopping.
    precondition(RAND_bytes(&bytes, Int32(count)) == 1, "the system has no random numbers")
    return bytes
}
