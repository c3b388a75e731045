import Database

/// The rows of a query as they come, one in memory at a time.
///
/// A query inside the loop over another makes the rest of the outer one wait in memory: a connection carries one answer.
final class PostgresRows {
    /// `nil` once the answer has ended.
    private var connection: PostgresConnection?
    private let sql: String
    private var columns: Columns?
    private var waiting: ArraySlice<Row> = []
    private var failure: (any Error)?
    /// Rows that the statement changed; known at its end.
    private(set) var changed = 0

    init(connection: PostgresConnection, sql: String) {
        self.connection = connection
        self.sql = sql
    }

    /// The next row; `nil` after the last.
    func next() throws -> Row? {
        if let row = waiting.popFirst() { return row }
        if let row = try receive() { return row }
        if let failure { throw failure }
        return nil
    }

    /// Takes what is left into memory, so that the connection is free.
    func drain() throws {
        while let row = try receive() { waiting.append(row) }
    }

    /// Throws away what is left.
    func discard() {
        waiting = []
        failure = nil
        while (try? receive()) != nil {}
    }

    private func receive() throws -> Row? {
        guard let connection else { return nil }
        do {
            while let result = try connection.nextResult() {
                if let error = connection.error(in: result, sql) {
                    failure = failure ?? error
                } else if result.rowCount > 0 {
                    let columns = columns ?? result.columns
                    self.columns = columns
                    return result.row(0, columns)
                } else {
                    changed = result.changed
                }
            }
        } catch {
            failure = error
        }
        connection.ended(self)
        self.connection = nil
        return nil
    }
}
