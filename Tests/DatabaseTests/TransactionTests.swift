import Database
import Foundation
import Testing

@Suite struct TransactionTests {
    struct Stop: Error {}

    @Test func whatThrowsLeavesNothing() async throws {
        try await withDatabase { database in
            await #expect(throws: Stop.self) {
                try await database.write { writer in
                    try writer.execute("INSERT INTO numbers(name) VALUES ('lost')")
                    throw Stop()
                }
            }
            let names = try await database.names()
            #expect(names == [])
        }
    }

    @Test func aSavepointFailsAlone() async throws {
        try await withDatabase { database in
            try await database.write { writer in
                try writer.execute("INSERT INTO numbers(name) VALUES ('outer')")
                try? writer.savepoint {
                    try writer.execute("INSERT INTO numbers(name) VALUES ('lost')")
                    try writer.savepoint { _ = try writer.execute("INSERT INTO numbers(name) VALUES ('lost too')") }
                    throw Stop()
                }
                try writer.savepoint {
                    try writer.execute("INSERT INTO numbers(name) VALUES ('inner')")
                    try? writer.savepoint {
                        _ = try writer.execute("INSERT INTO numbers(name) VALUES ('inner')")
                    }
                }
            }
            let names = try await database.names()
            #expect(names == ["outer", "inner"])
        }
    }

    @Test func executeCountsItsOwnRows() async throws {
        try await withDatabase { database in
            try await database.add("a", "b", "c")
            let counts = try await database.write { writer in
                [
                    try writer.execute("UPDATE numbers SET name = name || '!' WHERE id > ?", [1]),
                    try writer.execute("DELETE FROM numbers WHERE id = 99"),
                    try writer.execute("SELECT 1"),
                    try writer.execute("DELETE FROM numbers"),
                ]
            }
            #expect(counts == [2, 0, 0, 3])
        }
    }

    @Test func writersCanReadWhatTheyReturn() async throws {
        try await withDatabase { database in
            let id = try await database.write { writer in
                try writer.value("INSERT INTO numbers(name) VALUES (?) RETURNING id", ["a"], as: Int64.self)
            }
            #expect(id == 1)
        }
    }

    @Test func aReaderCantWrite() async throws {
        try await withDatabase { database in
            let error = await #expect(throws: DatabaseError.self) {
                try await database.read { try $0.rows("INSERT INTO numbers(name) VALUES ('a') RETURNING id") }
            }
            guard case .readOnly = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            let names = try await database.names()
            #expect(names == [])
        }
    }

    @Test(arguments: [
        ("INSERT INTO children VALUES (1)", DatabaseError.Constraint.foreignKey),
        ("INSERT INTO numbers(name) VALUES (NULL)", .notNull),
        ("INSERT INTO numbers(name) VALUES ('a'), ('a')", .unique),
        ("INSERT INTO numbers(id, name) VALUES (1, 'a'), (1, 'b')", .unique),
        ("INSERT INTO numbers(id, name) VALUES (-1, 'a')", .check),
    ])
    func aBrokenRuleIsNamed(_ sql: String, _ kind: DatabaseError.Constraint) async throws {
        let schema = """
            CREATE TABLE numbers(id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0), name TEXT NOT NULL UNIQUE);
            CREATE TABLE children(number INTEGER REFERENCES numbers)
            """
        try await withDatabase(schema) { database in
            let error = await #expect(throws: DatabaseError.self) {
                try await database.write { _ = try $0.execute(sql) }
            }
            guard case .constraint(kind, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test func nothingFollowsATransactionThatSQLiteUndid() async throws {
        try await withSQLite { database in
            try await database.add("a")
            await #expect(throws: DatabaseError.transactionLost) {
                try await database.write { writer in
                    _ = try? writer.execute("INSERT OR ROLLBACK INTO numbers(name) VALUES ('a')")
                    try writer.execute("INSERT INTO numbers(name) VALUES ('stray')")
                }
            }
            await #expect(throws: DatabaseError.transactionLost) {
                try await database.write { writer in
                    try writer.execute("INSERT INTO numbers(name) VALUES ('stray')")
                    _ = try? writer.execute("INSERT OR ROLLBACK INTO numbers(name) VALUES ('a')")
                }
            }
            try await database.add("b")
            let names = try await database.names()
            #expect(names == ["a", "b"])
        }
    }

    @Test func aFullDiskUndoesTheTransactionAndTheNextOneWorks() async throws {
        try await withSQLite { database in
            try await database.add("before")
            await #expect(throws: DatabaseError.diskFull(path: database.url.path)) {
                try await database.write { writer in
                    let pages: Int = try writer.value("PRAGMA page_count") ?? 0
                    try writer.execute("PRAGMA max_page_count = \(pages + 4)")
                    for number in 0..<100 {
                        let name = "\(number)" + String(repeating: ".", count: 1_000)
                        try writer.execute("INSERT INTO numbers(name) VALUES (?)", [name])
                    }
                }
            }
            let later = try await database.names()
            #expect(later == ["before"])
            try await database.write { _ = try $0.execute("PRAGMA max_page_count = 1000000") }
            try await database.add("after")
            let both = try await database.names()
            #expect(both == ["before", "after"])
        }
    }
}
