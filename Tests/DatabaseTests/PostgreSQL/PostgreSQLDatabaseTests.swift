import Database
import Foundation
import PostgreSQL
import TestSupport
import Testing

/// What is PostgreSQL's own; what both databases do is tested by the other suites on either.
@Suite struct PostgreSQLDatabaseTests {
    private func withPostgreSQL(
        _ schema: String = numbers,
        _ body: (PostgreSQLDatabase, String) async throws -> Void
    ) async throws {
        try await Place.with(postgreSQL: true) { place in
            let database = try #require(try await place.open(schema) as? PostgreSQLDatabase)
            try await body(database, try #require(place.name))
            await database.close()
        }
    }

    static let stored: [DatabaseValue] = [
        .null, .integer(0), .integer(.min), .integer(.max), .real(0.1), .real(-.infinity),
        .real(.leastNonzeroMagnitude), .text(""),
        .text("é日\\x'\""), .blob([]), .blob([0, 255, 0, 0x5C]), .text(String(repeating: "long ", count: 50_000)),
    ]

    @Test(arguments: stored)
    func aValueComesBackAsItWasStored(_ value: DatabaseValue) async throws {
        let schema = "CREATE TABLE kept(integer_value INTEGER, real_value REAL, text_value TEXT, blob_value BLOB)"
        try await withPostgreSQL(schema) { database, _ in
            let column = value == .null ? "text" : value.kind
            try await database.write { _ = try $0.execute("INSERT INTO kept(\(column)_value) VALUES (?)", [value]) }
            let row = try #require(try await database.read { try $0.row("SELECT \(column)_value FROM kept") })
            #expect(try row[at: 0] == value)
        }
    }

    @Test func whatPostgreSQLCantHoldIsReplaced() async throws {
        try await withPostgreSQL { database, _ in
            try await database.add("a\u{0}b")
            let names = try await database.names()
            #expect(names == ["a\u{FFFD}b"])
        }
    }

    @Test func sumsConditionsAndCountsAreNumbers() async throws {
        try await withPostgreSQL { database, _ in
            try await database.add("a", "b")
            let row = try #require(
                try await database.read {
                    try $0.row(
                        "SELECT sum(id) AS s, count(*) AS c, id IS NOT NULL AS b, 1.5 AS r FROM numbers GROUP BY id ORDER BY id"
                    )
                }
            )
            #expect(try row["s"] == 1)
            #expect(try row["c"] == 1)
            #expect(try row["b"] == true)
            #expect(try row["r"] == 1.5)
        }
    }

    @Test func theSameStatementTakesValuesOfAnyKind() async throws {
        try await withPostgreSQL("CREATE TABLE kept(a REAL, b INTEGER)") { database, _ in
            let values: [(any DatabaseValueConvertible, any DatabaseValueConvertible)] = [
                (1.5, 1), (2, Int?.none), (Double?.none, 3),
            ]
            for value in values {
                let (a, b) = (value.0.databaseValue, value.1.databaseValue)
                try await database.write { _ = try $0.execute("INSERT INTO kept(a, b) VALUES (?, ?)", [a, b]) }
            }
            let sums = try await database.read { try $0.row("SELECT sum(a) AS a, sum(b) AS b FROM kept") }
            #expect(try sums?["a"] == 3.5)
            #expect(try sums?["b"] == 4)
        }
    }

    @Test func aBrokenLineIsMadeAgainAndTheChangeIsDoneOnce() async throws {
        try await withPostgreSQL { database, name in
            try await database.add("before")
            let runs = Recorder<Void>()
            try await database.write { writer in
                runs.append(())
                try writer.execute("INSERT INTO numbers(name) VALUES ('once')")
                guard runs.all.count == 1 else { return }
                // As a restart of the server would: every session but our own ends, and ours at its next word.
                try writer.rows(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ? AND pid <> pg_backend_pid()",
                    [name]
                ).forEach { _ in }
                _ = try writer.rows("SELECT pg_terminate_backend(pg_backend_pid())")
            }
            #expect(runs.all.count == 2)
            let names = try await database.names()
            #expect(names == ["before", "once"])
        }
    }

    @Test func aServerThatIsAwayForAMomentIsWaitedFor() async throws {
        try await withPostgreSQL { database, name in
            try await database.add("before")
            try await PostgreSQLCluster.shared.run("ALTER DATABASE \(name) ALLOW_CONNECTIONS false")
            try await PostgreSQLCluster.shared.run(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'"
            )
            async let added: Void = database.add("after")
            // Refused at least once before it is there again: the refusal is seen in the server's own statistics.
            try await PostgreSQLCluster.shared.run("SELECT pg_sleep(0.2)")
            try await PostgreSQLCluster.shared.run("ALTER DATABASE \(name) ALLOW_CONNECTIONS true")
            try await added
            let names = try await database.names()
            #expect(names == ["before", "after"])
        }
    }

    @Test func theStatementCacheIsBounded() async throws {
        try await withPostgreSQL { database, _ in
            try await database.write { writer in
                for number in 0..<300 { _ = try writer.rows("SELECT \(number)") }
            }
            #expect(await database.statementCounts.kept == PostgreSQLConfiguration().statementCacheCapacity)
            let known = try await database.write { try $0.value("SELECT count(*) FROM pg_prepared_statements") ?? 0 }
            #expect(known <= PostgreSQLConfiguration().statementCacheCapacity)
        }
    }

    @Test func aFailedStatementEndsTheTransactionUnlessASavepointHoldsIt() async throws {
        try await withPostgreSQL { database, _ in
            try await database.add("a")
            await #expect(throws: DatabaseError.transactionLost) {
                try await database.write { writer in
                    _ = try? writer.execute("INSERT INTO numbers(name) VALUES ('a')")
                }
            }
            try await database.write { writer in
                _ = try? writer.savepoint { try writer.execute("INSERT INTO numbers(name) VALUES ('a')") }
                try writer.execute("INSERT INTO numbers(name) VALUES ('b')")
            }
            let names = try await database.names()
            #expect(names == ["a", "b"])
        }
    }

    @Test func anErrorNeverQuotesAStoredValue() async throws {
        try await withPostgreSQL { database, _ in
            try await database.add("s3cret")
            for sql in [
                "INSERT INTO numbers(name) VALUES (?)", "SELECT CAST(? AS BIGINT)",
                "SELECT name || ? FROM numbers WHERE 1 / 0 = 1",
            ] {
                let error = await #expect(throws: DatabaseError.self) {
                    try await database.write { _ = try $0.rows(sql, ["s3cret"]) }
                }
                #expect(error?.sentence.contains("s3cret") == false)
            }
        }
    }
}
