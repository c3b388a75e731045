/// Writes the safe notes, element by element.
struct NotesWriter {
    private struct Open {
        var name: String
        var isWritten: Bool
    }

    private let options: NotesSanitizer
    private let base: String?
    private var output = ""
    private var open: [Open] = []
    private var writtenDepth = 0
    /// How many removed elements are open; nothing is written inside one.
    private var removedDepth = 0

    init(_ options: NotesSanitizer, base: String?) {
        self.options = options
        self.base = base
    }

    mutating func handle(_ event: HTMLEvent) {
        switch event {
        case .start(let name, let attributes): start(name, attributes)
        case .end(let name): end(name)
        case .text(let text):
            guard removedDepth == 0 else { return }
            let isInLink = open.contains { $0.name == "a" && $0.isWritten }
            options.linksTimes && !isInLink ? appendLinkingTimes(text) : append(escaped: text)
        }
    }

    mutating func finish() -> String {
        while let element = open.popLast() { if element.isWritten { output += "</\(element.name)>" } }
        return output.trimmingBlanks
    }

    // MARK: Elements

    private mutating func start(_ name: String, _ attributes: [(name: String, value: String)]) {
        let rule = AllowedMarkup.rule(name)
        if rule == .remove || removedDepth > 0 {
            if !isVoid(name) {
                removedDepth += 1
                open.append(Open(name: name, isWritten: false))
            }
            return
        }
        let written = rule == .keep ? tag(name, attributes) : nil
        if isVoid(name) {
            if let written { output += written }
            return
        }
        let isWritten = written != nil && writtenDepth < options.maximumDepth
        if isWritten, let written {
            output += written
            writtenDepth += 1
        }
        open.append(Open(name: name, isWritten: isWritten))
    }

    /// Whether no end will come; libxml2 reports an end for some of these, which then closes nothing.
    private func isVoid(_ name: String) -> Bool {
        AllowedMarkup.isVoid(name)
            || ["embed", "param", "base", "meta", "link", "input", "col", "area", "source"].contains(name)
    }

    private mutating func end(_ name: String) {
        guard !isVoid(name), let index = open.lastIndex(where: { $0.name == name }) else { return }
        while open.count > index, let element = open.popLast() {
            if element.isWritten {
                output += "</\(element.name)>"
                writtenDepth -= 1
            } else if AllowedMarkup.rule(element.name) == .remove || removedDepth > 0 {
                removedDepth -= removedDepth > 0 ? 1 : 0
            }
        }
    }

    /// The start tag; `nil` for an image without an address, which would be a broken picture.
    private func tag(_ name: String, _ attributes: [(name: String, value: String)]) -> String? {
        var text = "<\(name)"
        var seen: Set<String> = []
        for (attribute, value) in attributes where seen.insert(attribute).inserted {
            guard let value = self.value(of: attribute, value, on: name) else { continue }
            text += " \(attribute)=\"\(Escaping.attribute(value))\""
            if attribute == "href" { text += " rel=\"noopener noreferrer nofollow\" target=\"_blank\"" }
            if attribute == "src" { text += " loading=\"lazy\" referrerpolicy=\"no-referrer\"" }
        }
        if name == "img", !text.contains(" src=\"") { return nil }
        return text + ">"
    }

    private func value(of attribute: String, _ value: String, on name: String) -> String? {
        switch (name, attribute) {
        case ("a", "href"):
            // A fragment alone names a place in a page that the notes are not in.
            return value.hasPrefix("#") ? nil : AllowedMarkup.address(value, base: base, isImage: false)
        case ("img", "src"): return AllowedMarkup.address(value, base: base, isImage: true)
        default: break
        }
        guard AllowedMarkup.isHarmless(attribute, on: name) else { return nil }
        guard AllowedMarkup.isNumeric(attribute) else { return value }
        let digits = value.filter { $0.isASCII && $0.isNumber }
        return !digits.isEmpty && digits.count <= 4 ? digits : nil
    }

    // MARK: Text

    private mutating func append(escaped text: String) { output += Escaping.text(text) }

    /// Plain text: blank lines separate paragraphs, line breaks are kept, addresses and times become links.
    mutating func plain(_ text: String) {
        let lines = text.replacingLineBreaks.split(separator: "\n", omittingEmptySubsequences: false)
        var isInParagraph = false
        for line in lines {
            let isBlank = line.allSatisfy(\.isWhitespace)
            if isBlank {
                if isInParagraph { output += "</p>" }
                isInParagraph = false
                continue
            }
            output += isInParagraph ? "<br>" : "<p>"
            isInParagraph = true
            appendLinkingAddresses(String(line))
        }
        if isInParagraph { output += "</p>" }
    }

    private mutating func appendLinkingAddresses(_ line: String) {
        var rest = line[...]
        while let found = AddressFinder.first(in: rest) {
            appendWithTimes(String(rest[..<found.lowerBound]))
            let address = String(rest[found])
            if let safe = AllowedMarkup.address(address, base: nil, isImage: false) {
                let attributes =
                    "href=\"\(Escaping.attribute(safe))\" rel=\"noopener noreferrer nofollow\" target=\"_blank\""
                output += "<a \(attributes)>\(Escaping.text(address))</a>"
            } else {
                append(escaped: address)
            }
            rest = rest[found.upperBound...]
        }
        appendWithTimes(String(rest))
    }

    private mutating func appendWithTimes(_ text: String) {
        options.linksTimes ? appendLinkingTimes(text) : append(escaped: text)
    }

    private mutating func appendLinkingTimes(_ text: String) {
        var rest = text[...]
        for time in NoteTimestamps.find(in: text, duration: options.duration) {
            append(escaped: String(rest[..<time.range.lowerBound]))
            output += "<a href=\"#t=\(time.seconds)\">\(Escaping.text(String(text[time.range])))</a>"
            rest = rest[time.range.upperBound...]
        }
        append(escaped: String(rest))
    }
}
