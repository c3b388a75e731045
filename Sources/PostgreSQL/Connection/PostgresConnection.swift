import CPostgres
import Database
import Foundation

/// One open connection.
///
/// Not Sendable: it lives in one ``PostgresActor`` and is used on that actor's thread.
final class PostgresConnection {
    let handle: OpaquePointer
    /// The database and its host, for people.
    let name: String
    private(set) var statements: PreparedStatements
    private let isCancellable: Bool
    private var savepointDepth = 0
    /// The query whose rows are still coming.
    private var stream: PostgresRows?
    /// Whether the transaction met another one and can only begin again.
    private(set) var hasConflict = false
    /// Whether it is certain that an unfinished transaction left nothing.
    private(set) var isUndone = true

    init(
        _ address: PostgreSQLAddress,
        timeout: Duration,
        cacheCapacity: Int,
        isCancellable: Bool
    ) throws {
        handle = try PostgresConnecting(address: address, timeout: timeout).connect()
        name = address.display
        statements = PreparedStatements(capacity: cacheCapacity)
        self.isCancellable = isCancellable
        // The server's notices would go to our standard error.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
    }

    deinit { PQfinish(handle) }

    /// Whether the line to the server is gone.
    var isBroken: Bool { PQstatus(handle) != CONNECTION_OK }

    /// Sets what every session has.
    func prepareSession(isWriter: Bool) throws {
        // Compiling a query takes longer than any of ours runs.
        try command("SET jit = off")
        try command("SET client_min_messages = warning")
        try command("SET bytea_output = hex")
        guard isWriter else { return }
        // Reading a whole table, as the planner likes for short ones, would clash with every write to it by another copy.
        try command("SET enable_seqscan = off")
    }

    /// Runs `body` in a transaction; undoes everything when it throws.
    func transaction<Value>(_ begin: String, _ body: () throws -> Value) throws -> Value {
        (hasConflict, isUndone) = (false, true)
        do {
            try command(begin)
            let value = try body()
            try stream?.drain()
            guard PQtransactionStatus(handle) == PQTRANS_INTRANS else { throw DatabaseError.transactionLost }
            isUndone = false
            try command("COMMIT")
            isUndone = true
            return value
        } catch {
            stream?.discard()
            // An answer to COMMIT, whatever it says, is certain.
            if !isBroken { isUndone = true }
            if !isBroken, PQtransactionStatus(handle) != PQTRANS_IDLE { _ = try? command("ROLLBACK") }
            throw error
        }
    }

    // MARK: Statements

    /// Begins a query; its rows are read from what this returns.
    func send(_ sql: String, _ values: [any DatabaseValueConvertible]) throws -> PostgresRows {
        try stream?.drain()
        let statement = try prepared(PostgresStatement(sql, values))
        let sent = statement.withParameters { count, pointers, lengths, formats in
            PQsendQueryPrepared(handle, statement.name, count, pointers, lengths, formats, 0)
        }
        guard sent == 1 else { throw lost(sql) }
        PQsetSingleRowMode(handle)
        let rows = PostgresRows(connection: self, sql: sql)
        stream = rows
        return rows
    }

    /// The rows of `rows` are all read or thrown away.
    func ended(_ rows: PostgresRows) {
        if stream === rows { stream = nil }
    }

    private func prepared(_ wanted: PostgresStatement) throws -> PostgresStatement {
        var statement = wanted
        if let name = statements.name(of: statement.key) {
            statement.name = name
            return statement
        }
        let added = statements.add(statement.key)
        statement.name = added.name
        do {
            try answer(
                to: PQsendPrepare(handle, added.name, statement.text, Int32(statement.types.count), statement.types),
                statement.key.sql
            )
        } catch {
            statements.remove(statement.key)
            throw error
        }
        if let evicted = added.evicted { try command("DEALLOCATE \(evicted)") }
        return statement
    }

    /// Runs a command or several, without values, and throws the rows away.
    func command(_ sql: String) throws {
        try stream?.drain()
        try answer(to: PQsendQuery(handle, sql), sql)
    }

    private func answer(to sent: Int32, _ sql: String = "") throws {
        guard sent == 1 else { throw lost(sql) }
        var failure: (any Error)?
        while let result = try nextResult() { failure = failure ?? error(in: result, sql) }
        if let failure { throw failure }
    }

    // MARK: Answers

    /// The next part of the answer; `nil` at its end.
    ///
    /// While it is waited for, a cancelled task makes the server stop.
    func nextResult() throws -> PostgresResult? {
        var isCancelling = false
        while PQisBusy(handle) == 1 {
            var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
            let ready = poll(&descriptor, 1, isCancellable && !isCancelling ? 50 : -1)
            if ready == 0 || (ready < 0 && errno == EINTR) {
                if isCancellable, !isCancelling, Task.isCancelled {
                    isCancelling = true
                    cancel()
                }
                continue
            }
            if PQconsumeInput(handle) == 0 { throw lost("") }
        }
        return PQgetResult(handle).map(PostgresResult.init)
    }

    private func cancel() {
        guard let request = PQgetCancel(handle) else { return }
        var message = [CChar](repeating: 0, count: 256)
        // Where even this fails the query goes on to its end, as it would have.
        PQcancel(request, &message, Int32(message.count))
        PQfreeCancel(request)
    }

    /// The error of a result; `nil` for one that is none.
    func error(in result: PostgresResult, _ sql: String) -> (any Error)? {
        guard let state = result.errorState else { return nil }
        if state == "57014", isCancellable, Task.isCancelled { return CancellationError() }
        if ["40001", "40P01"].contains(state) { hasConflict = true }
        return DatabaseError(state: state, message: result.message, path: name, sql: sql)
    }

    private func lost(_ sql: String) -> DatabaseError {
        isBroken ? .connectionLost(path: name) : .statement(reason: "it could not be sent", sql: sql)
    }
}

extension PostgresConnection: DatabaseWriting {
    var dialect: SQLDialect { .postgreSQL }

    func forEach(
        _ sql: String,
        _ values: [any DatabaseValueConvertible],
        _ body: (Row) throws -> Void
    ) throws {
        let rows = try send(sql, values)
        defer { rows.discard() }
        while let row = try rows.next() { try body(row) }
    }

    @discardableResult
    func execute(_ sql: String, _ values: [any DatabaseValueConvertible]) throws -> Int {
        let rows = try send(sql, values)
        defer { rows.discard() }
        while try rows.next() != nil {}
        return rows.changed
    }

    func run(script: String) throws {
        try command(script)
    }

    func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
        savepointDepth += 1
        defer { savepointDepth -= 1 }
        let name = "nested\(savepointDepth)"
        try command("SAVEPOINT \(name)")
        do {
            let value = try body()
            try command("RELEASE \(name)")
            return value
        } catch {
            stream?.discard()
            if !isBroken, PQtransactionStatus(handle) != PQTRANS_IDLE {
                try command("ROLLBACK TO \(name)")
                try command("RELEASE \(name)")
            }
            throw error
        }
    }
}
