import CPostgres
import Database

/// One part of an answer.
final class PostgresResult {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { PQclear(handle) }

    var rowCount: Int { Int(PQntuples(handle)) }

    /// The SQLSTATE of an error; `nil` when it is none.
    var errorState: String? {
        switch PQresultStatus(handle) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE: nil
        case PGRES_EMPTY_QUERY: "42601"
        default: PQresultErrorField(handle, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? "08006"
        }
    }

    /// What the server says about an error, without the values that it concerns.
    var message: String {
        guard PQresultStatus(handle) != PGRES_EMPTY_QUERY else { return "exactly one statement is expected" }
        guard let text = PQresultErrorField(handle, Int32(UInt8(ascii: "M"))) else { return "no answer" }
        return String(cString: text)
    }

    /// Rows that the statement inserted, updated or deleted.
    var changed: Int {
        let tag = String(cString: PQcmdStatus(handle))
        guard !tag.hasPrefix("SELECT"), !tag.hasPrefix("FETCH") else { return 0 }
        return Int(String(cString: PQcmdTuples(handle))) ?? 0
    }

    var columns: Columns {
        Columns((0..<PQnfields(handle)).map { String(cString: PQfname(handle, $0)) })
    }

    func row(_ index: Int, _ columns: Columns) -> Row {
        let row = Int32(index)
        return Row(columns: columns, values: (0..<PQnfields(handle)).map { value(row, $0) })
    }

    private func value(_ row: Int32, _ column: Int32) -> DatabaseValue {
        guard PQgetisnull(handle, row, column) == 0, let start = PQgetvalue(handle, row, column) else { return .null }
        let count = Int(PQgetlength(handle, row, column))
        let text = start.withMemoryRebound(to: UInt8.self, capacity: count) {
            UnsafeBufferPointer(start: $0, count: count)
        }
        return PostgresValue.read(text, type: PQftype(handle, column))
    }
}
