/// Tells what kind of document some bytes are, without reading it whole.
public enum ContentSniffer {
    /// A kind of document.
    public enum Kind: Sendable, Equatable {
        /// RSS or Atom.
        case xmlFeed
        /// A web page.
        case html
        /// An OPML list.
        case opml
        /// JSON; a JSON Feed or not.
        case json
        /// XML of another kind, by its root element.
        case otherXML(root: String)
        /// Nothing but blanks.
        case empty
        /// Something else: text, sound, a picture.
        case other
    }

    /// How much of a document is looked at.
    public static let sampleSize = 4096

    /// The kind of the document that begins with `bytes`.
    ///
    /// - Parameter contentType: the `Content-Type` of the answer, for its `charset` only: servers name wrong types.
    public static func kind(of bytes: [UInt8], contentType: String? = nil) -> Kind {
        var head: [UInt8] = []
        let decoder = TextDecoder(contentType: contentType) { _, _, _ in }
        // Blank lines are passed over whatever their number; the rest of a long document is not decoded.
        let start = bytes.firstIndex { !$0.isBlank } ?? bytes.endIndex
        bytes[start...].prefix(sampleSize * 16).withUnsafeBufferPointer {
            decoder.decode($0) { head.append(contentsOf: $0) }
        }
        decoder.finish { head.append(contentsOf: $0) }
        return head.withUnsafeBufferPointer { sniff($0, isWhole: true)?.kind ?? .other }
    }

    /// The kind of UTF-8 text, and where the document begins in it; `nil` when more is needed to tell.
    static func sniff(_ text: TextBytes, isWhole: Bool) -> (kind: Kind, start: Int)? {
        var start = 0
        while start < text.count, text[start].isBlank { start += 1 }
        guard start < text.count else { return isWhole ? (.empty, start) : nil }
        if text[start] == UInt8(ascii: "{") || text[start] == UInt8(ascii: "[") { return (.json, start) }
        switch PrologScanner.root(text, from: start) {
        case .root(let name):
            let kind = kind(ofRoot: name)
            if kind == .xmlFeed || kind == .html || kind == .opml { return (kind, start) }
            if let found = feedAfterJunk(text, from: start) { return found }
            return isWhole || text.count >= sampleSize ? (kind, start) : nil
        case .html: return (.html, start)
        case .incomplete:
            guard isWhole || text.count >= sampleSize * 16 else { return nil }
            return feedAfterJunk(text, from: start) ?? (.other, start)
        case .none:
            if let found = feedAfterJunk(text, from: start) { return found }
            return isWhole || text.count >= sampleSize ? (.other, start) : nil
        }
    }

    /// A feed that something stands before: a server's complaint, a stray line.
    private static func feedAfterJunk(_ text: TextBytes, from start: Int) -> (kind: Kind, start: Int)? {
        for word: StaticString in ["<?xml", "<rss", "<feed", "<rdf:rdf"] {
            guard let found = text.firstIndex(of: word, from: start), found > start else { continue }
            if case .root(let name) = PrologScanner.root(text, from: found), kind(ofRoot: name) == .xmlFeed {
                return (.xmlFeed, found)
            }
        }
        return nil
    }

    private static func kind(ofRoot name: String) -> Kind {
        let local = (name.split(separator: ":").last.map(String.init) ?? name).lowercased()
        switch local {
        case "rss", "rdf", "feed", "channel", "entry", "item": return .xmlFeed
        case "opml": return .opml
        case "html", "head", "body", "title", "meta", "script", "style", "link", "div", "table", "form", "center", "h1",
            "p":
            return .html
        default: return .otherXML(root: String(name.prefix(80)))
        }
    }
}

/// Finds the root element behind declarations, comments, instructions and a document type.
enum PrologScanner {
    enum Result {
        case root(String)
        /// A document type that says HTML.
        case html
        /// The text ends within the prolog.
        case incomplete
        /// There is something else than markup.
        case none
    }

    static func root(_ text: TextBytes, from start: Int) -> Result {
        var index = start
        while true {
            while index < text.count, text[index].isBlank { index += 1 }
            guard index + 1 < text.count else { return .incomplete }
            guard text[index] == UInt8(ascii: "<") else { return .none }
            let rest = TextBytes(rebasing: text[index...])
            if rest.hasPrefix("<?") {
                guard let end = text.firstIndex(of: "?>", from: index) else { return .incomplete }
                index = end + 2
            } else if rest.hasPrefix("<!--") {
                guard let end = text.firstIndex(of: "-->", from: index + 4) else { return .incomplete }
                index = end + 3
            } else if rest.hasPrefix("<!doctype") {
                var name = index + 9
                while name < text.count, text[name].isBlank { name += 1 }
                guard name + 4 < text.count else { return .incomplete }
                if TextBytes(rebasing: text[name...]).hasPrefix("html") { return .html }
                guard let length = DocumentType.length(rest) else { return .incomplete }
                index += length
            } else {
                return element(text, at: index + 1)
            }
        }
    }

    private static func element(_ text: TextBytes, at start: Int) -> Result {
        var end = start
        while end < text.count, text[end].continuesName { end += 1 }
        guard end < text.count else { return .incomplete }
        guard end > start, text[start].beginsName else { return .none }
        return .root(TextBytes(rebasing: text[start..<end]).text)
    }
}
