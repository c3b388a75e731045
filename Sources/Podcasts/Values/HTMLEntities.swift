import CXML

/// Reads character references and HTML's named entities.
enum HTMLEntities {
    /// One reference: what it stands for and how many bytes it took, `&` and `;` included.
    struct Reference {
        var scalar: UInt32
        var length: Int

        func append(to output: inout [UInt8]) { UTF8Writer.append(scalar, to: &output) }
    }

    /// The longest name worth looking for; HTML 4's longest has eight letters.
    static let maximumLength = 34

    /// The reference at `start`, which is an `&`; `nil` when it is not one.
    static func decode(_ bytes: TextBytes, at start: Int) -> Reference? {
        guard start + 2 < bytes.count else { return nil }
        if bytes[start + 1] == UInt8(ascii: "#") { return number(bytes, at: start) }
        let limit = min(bytes.count, start + maximumLength)
        var end = start + 1
        while end < limit, bytes[end].isLetter || bytes[end].isDigit { end += 1 }
        guard end < limit, bytes[end] == UInt8(ascii: ";"), end > start + 1 else { return nil }
        return scalar(named: TextBytes(rebasing: bytes[start + 1..<end]))
            .map { Reference(scalar: $0, length: end + 1 - start) }
    }

    /// The character of an HTML 4 entity, or of the few of HTML 5 that feeds use.
    static func scalar(named name: TextBytes) -> UInt32? {
        if name.equals("apos") { return 39 }
        guard name.count < 32 else { return nil }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 33) { buffer -> UInt32? in
            for index in 0..<name.count { buffer[index] = name[index] }
            buffer[name.count] = 0
            guard let entity = htmlEntityLookup(buffer.baseAddress) else { return more[name.text] }
            return entity.pointee.value
        }
    }

    /// What a numeric reference stands for: HTML's reading of 128 to 159 as windows-1252, U+FFFD for what is no character.
    static func character(_ number: UInt32) -> UInt32 {
        switch number {
        case 0x80...0x9F: Windows1252.scalar(UInt8(number))
        case 0xD800...0xDFFF, 0xFFFE, 0xFFFF, 0x110000...: 0xFFFD
        default: number
        }
    }

    private static func number(_ bytes: TextBytes, at start: Int) -> Reference? {
        var index = start + 2
        let isHexadecimal = index < bytes.count && bytes[index].asciiLowercased == UInt8(ascii: "x")
        if isHexadecimal { index += 1 }
        let digits = index
        var value: UInt32 = 0
        while index < bytes.count, index - digits < 12, let digit = digit(bytes[index], isHexadecimal) {
            value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x110000)
            index += 1
        }
        guard index > digits, index < bytes.count, bytes[index] == UInt8(ascii: ";") else { return nil }
        return Reference(scalar: character(value), length: index + 1 - start)
    }

    private static func digit(_ byte: UInt8, _ isHexadecimal: Bool) -> UInt32? {
        if byte.isDigit { return UInt32(byte - 48) }
        let letter = byte.asciiLowercased
        return isHexadecimal && letter >= 97 && letter <= 102 ? UInt32(letter - 87) : nil
    }

    private static let more: [String: UInt32] = [
        "nbsp": 0xA0, "lsqb": 91, "rsqb": 93, "lbrack": 91, "rbrack": 93, "lbrace": 123, "rbrace": 125, "lcub": 123,
        "rcub": 125, "lpar": 40, "rpar": 41, "num": 35, "excl": 33, "quest": 63, "colon": 58, "semi": 59, "comma": 44,
        "period": 46, "sol": 47, "bsol": 92, "commat": 64, "ast": 42, "plus": 43, "equals": 61, "dollar": 36,
        "percnt": 37, "lowbar": 95, "grave": 96, "verbar": 124, "vert": 124, "Tab": 9, "NewLine": 10, "hyphen": 0x2010,
        "dash": 0x2010, "horbar": 0x2015, "lsquor": 0x201A, "rsquor": 0x2019, "ldquor": 0x201E, "rdquor": 0x201D,
        "nldr": 0x2025, "mldr": 0x2026, "check": 0x2713, "cross": 0x2717, "star": 0x2606, "starf": 0x2605,
        "phone": 0x260E, "abreve": 0x103, "Abreve": 0x102, "amacr": 0x101, "aogon": 0x105, "Aogon": 0x104,
        "cacute": 0x107, "Cacute": 0x106, "ccaron": 0x10D, "Ccaron": 0x10C, "dcaron": 0x10F, "dstrok": 0x111,
        "ecaron": 0x11B, "Ecaron": 0x11A, "emacr": 0x113, "eogon": 0x119, "Eogon": 0x118, "gbreve": 0x11F,
        "inodot": 0x131, "Idot": 0x130, "lstrok": 0x142, "Lstrok": 0x141, "nacute": 0x144, "Nacute": 0x143,
        "ncaron": 0x148, "odblac": 0x151, "Odblac": 0x150, "rcaron": 0x159, "Rcaron": 0x158, "sacute": 0x15B,
        "Sacute": 0x15A, "scedil": 0x15F, "Scedil": 0x15E, "tcaron": 0x165, "udblac": 0x171, "uring": 0x16F,
        "zacute": 0x17A, "Zacute": 0x179, "zcaron": 0x17E, "Zcaron": 0x17D, "zdot": 0x17C, "Zdot": 0x17B,
    ]
}

/// Writes characters as UTF-8.
enum UTF8Writer {
    static func append(_ scalar: UInt32, to output: inout [UInt8]) {
        let scalar = Unicode.Scalar(scalar) ?? "\u{FFFD}"
        if scalar.isASCII { return output.append(UInt8(truncatingIfNeeded: scalar.value)) }
        UTF8.encode(scalar).map { output.append(contentsOf: $0) }
    }
}
