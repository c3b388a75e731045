import Database
import Foundation

/// The words of an entry as the search keeps them: plain text.
enum SearchTexts {
    /// Bytes of notes that are searched; the longest of real feeds have 64 KiB.
    static let maximumNotes = 64 << 10
    /// Bytes of a transcript that are searched: more than four hours of talk.
    static let maximumTranscript = 512 << 10

    /// Keeps title and notes of an entry, in the transaction that writes the entry.
    static func write(_ entry: Int64, title: String, notes: String, _ writer: any DatabaseWriting) throws {
        let text = plain(notes)
        try SearchIndex.changing(entry, writer) {
            try writer.execute(
                """
                INSERT INTO search_texts(entry_id, title, notes) VALUES (?, ?, ?)
                ON CONFLICT (entry_id) DO UPDATE SET title = excluded.title, notes = excluded.notes
                """,
                [entry, title, text]
            )
        }
    }

    /// The text of HTML: without tags, scripts and styles, with the usual entities, one blank between words.
    ///
    /// For finding, not for showing as HTML: what comes out is always used as plain text.
    static func plain(_ html: String) -> String {
        var reader = PlainReader()
        var html = html
        html.withUTF8 { reader.read($0.prefix(maximumNotes * 2)) }
        return String(decoding: reader.output.prefix(maximumNotes), as: UTF8.self).filter { $0 != "\0" }
    }

    /// A text cut to so many bytes, at a character.
    static func cut(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: limit)
        while end > text.startIndex, end.samePosition(in: text) == nil { end = text.utf8.index(before: end) }
        return String(text[..<end])
    }
}

extension PodcastStore {
    /// Adds words of an entry's chapters to the search, or replaces them.
    func setSearchable(chapters: String, of entry: Int64) async throws {
        try await setSearchable("chapters", SearchTexts.cut(chapters, to: SearchTexts.maximumNotes), entry)
    }

    /// Adds an entry's transcript to the search, or replaces it.
    func setSearchable(transcript: String, of entry: Int64) async throws {
        try await setSearchable("transcript", SearchTexts.cut(transcript, to: SearchTexts.maximumTranscript), entry)
    }

    private func setSearchable(_ column: String, _ text: String, _ entry: Int64) async throws {
        let text = text.filter { $0 != "\0" }
        try await database.write { writer in
            let known: String? = try writer.value("SELECT \(column) FROM search_texts WHERE entry_id = ?", [entry])
            guard let known, known != text else { return }
            try SearchIndex.changing(entry, writer) {
                try writer.execute("UPDATE search_texts SET \(column) = ? WHERE entry_id = ?", [text, entry])
            }
        }
    }
}

/// Reads the text out of HTML bytes.
private struct PlainReader {
    private(set) var output: [UInt8] = []
    private var needsBlank = false

    private static let entities: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—",
        "hellip": "…", "rsquo": "’", "lsquo": "‘", "rdquo": "”", "ldquo": "“", "auml": "ä", "ouml": "ö", "uuml": "ü",
        "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é", "egrave": "è", "agrave": "à",
        "ccedil": "ç", "ntilde": "ñ",
    ]

    mutating func read(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        output.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "<") where Self.opensTag(bytes, index): index = skipTag(bytes, index)
            case UInt8(ascii: "&"): index = readEntity(bytes, index)
            case let byte:
                append(byte)
                index += 1
            }
        }
    }

    private mutating func append(_ byte: UInt8) {
        guard byte > 0x20 else {
            needsBlank = true
            return
        }
        if needsBlank, !output.isEmpty { output.append(0x20) }
        needsBlank = false
        output.append(byte)
    }

    /// `<` before a letter, `/`, `!` or `?` begins a tag; anywhere else it is a less-than sign.
    private static func opensTag(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ index: Int) -> Bool {
        guard index + 1 < bytes.endIndex else { return false }
        let next = bytes[index + 1]
        return (0x61...0x7A).contains(next | 0x20) || next == 0x2F || next == 0x21 || next == 0x3F
    }

    private mutating func skipTag(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ start: Int) -> Int {
        let name = bytes[(start + 1)...].prefix { (0x61...0x7A).contains($0 | 0x20) }.map { $0 | 0x20 }
        // Words around inline markup belong together: `Ton<b>arm</b>` is one.
        let inline = ["b", "i", "em", "strong", "a", "span", "u", "sup", "sub", "code", "small", "mark"]
        let end = bytes[start...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? bytes.endIndex
        let bare = name.isEmpty && start + 1 < bytes.endIndex && bytes[start + 1] == 0x2F
        let closing = bare ? bytes[(start + 2)...].prefix { (0x61...0x7A).contains($0 | 0x20) }.map { $0 | 0x20 } : name
        let tag = String(decoding: closing, as: UTF8.self)
        if !inline.contains(tag) { needsBlank = true }
        guard !bare, tag == "script" || tag == "style" else { return end }
        return Self.end(of: tag, bytes, from: end)
    }

    private static func end(of tag: String, _ bytes: Slice<UnsafeBufferPointer<UInt8>>, from start: Int) -> Int {
        let mark = Array("</\(tag)".utf8)
        var index = start
        while index + mark.count <= bytes.endIndex {
            if bytes[index] == 0x3C, zip(mark, bytes[index...]).allSatisfy({ $0 == $1 || $0 == $1 | 0x20 }) {
                return index
            }
            index += 1
        }
        return bytes.endIndex
    }

    private mutating func readEntity(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ start: Int) -> Int {
        let name = bytes[(start + 1)...].prefix(10).prefix { $0 != UInt8(ascii: ";") && $0 > 0x20 && $0 != 0x26 }
        let end = start + 1 + name.count
        guard end < bytes.endIndex, bytes[end] == UInt8(ascii: ";"),
            let text = Self.character(String(decoding: name, as: UTF8.self))
        else {
            append(UInt8(ascii: "&"))
            return start + 1
        }
        for byte in text.utf8 { append(byte) }
        return end + 1
    }

    private static func character(_ name: String) -> String? {
        guard name.hasPrefix("#") else { return entities[name] }
        let digits = name.dropFirst()
        let code = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let code, code >= 0x20 else { return " " }
        return Unicode.Scalar(code).map { String(Character($0)) }
    }
}
