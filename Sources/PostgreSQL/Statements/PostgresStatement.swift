import CPostgres
import Database

/// A statement in PostgreSQL's spelling with its values.
struct PostgresStatement {
    /// What tells prepared statements apart: the text and the types of its values.
    struct Key: Hashable {
        let sql: String
        let types: [Oid]
    }

    let text: String
    let key: Key
    /// The name under which it is prepared.
    var name = ""
    private let parameters: [[UInt8]?]

    var types: [Oid] { key.types }

    /// - Throws: `DatabaseError.wrongValueCount`.
    init(_ sql: String, _ values: [any DatabaseValueConvertible]) throws {
        let spelling = PostgresSpelling(sql)
        guard spelling.placeholders == values.count else {
            throw DatabaseError.wrongValueCount(wanted: spelling.placeholders, found: values.count, sql: sql)
        }
        let values = values.map(\.databaseValue)
        text = spelling.text
        key = Key(sql: sql, types: values.map(PostgresValue.type))
        parameters = values.map(PostgresValue.bytes)
    }

    /// Calls `body` with the values as libpq wants them, in binary form.
    func withParameters<Value>(
        _ body: (Int32, [UnsafePointer<CChar>?], [Int32], [Int32]) -> Value
    ) -> Value {
        let lengths = parameters.map { Int32(clamping: $0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: parameters.count)
        var bytes: [UInt8] = []
        var offsets: [Int?] = []
        for parameter in parameters {
            offsets.append(parameter.map { _ in bytes.count })
            if let parameter { bytes += parameter }
        }
        // An empty value needs an address too: none would be NULL.
        bytes.append(0)
        return bytes.withUnsafeBytes { raw in
            let start = raw.baseAddress?.assumingMemoryBound(to: CChar.self)
            let pointers = offsets.map { offset in offset.flatMap { start?.advanced(by: $0) } }
            return body(Int32(parameters.count), pointers, lengths, formats)
        }
    }
}
