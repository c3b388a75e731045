/// Makes a publisher's notes safe to show: an allow-list, nothing else.
///
/// libxml2's HTML parser reads the notes as a browser would; what is not on the list of ``AllowedMarkup`` is left out,
/// its text kept, but for scripts, styles and embedded documents, which go with all that is in them. Every attribute not
/// on the list is dropped: `on…`, `style`, `class`, `id`. Addresses are http, https, mailto or tel (images: http and https
/// only, so no `data:`), relative ones are resolved. Links leave without a referrer. The result is well-formed.
public struct NotesSanitizer: Sendable {
    /// Bytes of notes that are read; the rest is cut off.
    public var maximumLength = 1 << 20
    /// Elements inside one another; deeper ones are left out, their text is kept.
    public var maximumDepth = 64
    /// Whether times such as 12:34 become links `#t=754`, for a page that seeks there.
    public var linksTimes = false
    /// How long the entry is, so that a clock time beyond it is not taken for a place in it.
    public var duration: Duration?

    /// The defaults.
    public init() {}

    /// Notes as HTML that is safe inside any element that may hold blocks.
    ///
    /// - Parameter fallbackBase: what relative addresses are relative to where the notes do not say: the entry's page.
    public func sanitize(_ notes: RichText, fallbackBase: String? = nil) -> String {
        if notes.kind == .text { return paragraphs(notes.value) }
        let text = notes.value.utf8.count > maximumLength ? cut(notes.value) : notes.value
        // Many feeds hold plain text where HTML is meant: without a tag, line breaks are all the markup there is.
        if !text.utf8.contains(UInt8(ascii: "<")) { return plainHTML(text) }
        var writer = NotesWriter(self, base: notes.base ?? fallbackBase)
        HTMLEvents.parse(text) { writer.handle($0) }
        return writer.finish()
    }

    /// Plain text as paragraphs: addresses become links, blank lines separate.
    private func paragraphs(_ text: String) -> String {
        var writer = NotesWriter(self, base: nil)
        writer.plain(text.utf8.count > maximumLength ? cut(text) : text)
        return writer.finish()
    }

    /// Text that may have entities but has no tags.
    private func plainHTML(_ text: String) -> String {
        var output: [UInt8] = []
        text.withTextBytes { bytes in
            var index = 0
            while index < bytes.count {
                if bytes[index] == UInt8(ascii: "&"), let reference = HTMLEntities.decode(bytes, at: index) {
                    reference.append(to: &output)
                    index += reference.length
                } else {
                    output.append(bytes[index])
                    index += 1
                }
            }
        }
        return paragraphs(String(decoding: output, as: UTF8.self))
    }

    private func cut(_ text: String) -> String {
        // A cut character becomes U+FFFD, a cut tag is the parser's business.
        String(decoding: text.utf8.prefix(maximumLength), as: UTF8.self)
    }

    /// The notes as plain text of about `maximumLength` characters, for lists and notifications.
    public static func summary(of notes: RichText, maximumLength: Int = 300) -> String {
        var collector = PlainCollector(limit: maximumLength)
        if notes.kind == .text || !notes.value.utf8.contains(UInt8(ascii: "<")) {
            let line =
                notes.kind == .text ? PlainText.line(fromText: notes.value) : PlainText.line(fromHTML: notes.value)
            collector.append(line ?? "")
        } else {
            // A summary of megabytes needs the beginning only.
            let text =
                notes.value.utf8.count > 1 << 16
                ? String(decoding: notes.value.utf8.prefix(1 << 16), as: UTF8.self) : notes.value
            HTMLEvents.parse(text) { collector.handle($0) }
        }
        return collector.finish()
    }
}
