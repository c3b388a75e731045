/// A character encoding by its WHATWG name, with the name that `iconv` knows it by.
struct Charset: Equatable {
    /// The name as the WHATWG Encoding Standard has it, lower-cased.
    var name: String
    /// The name for `iconv`.
    var converterName: String

    static let utf8 = Charset(name: "utf-8", converterName: "UTF-8")
    static let windows1252 = Charset(name: "windows-1252", converterName: "CP1252")

    /// Whether ASCII bytes can mean something else than ASCII; such an encoding is believed as declared.
    var isStateful: Bool { name == "iso-2022-jp" || name == "hz-gb-2312" }

    private init(name: String, converterName: String) {
        self.name = name
        self.converterName = converterName
    }

    /// The encoding meant by a label in a header or declaration; `nil` for one that nobody knows.
    ///
    /// As browsers do, ISO-8859-1 and ASCII mean windows-1252, GB2312 means GB18030, Shift_JIS Microsoft's.
    init?(label: String) {
        let key = label.lowercased().filter { $0.isLetter || $0.isNumber }
        guard let (name, converterName) = Self.table[key] else { return nil }
        self.init(name: name, converterName: converterName)
    }

    /// UTF-16 or UTF-32 by the bytes that a document begins with.
    static func unicode(startingWith head: some RandomAccessCollection<UInt8>) -> (charset: Charset, markLength: Int)? {
        let start = Array(head.prefix(4))
        guard start.count >= 2 else { return nil }
        if start.count == 4 {
            if start == [0xFF, 0xFE, 0, 0] { return (Charset(name: "utf-32le", converterName: "UTF-32LE"), 4) }
            if start == [0, 0, 0xFE, 0xFF] { return (Charset(name: "utf-32be", converterName: "UTF-32BE"), 4) }
        }
        let little = Charset(name: "utf-16le", converterName: "UTF-16LE")
        let big = Charset(name: "utf-16be", converterName: "UTF-16BE")
        if start[0] == 0xFF, start[1] == 0xFE { return (little, 2) }
        if start[0] == 0xFE, start[1] == 0xFF { return (big, 2) }
        if start[0] == 0, start[1] != 0 { return (big, 0) }
        if start[0] != 0, start[1] == 0 { return (little, 0) }
        return nil
    }

    private static let table: [String: (String, String)] = {
        var table: [String: (String, String)] = [
            "utf8": ("utf-8", "UTF-8"), "unicode11utf8": ("utf-8", "UTF-8"),
            "koi8r": ("koi8-r", "KOI8-R"), "koi8": ("koi8-r", "KOI8-R"), "koi": ("koi8-r", "KOI8-R"),
            "koi8u": ("koi8-u", "KOI8-U"), "koi8ru": ("koi8-u", "KOI8-U"),
            "ibm866": ("ibm866", "CP866"), "cp866": ("ibm866", "CP866"), "866": ("ibm866", "CP866"),
            "macintosh": ("macintosh", "MACINTOSH"), "macroman": ("macintosh", "MACINTOSH"),
            "xmaccyrillic": ("x-mac-cyrillic", "MAC-CYRILLIC"),
            "tis620": ("windows-874", "CP874"), "iso885911": ("windows-874", "CP874"),
            "windows874": ("windows-874", "CP874"),
            "big5": ("big5", "BIG5-HKSCS"), "big5hkscs": ("big5", "BIG5-HKSCS"), "cnbig5": ("big5", "BIG5-HKSCS"),
            "xxbig5": ("big5", "BIG5-HKSCS"),
            "eucjp": ("euc-jp", "EUC-JP"), "xeucjp": ("euc-jp", "EUC-JP"),
            "iso2022jp": ("iso-2022-jp", "ISO-2022-JP"), "hzgb2312": ("hz-gb-2312", "HZ"),
        ]
        for label in ["gb2312", "gb231280", "gbk", "gb18030", "xgbk", "chinese", "eucCN", "euccn", "cp936", "ms936"] {
            table[label] = (label == "gb18030" ? "gb18030" : "gbk", "GB18030")
        }
        for label in ["shiftjis", "sjis", "xsjis", "mskanji", "windows31j", "cp932"] {
            table[label] = ("shift_jis", "CP932")
        }
        for label in [
            "euckr", "ksc56011987", "ksc5601", "ks_c_56011987", "korean", "windows949", "cp949", "kscKSC5601",
        ] {
            table[label] = ("euc-kr", "CP949")
        }
        for number in 1250...1258 {
            for prefix in ["windows", "cp", "xcp", "win"] {
                table["\(prefix)\(number)"] = ("windows-\(number)", "CP\(number)")
            }
        }
        for part in 2...16 where part != 9 && part != 11 && part != 12 {
            for prefix in ["iso8859", "iso88591987"] {
                table["\(prefix)\(part)"] = ("iso-8859-\(part)", "ISO-8859-\(part)")
            }
        }
        for label in ["latin2", "l2"] { table[label] = ("iso-8859-2", "ISO-8859-2") }
        for label in ["iso88599", "latin5", "l5"] { table[label] = ("windows-1254", "CP1254") }
        for label in ["iso88591", "latin1", "l1", "ascii", "usascii", "ansi", "ansix341968", "cp819", "ibm819"] {
            table[label] = ("windows-1252", "CP1252")
        }
        return table
    }()
}
