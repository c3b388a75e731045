import Foundation
import HTTP

/// Tells what a file is from its first bytes, because feeds and servers often don't know.
enum MediaSniffer {
    /// Bytes that suffice.
    static let prefixLength = 512

    /// The largest page of text that is taken for a server's error message.
    static let errorPageLimit: Int64 = 100 * 1024

    /// The media type by content, with the declared one deciding what content can't: whether a container holds video.
    static func type(of prefix: [UInt8], declared: MediaType?) -> String? {
        let declaredVideo = declared?.type == "video"
        if has(prefix, "ID3") { return ["audio/aac", "audio/flac"].first { $0 == declared?.essence } ?? "audio/mpeg" }
        if has(prefix, "fLaC") { return "audio/flac" }
        if has(prefix, "OggS") { return declaredVideo || holds(prefix, "theora") ? "video/ogg" : "audio/ogg" }
        if has(prefix, "RIFF"), has(prefix, "WAVE", at: 8) { return "audio/wav" }
        if has(prefix, "FORM"), has(prefix, "AIF", at: 8) { return "audio/aiff" }
        if has(prefix, "ftyp", at: 4) {
            if ["M4A ", "M4B ", "M4P "].contains(where: { has(prefix, $0, at: 8) }) { return "audio/mp4" }
            if has(prefix, "qt  ", at: 8) { return "video/quicktime" }
            return declared?.type == "audio" ? "audio/mp4" : "video/mp4"
        }
        if prefix.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            let format = holds(prefix, "matroska") ? "x-matroska" : "webm"
            return (declared?.type == "audio" ? "audio/" : "video/") + format
        }
        return frameType(prefix)
    }

    /// Whether the bytes begin like a web page.
    static func isPage(_ prefix: [UInt8]) -> Bool {
        var text = prefix[...]
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        text = text.drop { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
        let start = String(decoding: text.prefix(15), as: UTF8.self).lowercased()
        return ["<!doctype html", "<html", "<head", "<body", "<?xml", "<!--"].contains { start.hasPrefix($0) }
    }

    /// Whether a declared type is text of some kind.
    static func isText(_ type: MediaType?) -> Bool {
        guard let type else { return false }
        return type.type == "text" || type.isXML || type.subtype == "json" || type.subtype.hasSuffix("+json")
    }

    /// The type told to clients: content, else the server's word, else the feed's, else the name's; never text.
    static func type(of prefix: [UInt8], served: String?, source: MediaSource) -> String {
        let witnesses = [served, source.type].compactMap { $0.flatMap { MediaType($0) } }
        let declared = witnesses.first { ["audio", "video"].contains($0.type) }
        if let found = type(of: prefix, declared: declared) { return found }
        if let declared { return MediaType(declared.type, declared.subtype).description }
        return byName[source.url.pathExtension.lowercased()] ?? "application/octet-stream"
    }

    private static let byName = [
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "m4b": "audio/mp4", "mp4": "video/mp4", "m4v": "video/mp4",
        "aac": "audio/aac", "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg", "flac": "audio/flac",
        "wav": "audio/wav", "webm": "video/webm", "mov": "video/quicktime", "mkv": "video/x-matroska",
    ]

    /// MPEG audio frames: eleven set bits, then version and layer; layer 0 is ADTS, which is AAC.
    private static func frameType(_ prefix: [UInt8]) -> String? {
        guard prefix.count >= 3, prefix[0] == 0xFF, prefix[1] & 0xE0 == 0xE0 else { return nil }
        let version = prefix[1] >> 3 & 3
        let layer = prefix[1] >> 1 & 3
        if version != 1, layer == 0, prefix[1] & 0xF0 == 0xF0 { return "audio/aac" }
        let bitRate = prefix[2] >> 4
        return version != 1 && layer != 0 && bitRate != 15 ? "audio/mpeg" : nil
    }

    private static func has(_ bytes: [UInt8], _ text: String, at offset: Int = 0) -> Bool {
        bytes.dropFirst(offset).starts(with: text.utf8)
    }

    private static func holds(_ bytes: [UInt8], _ text: String) -> Bool {
        bytes.firstRange(of: Array(text.utf8)) != nil
    }
}
