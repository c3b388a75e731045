/// One step from a layout of the tables to the next.
public struct Migration: Sendable {
    /// A part of a step.
    public enum Part: Sendable {
        /// Statements in the words that ``PortableSchema`` knows, for every database.
        case both(String)
        /// Statements for SQLite only: its triggers, its full-text tables.
        case sqlite(String)
        /// Statements for PostgreSQL only: its functions and triggers, its text search.
        case postgreSQL(String)
        /// A computation.
        case work(@Sendable (any DatabaseWriting) throws -> Void)
    }

    /// The layout's number after the step; they ascend.
    public let version: Int
    /// What it does, in a few words.
    public let name: String
    /// What is done, in this order.
    let parts: [Part]

    /// A step of several parts.
    public init(version: Int, name: String, parts: [Part]) {
        self.version = version
        self.name = name
        self.parts = parts
    }

    /// A step that runs statements, the same in every database.
    public init(version: Int, name: String, sql: String) {
        self.init(version: version, name: name, parts: [.both(sql)])
    }

    /// A step that computes.
    public init(version: Int, name: String, apply: @escaping @Sendable (any DatabaseWriting) throws -> Void) {
        self.init(version: version, name: name, parts: [.work(apply)])
    }

    /// Does the step in the transaction of `writer`.
    package func apply(_ writer: any DatabaseWriting) throws {
        for part in parts {
            switch (part, writer.dialect) {
            case (.both(let text), .sqlite), (.sqlite(let text), .sqlite), (.postgreSQL(let text), .postgreSQL):
                try writer.run(script: text)
            case (.both(let text), .postgreSQL):
                try writer.run(script: PortableSchema.postgreSQL(text))
            case (.sqlite, .postgreSQL), (.postgreSQL, .sqlite): break
            case (.work(let work), _): try work(writer)
            }
        }
    }
}
