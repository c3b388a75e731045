import PodcastAPI

/// The piece of a text where the words stand that were looked for.
struct Snippet: Sendable, Equatable {
    /// Characters that are shown.
    static let length = 200
    /// Characters before the first word found.
    static let lead = 50

    var parts: [SearchHit.Part]
    /// Whether any of the words stands in the text.
    var isMatch: Bool

    /// The piece of `text` around the first of the words; its beginning where none is there.
    init(_ text: String, _ terms: [SearchQuery.Term]) {
        let words = terms.filter { !$0.isExcluded }.flatMap { term in
            term.words.enumerated().map { index, word in
                (word: word, isPrefix: term.isPrefix && index == term.words.count - 1)
            }
        }
        var found: [Range<String.Index>] = []
        var limit: String.Index?
        SearchWords.forEach(in: text) { range in
            if let limit, range.lowerBound >= limit { return }
            let word = SearchWords.fold(text[range])
            guard words.contains(where: { $0.isPrefix ? word.hasPrefix($0.word) : word == $0.word }) else { return }
            if found.isEmpty {
                limit = text.index(range.lowerBound, offsetBy: Self.length, limitedBy: text.endIndex) ?? text.endIndex
            }
            found.append(range)
        }
        isMatch = !found.isEmpty
        parts = Self.parts(text, found)
    }

    private static func parts(_ text: String, _ found: [Range<String.Index>]) -> [SearchHit.Part] {
        let first = found.first?.lowerBound ?? text.startIndex
        var start = text.index(first, offsetBy: -lead, limitedBy: text.startIndex) ?? text.startIndex
        if start > text.startIndex, let blank = text[start..<first].firstIndex(of: " ") {
            start = text.index(after: blank)
        }
        let end = text.index(start, offsetBy: length, limitedBy: text.endIndex) ?? text.endIndex
        var parts: [SearchHit.Part] = []
        func add(_ piece: Substring, mark: Bool) {
            if !piece.isEmpty { parts.append(.init(text: String(piece), mark: mark)) }
        }
        if start > text.startIndex { add("…", mark: false) }
        var position = start
        for range in found where range.lowerBound >= position && range.upperBound <= end {
            add(text[position..<range.lowerBound], mark: false)
            add(text[range], mark: true)
            position = range.upperBound
        }
        add(text[position..<end], mark: false)
        if end < text.endIndex { add("…", mark: false) }
        return parts
    }
}
