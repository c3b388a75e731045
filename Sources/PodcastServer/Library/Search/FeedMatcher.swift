/// Finds subscriptions by the words of their title, author and description.
///
/// A user has hundreds at most, so they are compared one by one, the same way in every database.
struct FeedMatcher: Sendable {
    private let terms: [SearchQuery.Term]

    init(_ terms: [SearchQuery.Term]) { self.terms = terms }

    /// The rows that match, best first: title before author before description.
    func best(_ rows: [SubscriptionRow]) -> [SubscriptionRow] {
        guard terms.contains(where: { !$0.isExcluded }) else { return [] }
        let scored = rows.compactMap { row in score(row).map { (row: row, score: $0) } }
        return scored.sorted {
            ($0.score, $0.row.displayTitle, $0.row.feed) < ($1.score, $1.row.displayTitle, $1.row.feed)
        }
        .map(\.row)
    }

    /// The lower the better; `nil` where it does not match.
    private func score(_ row: SubscriptionRow) -> Int? {
        let texts = [
            row.displayTitle, "\(row.feedTitle) \(row.author ?? "")",
            SearchTexts.plain(SearchTexts.cut(row.description ?? "", to: 2_000)),
        ].map(SearchWords.of)
        var total = 0
        for term in terms {
            let place = texts.firstIndex { Self.contains(term, $0) }
            if term.isExcluded {
                if place != nil { return nil }
            } else {
                guard let place, !term.isTitle || place == 0 else { return nil }
                total += place
            }
        }
        return total
    }

    private static func contains(_ term: SearchQuery.Term, _ words: [String]) -> Bool {
        guard words.count >= term.words.count else { return false }
        return (0...(words.count - term.words.count)).contains { start in
            term.words.indices.allSatisfy { index in
                let word = words[start + index]
                let isLast = index == term.words.count - 1
                return isLast && term.isPrefix ? word.hasPrefix(term.words[index]) : word == term.words[index]
            }
        }
    }
}
