import Database
import Foundation
import TestSupport
import Testing

/// Runs `body` with a fresh store, closed afterwards.
@discardableResult
func withDatabase<Value>(
    _ schema: String = numbers,
    readers: Int = 2,
    _ body: (SQLiteDatabase) async throws -> Value
) async throws -> Value {
    try await temporaryFolder { folder in
        let database = try await open(folder, schema, readers: readers)
        let result: Result<Value, any Error>
        do { result = .success(try await body(database)) } catch { result = .failure(error) }
        await database.close()
        return try result.get()
    }
}

/// A table of numbers with names.
let numbers = "CREATE TABLE numbers(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)"

func open(_ folder: URL, _ schema: String = numbers, readers: Int = 2) async throws -> SQLiteDatabase {
    var configuration = SQLiteConfiguration()
    configuration.readers = readers
    return try await SQLiteDatabase.open(
        folder.appendingPathComponent("store.sqlite"),
        migrations: [Migration(version: 1, name: "begin", sql: schema)],
        configuration: configuration
    )
}

extension Database {
    func add(_ names: String...) async throws {
        try await write { writer in
            for name in names { try writer.execute("INSERT INTO numbers(name) VALUES (?)", [name]) }
        }
    }

    func names() async throws -> [String] {
        try await read { try $0.rows("SELECT name FROM numbers ORDER BY id") { try $0["name"] } }
    }
}
