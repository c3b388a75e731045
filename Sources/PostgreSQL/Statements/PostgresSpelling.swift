import Database

/// The common SQL in PostgreSQL's spelling: `$1` for `?`, and `JOIN` for a `CROSS JOIN … ON`, which only tells SQLite the
/// order of the tables.
struct PostgresSpelling {
    private(set) var text = ""
    private(set) var placeholders = 0

    init(_ sql: String) {
        let tokens = Array(SQLTokens(sql))
        text.reserveCapacity(sql.utf8.count + 16)
        for (index, token) in tokens.enumerated() {
            if token.kind == .placeholder {
                placeholders += 1
                text += "$\(placeholders)"
            } else if token.kind == .word, Self.ordersTables(tokens[index...]) {
                continue
            } else {
                text += token.text
            }
        }
    }

    /// Whether the tokens begin with `CROSS JOIN table [AS] [alias] ON`.
    private static func ordersTables(_ tokens: ArraySlice<SQLTokens.Token>) -> Bool {
        guard tokens.first?.text.uppercased() == "CROSS" else { return false }
        // At most: CROSS, JOIN, table, AS, alias, ON.
        let words = tokens.lazy.filter { $0.kind != .blank }.prefix(6)
            .map { $0.kind == .word ? $0.text.uppercased() : "" }
        let list = Array(words)
        guard list.count > 3, list[1] == "JOIN" else { return false }
        return list[3...].contains("ON") && !list[..<(list.firstIndex(of: "ON") ?? 0)].contains("")
    }
}
