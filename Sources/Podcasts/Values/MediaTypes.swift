/// Media types of the files that feeds link to.
enum MediaTypes {
    /// The type to believe for a file (Tonearm's own rule).
    ///
    /// A declared audio, video or image type stands unless the address ends in an extension of another container. A
    /// missing, generic or textual type gives way to what the extension says.
    static func believable(declared: String?, url: String) -> String? {
        if let declared, declared == "audio/mpeg", url.hasSuffix(".mp3") { return declared }
        let declared = declared.flatMap(normalized)
        guard let known = types(forExtensionOf: url), let usual = known.first else { return declared }
        guard let declared else { return usual }
        return known.contains(declared) ? declared : usual
    }

    /// Lower-cased, without parameters and blanks; `nil` for what is not a type at all.
    static func normalized(_ type: String) -> String? {
        // Nearly every feed writes this one, and thousands of times.
        if type == "audio/mpeg" { return type }
        let bare = type.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        guard bare.contains("/") else { return nil }
        return aliases[bare] ?? bare
    }

    /// Whether a file of this type might be sound or pictures that move.
    static func mayPlay(_ type: String?) -> Bool {
        guard let type else { return true }
        return type == "application/octet-stream" || type == "application/ogg" || type == "binary/octet-stream"
    }

    /// The types that a file with the address's extension may have, the usual one first.
    static func types(forExtensionOf url: String) -> [String]? {
        url.withTextBytes { bytes in
            var end = bytes.count
            for index in 0..<bytes.count where bytes[index] == UInt8(ascii: "?") || bytes[index] == UInt8(ascii: "#") {
                end = index
                break
            }
            var start = end
            while start > 0, end - start <= 5, bytes[start - 1].isLetter || bytes[start - 1].isDigit { start -= 1 }
            guard start > 0, start < end, bytes[start - 1] == UInt8(ascii: ".") else { return nil }
            return byExtension[String(decoding: bytes[start..<end].map(\.asciiLowercased), as: UTF8.self)]
        }
    }

    private static let aliases: [String: String] = [
        "audio/mp3": "audio/mpeg", "audio/x-mp3": "audio/mpeg", "audio/mpg": "audio/mpeg", "audio/x-mpeg": "audio/mpeg",
        "audio/mpeg3": "audio/mpeg", "audio/m4a": "audio/mp4", "audio/x-m4a": "audio/mp4", "audio/x-m4b": "audio/mp4",
        "audio/x-wav": "audio/wav", "audio/x-flac": "audio/flac", "image/jpg": "image/jpeg", "video/x-m4v": "video/mp4",
        "video/m4v": "video/mp4",
    ]

    private static let byExtension: [String: [String]] = [
        "mp3": ["audio/mpeg"], "mpga": ["audio/mpeg"],
        "m4a": ["audio/mp4", "audio/aac"], "m4b": ["audio/mp4", "audio/aac"],
        "aac": ["audio/aac", "audio/aacp"],
        "ogg": ["audio/ogg", "audio/opus", "audio/vorbis", "application/ogg", "video/ogg"],
        "oga": ["audio/ogg", "audio/opus", "application/ogg"], "opus": ["audio/opus", "audio/ogg"],
        "flac": ["audio/flac"], "wav": ["audio/wav"], "weba": ["audio/webm"],
        "mp4": ["video/mp4", "audio/mp4"], "m4v": ["video/mp4"], "mov": ["video/quicktime"],
        "webm": ["video/webm", "audio/webm"], "ogv": ["video/ogg"], "mkv": ["video/x-matroska"],
        "avi": ["video/x-msvideo"],
        "m3u8": ["application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/mpegurl"],
        "jpg": ["image/jpeg"], "jpeg": ["image/jpeg"], "png": ["image/png"], "gif": ["image/gif"],
        "webp": ["image/webp"], "svg": ["image/svg+xml"], "pdf": ["application/pdf"], "epub": ["application/epub+zip"],
        "vtt": ["text/vtt"], "srt": ["application/x-subrip", "application/srt", "text/srt"],
    ]
}
