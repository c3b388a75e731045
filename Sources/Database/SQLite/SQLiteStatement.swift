import CSQLite

/// A prepared statement; it belongs to one connection and is used on that connection's thread.
final class SQLiteStatement {
    let sql: String
    private let handle: OpaquePointer
    private var columns: Columns?

    /// Prepares `sql`, which must be exactly one statement.
    init(_ sql: String, on connection: SQLiteConnection) throws {
        var handle: OpaquePointer?
        var hasMore = false
        let code = sql.withCString { text -> Int32 in
            var tail: UnsafePointer<CChar>?
            // Persistent: the statement is kept in the cache, so it must not take from the lookaside memory.
            let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
            let code = sqlite3_prepare_v3(connection.handle, text, -1, flags, &handle, &tail)
            hasMore = tail.map { !Self.isBlank($0) } ?? false
            return code
        }
        guard code == SQLITE_OK else { throw connection.error(code, sql: sql) }
        guard let handle, !hasMore else {
            sqlite3_finalize(handle)
            throw DatabaseError.statement(reason: "exactly one statement is expected", sql: sql)
        }
        self.sql = sql
        self.handle = handle
    }

    deinit { sqlite3_finalize(handle) }

    /// Gives the values to the placeholders.
    func bind(_ values: [any DatabaseValueConvertible], on connection: SQLiteConnection) throws {
        let wanted = Int(sqlite3_bind_parameter_count(handle))
        guard wanted == values.count else {
            throw DatabaseError.wrongValueCount(wanted: wanted, found: values.count, sql: sql)
        }
        for (index, value) in values.enumerated() {
            let code = bind(value.databaseValue, at: Int32(index + 1))
            guard code == SQLITE_OK else { throw connection.error(code, sql: sql) }
        }
    }

    private func bind(_ value: DatabaseValue, at index: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(handle, index)
        case .integer(let number): return sqlite3_bind_int64(handle, index, number)
        case .real(let number): return sqlite3_bind_double(handle, index, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { bytes in
                    // A nil pointer would mean NULL; an empty text is a text.
                    guard let start = bytes.baseAddress else {
                        return sqlite3_bind_text64(handle, index, "", 0, tonearm_sqlite_transient(), UInt8(SQLITE_UTF8))
                    }
                    let count = UInt64(bytes.count)
                    return sqlite3_bind_text64(
                        handle,
                        index,
                        start,
                        count,
                        tonearm_sqlite_transient(),
                        UInt8(SQLITE_UTF8)
                    )
                }
            }
        case .blob(let bytes):
            if bytes.isEmpty { return sqlite3_bind_zeroblob(handle, index, 0) }
            return sqlite3_bind_blob64(handle, index, bytes, UInt64(bytes.count), tonearm_sqlite_transient())
        }
    }

    /// Goes to the next row; `nil` after the last.
    func step(on connection: SQLiteConnection) throws -> Row? {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return row()
        case SQLITE_DONE: return nil
        case let code: throw connection.error(code, sql: sql)
        }
    }

    /// Goes to the end without reading rows.
    func stepToEnd(on connection: SQLiteConnection) throws {
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: continue
            case SQLITE_DONE: return
            case let code: throw connection.error(code, sql: sql)
            }
        }
    }

    /// Makes it ready for its next use and lets go of the values.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        // A changed table makes SQLite prepare the statement again by itself, perhaps with other columns.
        columns = nil
    }

    private func row() -> Row {
        let count = sqlite3_data_count(handle)
        let columns = columns ?? Columns((0..<count).map { String(cString: sqlite3_column_name(handle, $0)) })
        self.columns = columns
        return Row(columns: columns, values: (0..<count).map(value(at:)))
    }

    private func value(at index: Int32) -> DatabaseValue {
        switch sqlite3_column_type(handle, index) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, index))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, index))
        case SQLITE_TEXT:
            guard let start = sqlite3_column_text(handle, index) else { return .text("") }
            let count = Int(sqlite3_column_bytes(handle, index))
            return .text(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            guard let start = sqlite3_column_blob(handle, index) else { return .blob([]) }
            let count = Int(sqlite3_column_bytes(handle, index))
            return .blob([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
        default: return .null
        }
    }

    private static func isBlank(_ text: UnsafePointer<CChar>) -> Bool {
        var next = text
        while next.pointee != 0 {
            guard [0x20, 0x09, 0x0A, 0x0D, 0x3B].contains(next.pointee) else { return false }
            next += 1
        }
        return true
    }
}
