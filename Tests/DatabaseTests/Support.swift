import Database
import Foundation
import PostgreSQL
import TestSupport
import Testing

/// Where the tests keep their data: a file in a folder, or a PostgreSQL database.
struct Place: Sendable {
    let folder: URL
    /// The PostgreSQL database; `nil` for SQLite.
    let name: String?

    func open(_ schema: String = numbers, readers: Int = 2) async throws -> any Database {
        let step = Migration(version: 1, name: "begin", sql: schema)
        guard let name else { return try await DatabaseTests.open(folder, schema, readers: readers) }
        var configuration = PostgreSQLConfiguration()
        configuration.readers = readers
        let address = try PostgreSQLAddress(try await PostgreSQLCluster.shared.url(name))
        return try await PostgreSQLDatabase.open(address, migrations: [step], configuration: configuration)
    }

    /// Runs `body` with a place in the database that the tests run on, or in PostgreSQL.
    static func with<Value>(
        postgreSQL: Bool = !TestDatabase.isSQLite,
        _ body: (Place) async throws -> Value
    ) async throws -> Value {
        try await temporaryFolder { folder in
            guard postgreSQL else { return try await body(Place(folder: folder, name: nil)) }
            await PostgreSQLCluster.shared.takePlace()
            let name = try await PostgreSQLCluster.shared.makeDatabase()
            let result: Result<Value, any Error>
            do {
                result = .success(try await body(Place(folder: folder, name: name)))
            } catch {
                result = .failure(error)
            }
            try await PostgreSQLCluster.shared.drop(name)
            await PostgreSQLCluster.shared.leavePlace()
            return try result.get()
        }
    }
}

/// Runs `body` with a fresh store, closed afterwards.
@discardableResult
func withDatabase<Value>(
    _ schema: String = numbers,
    readers: Int = 2,
    _ body: (any Database) async throws -> Value
) async throws -> Value {
    try await Place.with { place in
        let database = try await place.open(schema, readers: readers)
        let result: Result<Value, any Error>
        do { result = .success(try await body(database)) } catch { result = .failure(error) }
        await database.close()
        return try result.get()
    }
}

/// Runs `body` with a fresh SQLite store, closed afterwards.
@discardableResult
func withSQLite<Value>(
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
let numbers = "CREATE TABLE numbers(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE)"

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
