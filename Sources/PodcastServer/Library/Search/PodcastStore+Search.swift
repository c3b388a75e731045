import Database
import Foundation
import PodcastAPI

/// An entry that a search found.
struct SearchMatch: Sendable, Equatable {
    var entry: EntryRow
    /// The text that the words stand in, or the beginning of the notes.
    var snippet: Snippet
    /// `notes`, `chapters` or `transcript`.
    var source: String
}

extension PodcastStore {
    /// Entries of a user that match a query, the best first.
    ///
    /// - Parameter list: what else must hold of them.
    /// - Returns: up to `limit` of them behind the first `offset`, and whether there are more.
    func search(
        _ query: SearchQuery,
        in list: EntryList,
        of user: Int64,
        offset: Int,
        limit: Int
    ) async throws -> (matches: [SearchMatch], hasMore: Bool) {
        try await database.read { reader in
            let statement = Self.searchStatement(query, list, user, limit: limit + 1, offset: offset, reader.dialect)
            let ids = try reader.rows(statement.sql, statement.values) { try $0["entry_id"] as Int64 }
            let rows = try Self.rows(Array(ids.prefix(limit)), of: user, reader)
            return (try rows.map { try Self.match($0, query, reader) }, ids.count > limit)
        }
    }

    static func searchStatement(
        _ query: SearchQuery,
        _ list: EntryList,
        _ user: Int64,
        limit: Int,
        offset: Int,
        _ dialect: SQLDialect
    ) -> (sql: String, values: [any DatabaseValueConvertible]) {
        let rest = EntryListQuery(list, user: user, order: .newest)
        guard query.hasText else {
            var plain = rest.page(after: nil, limit: limit)
            plain.sql += " OFFSET ?"
            return (plain.sql, plain.values + [offset])
        }
        let expression = SearchIndex.expression(query.terms, dialect)
        let condition = rest.furtherConditions
        return (
            SearchIndex.rankedQuery(condition.sql, dialect),
            [user, expression] + condition.values + [limit, offset]
        )
    }

    private static func match(
        _ row: EntryRow,
        _ query: SearchQuery,
        _ reader: any DatabaseReading
    ) throws -> SearchMatch {
        // Each text is read only where the one before does not hold the words: transcripts are long.
        var first: Snippet?
        for column in ["notes", "chapters", "transcript"] {
            let text: String =
                try reader.value(
                    "SELECT \(column) FROM search_texts WHERE entry_id = ?",
                    [row.id]
                ) ?? ""
            let snippet = Snippet(text, query.terms)
            if snippet.isMatch { return SearchMatch(entry: row, snippet: snippet, source: column) }
            if first == nil { first = snippet }
            if !query.hasText { break }
        }
        return SearchMatch(entry: row, snippet: first ?? Snippet("", []), source: "notes")
    }

    /// Titles of a user's feeds by id, as the user sees them.
    func feedTitles(of user: Int64) async throws -> [(feed: Int64, title: String)] {
        try await database.read { reader in
            try reader.rows(
                """
                SELECT b.feed_id, coalesce(nullif(b.title, ''), f.title) AS title FROM subscriptions b
                JOIN feeds f ON f.id = b.feed_id WHERE b.user_id = ?
                """,
                [user]
            ) { (try $0["feed_id"], try $0["title"]) }
        }
    }
}
