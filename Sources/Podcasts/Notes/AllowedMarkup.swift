/// The elements and attributes that notes may have.
enum AllowedMarkup {
    enum Rule {
        /// Kept.
        case keep
        /// Left out, its content kept.
        case unwrap
        /// Left out with all that is in it.
        case remove
    }

    static func rule(_ name: String) -> Rule {
        if kept.contains(name) { return .keep }
        return removed.contains(name) ? .remove : .unwrap
    }

    /// Elements that begin a new line of text.
    static func isBlock(_ name: String) -> Bool { blocks.contains(name) }

    static func isVoid(_ name: String) -> Bool { name == "br" || name == "hr" || name == "img" || name == "wbr" }

    private static let kept: Set<String> = [
        "a", "abbr", "b", "blockquote", "br", "cite", "code", "dd", "del", "dfn", "div", "dl", "dt", "em", "figcaption",
        "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "kbd", "li", "mark", "ol", "p", "pre",
        "q",
        "rp", "rt", "ruby", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "table", "tbody", "td",
        "tfoot",
        "th", "thead", "tr", "tt", "u", "ul", "var", "wbr",
    ]

    private static let removed: Set<String> = [
        "script", "style", "iframe", "object", "embed", "applet", "noscript", "template", "svg", "math", "head",
        "title",
        "textarea", "select", "audio", "video", "frameset", "noframes", "noembed", "xmp", "plaintext", "canvas",
        "param",
        "base", "meta", "link",
    ]

    private static let blocks: Set<String> = [
        "blockquote", "br", "dd", "div", "dl", "dt", "figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr",
        "li",
        "ol", "p", "pre", "table", "td", "th", "tr", "ul", "section", "article", "header", "footer",
    ]

    /// Attributes that are text or numbers and can do no harm, by element.
    static func isHarmless(_ attribute: String, on element: String) -> Bool {
        switch attribute {
        case "title", "lang", "dir": true
        case "alt": element == "img"
        case "width", "height": element == "img"
        case "start", "reversed": element == "ol"
        case "value": element == "li"
        case "colspan", "rowspan": element == "td" || element == "th"
        default: false
        }
    }

    /// Attributes whose value must be a small whole number.
    static func isNumeric(_ attribute: String) -> Bool {
        ["width", "height", "start", "value", "colspan", "rowspan"].contains(attribute)
    }

    /// The address if its scheme is allowed, resolved; `nil` otherwise.
    static func address(_ value: String, base: String?, isImage: Bool) -> String? {
        // Control characters hide schemes from those who look for them ("java\tscript:"); browsers drop some of them.
        let clean = String(String.UnicodeScalarView(value.unicodeScalars.filter { $0.value > 32 || $0.value == 32 }))
        let trimmed = Address.resolve(clean, against: base)
        guard let length = Address.schemeLength(trimmed) else { return nil }
        switch trimmed.prefix(length).lowercased() {
        case "http", "https": return trimmed
        case "mailto", "tel": return isImage ? nil : trimmed
        default: return nil
        }
    }
}
