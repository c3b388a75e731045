import CSQLite
import Foundation

/// One open connection.
///
/// Not Sendable: it lives in one ``SQLiteActor`` and is used on that actor's thread.
final class SQLiteConnection {
    let path: String
    let handle: OpaquePointer
    private(set) var cache: StatementCache
    private var savepointDepth = 0
    private var isInTransaction = false

    /// Opens the existing file at `path`.
    init(path: String, flags: Int32, cacheCapacity: Int) throws {
        var handle: OpaquePointer?
        // One thread at a time uses a connection, so SQLite needs no lock of its own around it.
        let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard let handle, code == SQLITE_OK else {
            let reason = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(handle)
            throw DatabaseError.cannotOpen(path: path, reason: reason)
        }
        self.path = path
        self.handle = handle
        cache = StatementCache(capacity: cacheCapacity)
    }

    deinit {
        cache.removeAll()
        sqlite3_close_v2(handle)
    }

    /// Runs `body` between BEGIN and COMMIT; undoes everything when it throws.
    func transaction<Value>(begin: String, _ body: () throws -> Value) throws -> Value {
        try execute(begin, [])
        isInTransaction = true
        defer { isInTransaction = false }
        do {
            let value = try body()
            try requireTransaction()
            try execute("COMMIT", [])
            return value
        } catch {
            // SQLite undoes a transaction by itself when the disk is full or fails.
            if sqlite3_get_autocommit(handle) == 0 { _ = try? execute("ROLLBACK", [], checked: false) }
            throw error
        }
    }

    /// The error that SQLite reports for a call that answered `code`.
    func error(_ code: Int32, sql: String) -> any Error {
        if code & 0xFF == SQLITE_INTERRUPT { return CancellationError() }
        // SQLite knows a full disk by name, but not a full quota, nor a full disk under its index of the log.
        if code & 0xFF == SQLITE_IOERR, [ENOSPC, EDQUOT].contains(sqlite3_system_errno(handle)) {
            return DatabaseError.diskFull(path: path)
        }
        return DatabaseError(code, message: String(cString: sqlite3_errmsg(handle)), path: path, sql: sql)
    }

    private func withStatement<Value>(
        _ sql: String,
        _ values: [any DatabaseValueConvertible],
        checked: Bool = true,
        _ body: (SQLiteStatement) throws -> Value
    ) throws -> Value {
        if checked { try requireTransaction() }
        let statement = try cache.take(sql) ?? SQLiteStatement(sql, on: self)
        defer {
            statement.reset()
            cache.put(statement)
        }
        try statement.bind(values, on: self)
        return try body(statement)
    }

    /// Without this, what follows a transaction that SQLite undid would be kept statement by statement.
    private func requireTransaction() throws {
        if isInTransaction, sqlite3_get_autocommit(handle) != 0 { throw DatabaseError.transactionLost }
    }
}

extension SQLiteConnection: DatabaseWriting {
    var dialect: SQLDialect { .sqlite }

    func forEach(
        _ sql: String,
        _ values: [any DatabaseValueConvertible],
        _ body: (Row) throws -> Void
    ) throws {
        try withStatement(sql, values) { statement in
            while let row = try statement.step(on: self) { try body(row) }
        }
    }

    @discardableResult
    func execute(_ sql: String, _ values: [any DatabaseValueConvertible]) throws -> Int {
        try execute(sql, values, checked: true)
    }

    @discardableResult
    private func execute(_ sql: String, _ values: [any DatabaseValueConvertible], checked: Bool) throws -> Int {
        try withStatement(sql, values, checked: checked) { statement in
            let before = sqlite3_total_changes64(handle)
            try statement.stepToEnd(on: self)
            // A statement that changes nothing leaves the last one's count behind.
            return sqlite3_total_changes64(handle) == before ? 0 : Int(sqlite3_changes64(handle))
        }
    }

    func run(script: String) throws {
        try requireTransaction()
        let code = sqlite3_exec(handle, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, sql: String(script.prefix(80))) }
    }

    func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
        savepointDepth += 1
        defer { savepointDepth -= 1 }
        let name = "nested\(savepointDepth)"
        try execute("SAVEPOINT \(name)", [])
        do {
            let value = try body()
            try execute("RELEASE \(name)", [])
            return value
        } catch {
            if sqlite3_get_autocommit(handle) == 0 {
                try execute("ROLLBACK TO \(name)", [])
                try execute("RELEASE \(name)", [])
            }
            throw error
        }
    }
}
