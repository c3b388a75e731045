import Foundation
import PodcastAPI

/// What somebody typed into the search field.
///
/// Words must all occur; the last one may be the beginning of a word, because people see results while they type.
/// `"a phrase"`, `begin*`, `-not`, `title:word`, `feed:word`, `folder:name`, `is:unread` (any filter),
/// `before:2026-01-31`, `after:2026-01-31`.
struct SearchQuery: Sendable, Equatable {
    /// Words that follow one another.
    struct Term: Sendable, Equatable {
        /// Folded.
        var words: [String]
        /// As they were typed, for an index that folds by its own rules.
        var typed: [String]
        /// The last word may be the beginning of one.
        var isPrefix = false
        /// Must not occur.
        var isExcluded = false
        /// Must stand in the title.
        var isTitle = false

        init(
            words: [String],
            typed: [String]? = nil,
            isPrefix: Bool = false,
            isExcluded: Bool = false,
            isTitle: Bool = false
        ) {
            self.words = words
            self.typed = typed ?? words
            self.isPrefix = isPrefix
            self.isExcluded = isExcluded
            self.isTitle = isTitle
        }

        /// Words that are the same when folded ask for the same.
        static func == (left: Term, right: Term) -> Bool {
            (left.words, left.isPrefix, left.isExcluded, left.isTitle)
                == (right.words, right.isPrefix, right.isExcluded, right.isTitle)
        }
    }

    /// More words than these narrow nothing down.
    static let maximumTerms = 20

    private(set) var terms: [Term] = []
    /// Words that the feed's title must have, folded.
    private(set) var feedWords: [String] = []
    private(set) var folder: String?
    private(set) var filters: Set<EntryFilter> = []
    private(set) var before: Date?
    private(set) var after: Date?

    init(_ text: String) {
        var reader = PieceReader(text)
        while let piece = reader.next() { take(piece) }
        // The word being typed.
        if let last = terms.indices.last, !reader.endedOutsideWord, !terms[last].isExcluded, reader.lastWasPlain {
            terms[last].isPrefix = Self.canBegin(terms[last].words)
        }
    }

    /// Whether it asks for words, and not only for kinds of entries.
    var hasText: Bool { terms.contains { !$0.isExcluded } }

    /// Whether it asks for anything.
    var isEmpty: Bool {
        terms.isEmpty && feedWords.isEmpty && folder == nil && filters.isEmpty && before == nil && after == nil
    }

    private mutating func take(_ piece: PieceReader.Piece) {
        switch piece.name {
        case "is":
            if let filter = EntryFilter(rawValue: piece.text.lowercased()), filter != .all {
                filters.insert(filter)
            } else if piece.text.lowercased() == "read" {
                filters.insert(.finished)
            }
        case "feed": feedWords += SearchWords.of(piece.text)
        case "folder": folder = piece.text.isEmpty ? nil : piece.text
        case "before": before = Self.day(piece.text) ?? before
        case "after": after = Self.day(piece.text).map { $0 + 86_400 } ?? after
        case "title": add(piece, isTitle: true)
        case .some(let name): add(.init(name: nil, text: "\(name) \(piece.text)", isExcluded: piece.isExcluded))
        case nil: add(piece)
        }
    }

    private mutating func add(_ piece: PieceReader.Piece, isTitle: Bool = false) {
        let typed = SearchWords.asWritten(piece.text)
        let words = typed.map { SearchWords.fold($0) }
        guard !words.isEmpty, terms.count < Self.maximumTerms else { return }
        terms.append(
            Term(
                words: Array(words.prefix(Self.maximumTerms)),
                typed: Array(typed.prefix(Self.maximumTerms)),
                isPrefix: piece.text.hasSuffix("*") && Self.canBegin(words),
                isExcluded: piece.isExcluded,
                isTitle: isTitle
            )
        )
    }

    /// Whether the last word may be the beginning of one: a single letter begins nearly every text, and narrows nothing down.
    private static func canBegin(_ words: [String]) -> Bool {
        guard let last = words.last else { return false }
        return last.utf8.count >= 2
    }

    /// Midnight in UTC of `2026-01-31`.
    private static func day(_ text: String) -> Date? {
        try? Date(text, strategy: .iso8601.year().month().day())
    }
}

/// Splits what was typed at blanks outside quotes.
private struct PieceReader {
    struct Piece {
        /// What stands before the colon.
        var name: String?
        var text: String
        var isExcluded: Bool
    }

    private var rest: Substring
    /// Whether the text ended with a blank or a quote: then no word is being typed.
    private(set) var endedOutsideWord = true
    /// Whether the last piece was a word without quotes.
    private(set) var lastWasPlain = false

    init(_ text: String) { rest = text[...] }

    mutating func next() -> Piece? {
        rest = rest.drop { $0.isWhitespace }
        guard !rest.isEmpty else {
            return nil
        }
        var isExcluded = false
        if rest.first == "-", rest.dropFirst().first?.isWhitespace == false {
            isExcluded = true
            rest.removeFirst()
        }
        var name: String?
        let word = rest.prefix { $0.isLetter }
        if !word.isEmpty, rest[word.endIndex...].first == ":" {
            name = word.lowercased()
            rest = rest[word.endIndex...].dropFirst()
        }
        if let quote = rest.first, "\"“”„".contains(quote) {
            let inside = rest.dropFirst()
            let end = inside.firstIndex { "\"“”".contains($0) } ?? inside.endIndex
            rest = end < inside.endIndex ? inside[inside.index(after: end)...] : inside[end...]
            endedOutsideWord = true
            lastWasPlain = false
            return Piece(name: name, text: String(inside[..<end]), isExcluded: isExcluded)
        }
        let text = rest.prefix { !$0.isWhitespace }
        rest = rest[text.endIndex...]
        endedOutsideWord = !rest.isEmpty
        lastWasPlain = true
        return Piece(name: name, text: String(text), isExcluded: isExcluded)
    }
}
