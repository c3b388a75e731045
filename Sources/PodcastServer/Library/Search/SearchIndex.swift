import Database
import Foundation
import PodcastAPI

/// The full-text index of the store: one statement each for SQLite's FTS5 and PostgreSQL's `tsvector`.
///
/// Both are kept in step with `search_texts` here. SQLite's has to be told the old words before they go; PostgreSQL's
/// column is written from words that are folded like a query's, so that both find the same.
enum SearchIndex {
    /// The newest so many matches are compared with one another: enough for a person, and bounded for any word.
    static let candidates = 2_000

    /// Changes an entry's words by `change`, and the index with them.
    static func changing(_ entry: Int64, _ writer: any DatabaseWriting, _ change: () throws -> Void) throws {
        try forget("t.entry_id = ?", entry, writer)
        try change()
        try add(entry, writer)
    }

    /// Takes the entries of a feed out of the index, before they are removed.
    static func remove(feed: Int64, _ writer: any DatabaseWriting) throws {
        try forget("t.entry_id IN (SELECT e.id FROM entries e WHERE e.feed_id = ?)", feed, writer)
    }

    /// Indexes what was copied here from another database; a hundred entries at most.
    ///
    /// - Returns: whether there may be more.
    static func complete(_ writer: any DatabaseWriting) throws -> Bool {
        let isMissing =
            switch writer.dialect {
            case .sqlite: "NOT EXISTS (SELECT 1 FROM search_index_docsize d WHERE d.id = t.entry_id)"
            case .postgreSQL: "t.document IS NULL"
            }
        let missing = try writer.rows(
            "SELECT t.entry_id FROM search_texts t WHERE \(isMissing) ORDER BY t.entry_id LIMIT 100"
        ) { try $0["entry_id"] as Int64 }
        for entry in missing { try add(entry, writer) }
        return !missing.isEmpty
    }

    private static let columns = "title, notes, chapters, transcript"

    /// SQLite's index has no texts of its own: it is told which words to forget.
    private static func forget(_ condition: String, _ value: Int64, _ writer: any DatabaseWriting) throws {
        guard writer.dialect == .sqlite else { return }
        try writer.execute(
            """
            INSERT INTO search_index(search_index, rowid, \(columns))
            SELECT 'delete', t.entry_id, \(columns) FROM search_texts t
            WHERE \(condition) AND EXISTS (SELECT 1 FROM search_index_docsize d WHERE d.id = t.entry_id)
            """,
            [value]
        )
    }

    private static func add(_ entry: Int64, _ writer: any DatabaseWriting) throws {
        switch writer.dialect {
        case .sqlite:
            try writer.execute(
                """
                INSERT INTO search_index(rowid, \(columns)) SELECT entry_id, \(columns) FROM search_texts
                WHERE entry_id = ?
                """,
                [entry]
            )
        case .postgreSQL: try addDocument(entry, writer)
        }
    }

    private static func addDocument(_ entry: Int64, _ writer: any DatabaseWriting) throws {
        let row = try writer.row("SELECT \(columns) FROM search_texts WHERE entry_id = ?", [entry])
        guard let row else { return }
        func words(_ column: String) throws -> String { SearchWords.of(try row[column]).joined(separator: " ") }
        try writer.execute(
            """
            UPDATE search_texts SET document =
                setweight(to_tsvector('simple', CAST(? AS TEXT)), 'A')
                || setweight(to_tsvector('simple', CAST(? AS TEXT)), 'B')
                || setweight(to_tsvector('simple', CAST(? AS TEXT)), 'C')
                || setweight(to_tsvector('simple', CAST(? AS TEXT)), 'D')
            WHERE entry_id = ?
            """,
            [try words("title"), try words("notes"), try words("chapters"), try words("transcript"), entry]
        )
    }

    /// The expression that the database's search understands.
    static func expression(_ terms: [SearchQuery.Term], _ dialect: SQLDialect) -> String {
        let wanted = terms.filter { !$0.isExcluded }.map { term($0, dialect) }
        let unwanted = terms.filter(\.isExcluded).map { term($0, dialect) }
        switch dialect {
        case .sqlite:
            return ([wanted.joined(separator: " AND ")] + unwanted).joined(separator: " NOT ")
        case .postgreSQL:
            return (wanted + unwanted.map { "!\($0)" }).joined(separator: " & ")
        }
    }

    private static func term(_ term: SearchQuery.Term, _ dialect: SQLDialect) -> String {
        switch dialect {
        case .sqlite:
            // Words are letters and digits, so nothing in them ends the quotes.
            let phrase = "\"\(term.typed.joined(separator: " "))\"\(term.isPrefix ? " *" : "")"
            return term.isTitle ? "(title : \(phrase))" : "(\(phrase))"
        case .postgreSQL:
            let words = term.words.enumerated().map { index, word in
                let isLast = index == term.words.count - 1
                let marks = (isLast && term.isPrefix ? "*" : "") + (term.isTitle ? "A" : "")
                return "'\(word)'\(marks.isEmpty ? "" : ":\(marks)")"
            }
            return "(\(words.joined(separator: " <-> ")))"
        }
    }

    /// The entries of a user that match, the best first: their ids.
    ///
    /// - Parameter condition: what else must hold of the state `s`, with its values behind the expression's and the user's.
    static func rankedQuery(_ condition: String, _ dialect: SQLDialect) -> String {
        switch dialect {
        case .sqlite:
            """
            SELECT m.entry_id FROM (
                SELECT search_index.rowid AS entry_id, bm25(search_index, 10.0, 4.0, 2.0, 1.0) AS score
                FROM search_index CROSS JOIN entry_states s ON s.user_id = ? AND s.entry_id = search_index.rowid
                WHERE search_index MATCH ?\(condition)
                ORDER BY search_index.rowid DESC LIMIT \(candidates)
            ) m ORDER BY m.score, m.entry_id DESC LIMIT ? OFFSET ?
            """
        case .postgreSQL:
            """
            SELECT m.entry_id FROM (
                SELECT t.entry_id, -ts_rank(t.document, q.q) AS score
                FROM (SELECT CAST(? AS BIGINT) AS user_id, CAST(? AS tsquery) AS q) q
                JOIN search_texts t ON t.document @@ q.q
                JOIN entry_states s ON s.user_id = q.user_id AND s.entry_id = t.entry_id
                WHERE TRUE\(condition)
                ORDER BY t.entry_id DESC LIMIT \(candidates)
            ) m ORDER BY m.score, m.entry_id DESC LIMIT ? OFFSET ?
            """
        }
    }

    /// The condition that a state's entry matches, with the expression as its value: for lists by date.
    static func condition(_ dialect: SQLDialect) -> String {
        switch dialect {
        case .sqlite:
            """
             AND s.entry_id IN (SELECT search_index.rowid FROM search_index WHERE search_index MATCH ?
                ORDER BY search_index.rowid DESC LIMIT \(candidates))
            """
        case .postgreSQL:
            """
             AND s.entry_id IN (SELECT t.entry_id FROM search_texts t WHERE t.document @@ CAST(? AS tsquery)
                ORDER BY t.entry_id DESC LIMIT \(candidates))
            """
        }
    }
}
