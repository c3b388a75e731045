import Database
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite struct ConcurrencyTests {
    static let endless = """
        WITH RECURSIVE steps(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM steps) SELECT max(n) FROM steps
        """

    @Test func aReadSeesOneSnapshotWhileOthersWrite() async throws {
        try await withDatabase { database in
            try await database.add("a")
            let (started, start) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            let written = DispatchSemaphore(value: 0)
            async let counts = database.read { reader in
                let before: Int? = try reader.value("SELECT count(*) FROM numbers")
                start.yield()
                written.wait()
                let after: Int? = try reader.value("SELECT count(*) FROM numbers")
                return [before, after]
            }
            for await _ in started { break }
            try await database.add("b")
            let fresh = try await database.names()
            written.signal()
            #expect(fresh == ["a", "b"])
            #expect(try await counts == [1, 1])
        }
    }

    @Test func readsRunBesideEachOther() async throws {
        try await withDatabase(readers: 2) { database in
            let first = DispatchSemaphore(value: 0)
            let second = DispatchSemaphore(value: 0)
            // Each waits for the other inside its body: one thread for both would never end.
            async let left: Void = database.read { _ in
                first.signal()
                second.wait()
            }
            async let right: Void = database.read { _ in
                second.signal()
                first.wait()
            }
            _ = try await (left, right)
        }
    }

    @Test func cancellingInterruptsARead() async throws {
        try await withDatabase(readers: 1) { database in
            let (started, start) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            // Cancelled below.
            let task = Task {
                try await database.read { reader in
                    start.yield()
                    return try reader.value(Self.endless, as: Int.self)
                }
            }
            for await _ in started { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            // The same connection goes on.
            let names = try await database.names()
            #expect(names == [])
        }
    }

    @Test func aWriteCancelledBeforeItBeganWritesNothing() async throws {
        try await withDatabase { database in
            let (started, start) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            let release = DispatchSemaphore(value: 0)
            async let first: Void = database.write { writer in
                start.yield()
                release.wait()
                try writer.execute("INSERT INTO numbers(name) VALUES ('first')")
            }
            for await _ in started { break }
            // Cancelled at once.
            let second = Task { try await database.add("second") }
            second.cancel()
            release.signal()
            try await first
            await #expect(throws: CancellationError.self) { try await second.value }
            let names = try await database.names()
            #expect(names == ["first"])
        }
    }

    @Test func twoUsersOfOneStoreTakeTurns() async throws {
        try await Place.with { place in
            let schema = "CREATE TABLE counters(value INTEGER NOT NULL); INSERT INTO counters VALUES (0)"
            let databases = [try await place.open(schema), try await place.open(schema)]
            try await withThrowingTaskGroup { group in
                for number in 0..<100 {
                    let database = databases[number % 2]
                    group.addTask {
                        try await database.write { writer in
                            let value: Int = try writer.value("SELECT value FROM counters") ?? 0
                            try writer.execute("UPDATE counters SET value = ?", [value + 1])
                        }
                    }
                }
                try await group.waitForAll()
            }
            let total: Int? = try await databases[0].read { try $0.value("SELECT value FROM counters") }
            #expect(total == 100)
            for database in databases { await database.close() }
        }
    }

    @Test func aStatementIsPreparedOnce() async throws {
        try await withSQLite { database in
            try await database.add("a")
            let before = await database.statementCounts
            for number in 0..<50 { try await database.add("\(number)") }
            #expect(await database.statementCounts.misses == before.misses)
        }
    }

    @Test func theStatementCacheIsBounded() async throws {
        try await withSQLite { database in
            try await database.write { writer in
                for number in 0..<500 { try writer.rows("SELECT \(number)").forEach { _ in } }
            }
            #expect(await database.statementCounts.kept == SQLiteConfiguration().statementCacheCapacity)
        }
    }

    @Test func aQueryInsideTheSameQueryHasItsOwnRows() async throws {
        try await withDatabase { database in
            try await database.add("a", "b", "c")
            let pairs = try await database.read { reader in
                var pairs = 0
                try reader.forEach("SELECT id FROM numbers") { _ in
                    try reader.forEach("SELECT id FROM numbers") { _ in pairs += 1 }
                }
                return pairs
            }
            #expect(pairs == 9)
        }
    }

    @Test func closingWaitsForWorkAndRefusesMore() async throws {
        try await Place.with { place in
            let database = try await place.open()
            try await withThrowingTaskGroup { group in
                for number in 0..<20 { group.addTask { try await database.add("\(number)") } }
                try await group.waitForAll()
            }
            await database.close()
            await database.close()
            await #expect(throws: DatabaseError.closed) { try await database.add("late") }
            await #expect(throws: DatabaseError.closed) { try await database.names() }
            let again = try await place.open()
            #expect(try await again.names().count == 20)
            await again.close()
        }
    }
}
