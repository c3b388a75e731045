/// A relational store: transactions that read a snapshot and transactions that write, nothing else.
///
/// SQLite stands behind it as ``SQLiteDatabase``, PostgreSQL as `PostgreSQLDatabase` of the target of that name. A body runs on a thread of the database's own, never on the
/// cooperative pool, so it may compute and block; it can't suspend. SQL uses `?` placeholders in the order of the values.
public protocol Database: Sendable {
    /// Runs `body` on one unchanging snapshot of the data.
    ///
    /// Cancelling the task interrupts the query under way.
    ///
    /// - Throws: ``DatabaseError``, `CancellationError`, or what `body` throws.
    func read<Value: Sendable>(
        _ body: @Sendable (any DatabaseReading) throws -> Value
    ) async throws -> Value

    /// Runs `body` in a transaction: all of it is kept when `body` returns, nothing when it throws.
    ///
    /// Writes are as if they followed one another; where another process got in between, `body` runs again. A task cancelled while it waits writes nothing; once begun, a write goes to its end.
    ///
    /// - Throws: ``DatabaseError``, `CancellationError`, or what `body` throws.
    func write<Value: Sendable>(
        _ body: @Sendable (any DatabaseWriting) throws -> Value
    ) async throws -> Value

    /// Waits for what is under way, then lets go of the files; later calls throw ``DatabaseError/closed``.
    func close() async
}

/// What a transaction can ask.
public protocol DatabaseReading: AnyObject {
    /// Which SQL is understood, for the few questions that can't be asked in the SQL common to both.
    var dialect: SQLDialect { get }

    /// Calls `body` for every row in turn; one row is in memory at a time.
    ///
    /// - Throws: ``DatabaseError``, or what `body` throws, which ends the query.
    func forEach(
        _ sql: String,
        _ values: [any DatabaseValueConvertible],
        _ body: (Row) throws -> Void
    ) throws
}

/// What a transaction can ask and change.
public protocol DatabaseWriting: DatabaseReading {
    /// Runs one statement.
    ///
    /// - Returns: how many rows it inserted, updated or deleted itself; those changed by triggers do not count.
    /// - Throws: ``DatabaseError``; the statement has then changed nothing.
    @discardableResult
    func execute(_ sql: String, _ values: [any DatabaseValueConvertible]) throws -> Int

    /// Runs statements separated by semicolons, without values: for migrations.
    func run(script: String) throws

    /// Runs `body` as a part that can fail alone: what it did is undone when it throws, what was before stays.
    ///
    /// Catch an error of a statement only around a savepoint: other databases refuse to go on otherwise.
    func savepoint<Value>(_ body: () throws -> Value) throws -> Value
}

extension DatabaseReading {
    /// All rows of a query that gives few.
    public func rows(_ sql: String, _ values: [any DatabaseValueConvertible] = []) throws -> [Row] {
        var rows: [Row] = []
        try forEach(sql, values) { rows.append($0) }
        return rows
    }

    /// All rows of a query that gives few, each made into a value.
    public func rows<Value>(
        _ sql: String,
        _ values: [any DatabaseValueConvertible] = [],
        as make: (Row) throws -> Value
    ) throws -> [Value] {
        var made: [Value] = []
        try forEach(sql, values) { made.append(try make($0)) }
        return made
    }

    /// The first row; `nil` when there is none.
    ///
    /// Queries for one row say `LIMIT 1` or ask by a unique key.
    public func row(_ sql: String, _ values: [any DatabaseValueConvertible] = []) throws -> Row? {
        var first: Row?
        try forEach(sql, values) { if first == nil { first = $0 } }
        return first
    }

    /// The first column of the first row; `nil` when there is no row, or NULL in it.
    public func value<Value: DatabaseValueConvertible>(
        _ sql: String,
        _ values: [any DatabaseValueConvertible] = [],
        as type: Value.Type = Value.self
    ) throws -> Value? {
        guard let row = try row(sql, values) else { return nil }
        let value: Value? = try row[at: 0]
        return value
    }

    /// Calls `body` for every row of a query without values.
    public func forEach(_ sql: String, _ body: (Row) throws -> Void) throws {
        try forEach(sql, [], body)
    }
}

extension DatabaseWriting {
    /// Runs one statement without values.
    @discardableResult
    public func execute(_ sql: String) throws -> Int {
        try execute(sql, [])
    }
}
