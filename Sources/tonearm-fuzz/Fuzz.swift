import Podcasts

/// What libFuzzer calls with each input: every reader of hostile text gets it.
///
/// A crash, a hang or a broken promise stops the run; an error that is thrown is an answer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: bytes, as: UTF8.self)
    readFeed(bytes)
    readNotes(text)
    _ = ContentSniffer.kind(of: bytes)
    _ = FeedDiscovery.feeds(inPage: bytes, url: "https://example.org/", contentType: nil)
    if let list = try? OPML.parse(bytes) { requireRoundTrip(list) }
    _ = FeedDate.parse(text)
    _ = FeedDuration.parse(text)
    _ = FeedAddress.normalized(text)
    _ = PodcastGUID.make(feedURL: text)
    _ = NoteTimestamps.find(in: text)
    return 0
}

/// A feed reads the same whole and in pieces; the first byte says how long the pieces are.
private func readFeed(_ bytes: [UInt8]) {
    let whole = try? FeedParser.parse(bytes, url: "https://example.org/feed.xml")
    let length = Int(bytes.first ?? 0) % 37 + 1
    let parser = FeedParser(url: "https://example.org/feed.xml")
    var pieces: ParsedFeed?
    do {
        for offset in stride(from: 0, to: bytes.count, by: length) {
            try parser.feed(Array(bytes[offset..<min(offset + length, bytes.count)]))
        }
        pieces = try parser.finish()
    } catch {
        pieces = nil
    }
    precondition(whole == pieces, "pieces of \(length) bytes read differently")
    guard let whole else { return }
    for entry in whole.entries {
        _ = entry.identity?.key
        _ = entry.primaryEnclosure
        if let notes = entry.notes {
            requireSafe(NotesSanitizer().sanitize(notes, fallbackBase: entry.link))
            _ = NotesSanitizer.summary(of: notes)
        }
    }
}

private func readNotes(_ text: String) {
    var sanitizer = NotesSanitizer()
    sanitizer.linksTimes = true
    let safe = sanitizer.sanitize(RichText(text, kind: .html, base: "https://example.org/"))
    requireSafe(safe)
    requireSafe(sanitizer.sanitize(RichText(text, kind: .text)))
    _ = NotesSanitizer.summary(of: RichText(text, kind: .html))
}

/// No markup that runs anything may come out.
///
/// Outside of tags nothing is looked for: there it is text.
private func requireSafe(_ html: String) {
    for piece in html.lowercased().split(separator: "<").dropFirst(html.hasPrefix("<") ? 0 : 1) {
        let tag = piece.prefix { $0 != ">" }
        precondition(tag.endIndex < piece.endIndex, "a tag does not end")
        for name in ["script", "iframe", "style", "object", "svg", "embed"] { precondition(!tag.hasPrefix(name), name) }
        for attribute in [
            " href=\"javascript:", " href=\"data:", " src=\"data:", " onerror=\"", " onclick=\"", " style=\"",
        ] {
            precondition(!tag.contains(attribute), attribute)
        }
    }
}

/// What is exported is imported again.
private func requireRoundTrip(_ list: OPML) {
    guard let again = try? OPML.parse(Array(list.document.utf8)) else {
        preconditionFailure("an exported list is none")
    }
    precondition(again.feeds.count == list.feeds.count, "feeds were lost in an export")
}

/// libFuzzer's loop, for a program with a `main` of its own.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ argumentCount: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ target: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The name under which the package manager links an executable's `main`.
@_cdecl("tonearm_fuzz_main")
public func start(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
    var count = count
    var arguments = arguments
    return runDriver(&count, &arguments) { start, length in fuzz(start, length) }
}
