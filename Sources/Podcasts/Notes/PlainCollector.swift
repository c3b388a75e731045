/// Collects the text of notes as one line, up to a length.
struct PlainCollector {
    private let limit: Int
    private var text = ""
    private var length = 0
    private var removedDepth = 0
    private var needsBlank = false

    init(limit: Int) { self.limit = max(1, limit) }

    mutating func handle(_ event: HTMLEvent) {
        switch event {
        case .start(let name, _):
            if AllowedMarkup.rule(name) == .remove, !["embed", "param", "base", "meta", "link"].contains(name) {
                removedDepth += 1
            }
            needsBlank = needsBlank || AllowedMarkup.isBlock(name)
        case .end(let name):
            if AllowedMarkup.rule(name) == .remove, removedDepth > 0 { removedDepth -= 1 }
            needsBlank = needsBlank || AllowedMarkup.isBlock(name)
        case .text(let piece): if removedDepth == 0 { append(piece) }
        }
    }

    mutating func append(_ piece: String) {
        for character in piece {
            // One more than fits, so that the end knows whether something was left out.
            guard length <= limit else { return }
            if character.isWhitespace {
                needsBlank = true
                continue
            }
            if needsBlank, !text.isEmpty {
                text.append(" ")
                length += 1
            }
            needsBlank = false
            text.append(character)
            length += 1
        }
    }

    /// The text, cut after a word where it is too long.
    func finish() -> String {
        guard length > limit else { return text }
        let cut = text.prefix(limit)
        let end = cut.lastIndex(of: " ").map {
            cut.distance(from: cut.startIndex, to: $0) > limit / 2 ? $0 : cut.endIndex
        }
        return cut[..<(end ?? cut.endIndex)] + "…"
    }
}
