/// What an Atom text construct or content element says its text is.
struct ContentKind {
    var kind = RichText.Kind.html
    /// Child elements are the text, inside one `div` that does not count.
    var isXHTML = false
    var isBase64 = false
    /// The address of content that lies elsewhere.
    var source: String?
}

extension FeedBuilder {
    /// Reads `type`, `mode` (Atom 0.3) and `src`; RFC 4287 sections 3.1.1 and 4.1.3.
    func beginAtomText() -> Opening {
        content = ContentKind()
        let type = attributes.lowercased("type") ?? ""
        let mode = attributes.lowercased("mode")
        content.source = attributes.text("src").map { Address.resolve($0, against: base) }
        switch type {
        case "html", "text/html", "application/xhtml+xml": content.kind = .html
        case "xhtml": content.isXHTML = true
        case "", "text", "text/plain":
            // In RSS without a prefix nobody writes a type, and means HTML.
            content.kind = feed.format == .atom10 || feed.format == .atom03 ? .text : .html
            if mode == "escaped", type.isEmpty { content.kind = .html }
        default:
            content.isBase64 = !type.hasPrefix("text/") && !type.hasSuffix("xml")
        }
        if type == "application/xhtml+xml" { content.isXHTML = true }
        if mode == "base64" { content.isBase64 = true }
        return .markup
    }

    /// Makes the text that ``beginAtomText()`` began; `nil` when it is blank.
    func atomText(_ bytes: TextBytes) -> RichText? {
        var value = bytes.nonEmptyText
        if content.isBase64, let encoded = value { value = Base64Text.decode(encoded) ?? encoded }
        return value.map { RichText($0, kind: content.kind, base: base) }
    }

    /// Text that may hold HTML, as RSS has it; `nil` when it is blank.
    func richText(_ bytes: TextBytes) -> RichText? {
        bytes.nonEmptyText.map { RichText($0, kind: .html, base: base) }
    }

    /// An Atom text construct as one plain line.
    func atomPlain(_ bytes: TextBytes) -> String? {
        guard let text = atomText(bytes) else { return nil }
        return text.kind == .html ? PlainText.line(fromHTML: text.value) : PlainText.line(fromText: text.value)
    }
}
