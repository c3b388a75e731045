import Foundation
import Podcasts
import Testing

@Suite struct Encodings {
    @Test(arguments: cases) func areFound(_ sample: FeedCase) throws { try sample.check() }

    private static func feed(_ declaration: String, _ title: [UInt8]) -> [UInt8] {
        Array("\(declaration)<rss><channel><title>".utf8) + title + Array("</title></channel></rss>".utf8)
    }

    private static func declared(_ name: String) -> String { "<?xml version=\"1.0\" encoding=\"\(name)\"?>" }

    private static func wide(_ text: String, bigEndian: Bool, mark: Bool) -> [UInt8] {
        ((mark ? "\u{FEFF}" : "") + text).utf16.flatMap { split($0, bigEndian) }
    }

    private static func split(_ unit: UInt16, _ bigEndian: Bool) -> [UInt8] {
        bigEndian ? [UInt8(unit >> 8), UInt8(unit & 255)] : [UInt8(unit & 255), UInt8(unit >> 8)]
    }

    static let cases: [FeedCase] = {
        var cases = FeedCases()
        addLegacy(&cases)
        addUnicode(&cases)
        addContradictions(&cases)
        return cases.all
    }()

    private static func addLegacy(_ cases: inout FeedCases) {
        let legacy: [(String, [UInt8], String)] = [
            ("windows-1251", [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], "Привет"),
            ("koi8-r", [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4], "Привет"),
            ("KOI8-R", [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4], "Привет"),
            ("iso-8859-2", [0xA3, 0xF3, 0x64, 0xBC], "Łódź"),
            ("windows-1250", [0xA3, 0xF3, 0x64, 0x9F], "Łódź"),
            ("iso-8859-5", [0xBF, 0xE0, 0xD8], "При"),
            ("iso-8859-7", [0xC1, 0xE8], "Αθ"),
            ("iso-8859-15", [0xA4], "€"),
            ("windows-1254", [0xDD, 0xFE], "İş"),
            ("iso-8859-1", [0x93, 0x61, 0x94], "“a”"),
            ("us-ascii", [0xE9], "é"),
            ("gb2312", [0xC4, 0xE3, 0xBA, 0xC3], "你好"),
            ("gbk", [0xC4, 0xE3, 0xBA, 0xC3], "你好"),
            ("gb18030", [0xC4, 0xE3, 0xBA, 0xC3], "你好"),
            ("big5", [0xA7, 0x41, 0xA6, 0x6E], "你好"),
            ("shift_jis", [0x93, 0xFA, 0x96, 0x7B], "日本"),
            ("Shift-JIS", [0x93, 0xFA, 0x96, 0x7B], "日本"),
            ("euc-jp", [0xC6, 0xFC, 0xCB, 0xDC], "日本"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42], "日本"),
            ("euc-kr", [0xC7, 0xD1, 0xB1, 0xDB], "한글"),
            ("ks_c_5601-1987", [0xC7, 0xD1, 0xB1, 0xDB], "한글"),
            ("tis-620", [0xA1, 0xA2], "กข"),
            ("macintosh", [0x8E], "é"),
            ("ibm866", [0x8F, 0xE0, 0xA8], "При"),
        ]
        for (name, bytes, text) in legacy {
            cases.bytes("declared as \(name)", feed(declared(name), bytes), text) { $0.title }
        }
        cases.bytes(
            "declared in single quotes",
            feed("<?xml version='1.0' encoding='windows-1251' ?>", [0xCF, 0xF0, 0xE8]),
            "При"
        ) { $0.title }
        cases.bytes(
            "the encoding is named in the result",
            feed(declared("cp1251"), [0xCF, 0xF0, 0xE8]),
            "windows-1251"
        ) { $0.encoding }
        cases.bytes(
            "bytes that the encoding lacks are replaced",
            feed(declared("gbk"), [0xC4, 0xE3, 0xFF, 0xBA, 0xC3]),
            "你\u{FFFD}好"
        ) { $0.title }
        cases.bytes(
            "blank lines before a legacy declaration",
            Array("\n\n\n".utf8) + feed(declared("windows-1251"), [0xCF, 0xF0, 0xE8]),
            "При"
        ) { $0.title }
        let far = Array("<!-- \(String(repeating: "x", count: 50_000)) -->".utf8)
        cases.bytes(
            "a legacy character far behind",
            Array(declared("windows-1251").utf8) + far + feed("", [0xCF, 0xF0, 0xE8]),
            "При"
        ) { $0.title }
    }

    private static func addUnicode(_ cases: inout FeedCases) {
        let text = "<rss><channel><title>Grüße 你好 😀</title></channel></rss>"
        cases.bytes("UTF-16 little endian with a mark", wide(text, bigEndian: false, mark: true), "Grüße 你好 😀") {
            $0.title
        }
        cases.bytes("UTF-16 big endian with a mark", wide(text, bigEndian: true, mark: true), "Grüße 你好 😀") { $0.title }
        cases.bytes("UTF-16 little endian without a mark", wide(text, bigEndian: false, mark: false), "Grüße 你好 😀") {
            $0.title
        }
        cases.bytes("UTF-16 big endian without a mark", wide(text, bigEndian: true, mark: false), "Grüße 你好 😀") {
            $0.title
        }
        cases.bytes(
            "UTF-16 with a declaration",
            wide("<?xml version='1.0' encoding='utf-16'?>" + text, bigEndian: false, mark: true),
            "utf-16le"
        ) { $0.encoding }
        cases.bytes(
            "UTF-16 that is cut in a character",
            wide(text + " ", bigEndian: false, mark: true).dropLast(),
            "Grüße 你好 😀"
        ) { $0.title }
        let units: [UInt8] = text.unicodeScalars.flatMap { scalar -> [UInt8] in
            let value = scalar.value
            return [UInt8(value & 255), UInt8(value >> 8 & 255), UInt8(value >> 16), 0]
        }
        let wider: [UInt8] = [0xFF, 0xFE, 0, 0] + units
        cases.bytes("UTF-32 with a mark", wider, "Grüße 你好 😀") { $0.title }
        cases.document("UTF-8 with a mark", "\u{FEFF}<?xml version='1.0'?>" + text, "Grüße 你好 😀") { $0.title }
        cases.document(
            "UTF-8 with a mark and a legacy declaration",
            "\u{FEFF}" + declared("windows-1251") + text,
            "Grüße 你好 😀"
        ) { $0.title }
        cases.document("no declaration", text, "Grüße 你好 😀") { $0.title }
        cases.bytes(
            "a broken character in UTF-8",
            feed("", Array("Grüße ".utf8) + [0xC3] + Array(" ü".utf8)),
            "Grüße \u{FFFD} ü"
        ) { $0.title }
        cases.bytes(
            "a broken character is reported",
            feed("", Array("Grüße ".utf8) + [0xC3] + Array(" ü".utf8)),
            "invalidBytes"
        ) { $0.codes }
        cases.bytes(
            "half a surrogate in UTF-8",
            feed("", Array("üüüü".utf8) + [0xED, 0xA0, 0x80]),
            "üüüü\u{FFFD}\u{FFFD}\u{FFFD}"
        ) { $0.title }
        cases.bytes("an overlong character", feed("", Array("üüüü".utf8) + [0xC0, 0xBC]), "üüüü\u{FFFD}\u{FFFD}") {
            $0.title
        }
    }

    private static func addContradictions(_ cases: inout FeedCases) {
        let utf8 = Array("Привет".utf8)
        cases.bytes("declared as windows-1251, but UTF-8", feed(declared("windows-1251"), utf8), "Привет") { $0.title }
        cases.bytes("a contradiction is reported", feed(declared("windows-1251"), utf8), "encodingMismatch") {
            $0.codes
        }
        cases.bytes("declared as UTF-16, but UTF-8", feed(declared("utf-16"), utf8), "Привет") { $0.title }
        cases.bytes("an unknown declaration, but UTF-8", feed(declared("x-nobody"), utf8), "Привет") { $0.title }
        cases.bytes("an unknown declaration is reported", feed(declared("x-nobody"), utf8), "unknownEncoding") {
            $0.codes
        }
        cases.bytes("not declared and not UTF-8 is windows-1252", feed("", [0x93, 0xE9, 0x94]), "“é”") { $0.title }
        cases.bytes("declared as UTF-8, but windows-1252", feed(declared("utf-8"), [0x93, 0xE9, 0x94]), "“é”") {
            $0.title
        }
        cases.bytes(
            "the header names the encoding",
            feed("", [0xCF, 0xF0, 0xE8]),
            "При",
            contentType: "text/xml; charset=windows-1251"
        ) { $0.title }
        cases.bytes(
            "the header's encoding in quotes",
            feed("", [0xCF, 0xF0, 0xE8]),
            "При",
            contentType: "text/xml; charset=\"windows-1251\""
        ) { $0.title }
        cases.bytes(
            "the header wins over the declaration",
            feed(declared("koi8-r"), [0xCF, 0xF0, 0xE8]),
            "При",
            contentType: "text/xml;charset=windows-1251"
        ) { $0.title }
        cases.bytes(
            "the header says UTF-8, the declaration is right",
            feed(declared("windows-1251"), [0xCF, 0xF0, 0xE8]),
            "При",
            contentType: "text/xml;charset=utf-8"
        ) { $0.title }
        cases.bytes(
            "the header says Latin 1, the bytes are UTF-8",
            feed("", utf8),
            "Привет",
            contentType: "text/xml;charset=iso-8859-1"
        ) { $0.title }
        cases.bytes(
            "a mark wins over the header",
            [0xEF, 0xBB, 0xBF] + feed("", utf8),
            "Привет",
            contentType: "text/xml;charset=koi8-r"
        ) { $0.title }
    }
}
