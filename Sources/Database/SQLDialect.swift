/// The languages that differ where SQL has no common word.
public enum SQLDialect: String, Sendable, CaseIterable {
    /// SQLite.
    case sqlite
    /// PostgreSQL.
    case postgreSQL
}
