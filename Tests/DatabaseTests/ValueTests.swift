import Database
import Foundation
import Testing

@Suite struct ValueTests {
    static let stored: [DatabaseValue] = [
        .null, .integer(0), .integer(.min), .integer(.max), .real(0.1), .real(-.infinity), .text(""), .text("é\u{0}日"),
        .blob([]), .blob([0, 255, 0]), .text(String(repeating: "long ", count: 50_000)),
    ]

    @Test(arguments: stored)
    func aValueComesBackAsItWasStored(_ value: DatabaseValue) async throws {
        try await withSQLite("CREATE TABLE any_values(value)") { database in
            try await database.write { _ = try $0.execute("INSERT INTO any_values VALUES (?)", [value]) }
            let row = try #require(try await database.read { try $0.row("SELECT value FROM any_values") })
            #expect(try row["value"] == value)
        }
    }

    @Test func typesComeBackAsTheyWereStored() async throws {
        try await withDatabase { database in
            let date = Date(timeIntervalSince1970: 1_764_490_000.123)
            let row = try #require(
                try await database.read {
                    try $0.row(
                        "SELECT ? AS flag, ? AS date, ? AS data, ? AS missing, ? AS number",
                        [true, date, Data([1, 2]), String?.none, 7]
                    )
                }
            )
            #expect(try row["flag"] == true)
            let back: Date = try row["date"]
            #expect(abs(back.timeIntervalSince(date)) < 0.001)
            #expect(try row["data"] == Data([1, 2]))
            let missing: String? = try row["missing"]
            #expect(missing == nil)
            let number: Int? = try row["number"]
            #expect(number == 7)
            #expect(try row["number"] == 7.0)
            #expect(row.columnNames == ["flag", "date", "data", "missing", "number"])
        }
    }

    @Test(arguments: [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: -0.5)])
    func aDateKeepsItsMilliseconds(_ date: Date) throws {
        let back = try #require(Date(databaseValue: date.databaseValue))
        #expect(abs(back.timeIntervalSince(date)) < 0.001)
    }

    // Seconds and not dates: Foundation can't describe a date that is no number.
    @Test(arguments: [
        (Double.infinity, DatabaseValue.integer(.max)), (-1e300, .integer(.min)), (.nan, .integer(.max)),
    ])
    func aDateOutOfRangeIsStoredAsTheNearest(_ seconds: Double, _ stored: DatabaseValue) {
        #expect(Date(timeIntervalSince1970: seconds).databaseValue == stored)
    }

    @Test func aWrongTypeIsAnError() async throws {
        try await withDatabase { database in
            let row = try #require(try await database.read { try $0.row("SELECT 'a' AS text, 2 AS two, NULL AS none") })
            #expect(throws: DatabaseError.wrongType(column: "text", wanted: "Int", found: "text")) {
                try row["text"] as Int
            }
            #expect(throws: DatabaseError.wrongType(column: "two", wanted: "Bool", found: "integer")) {
                try row["two"] as Bool
            }
            #expect(throws: DatabaseError.wrongType(column: "none", wanted: "String", found: "NULL")) {
                try row["none"] as String
            }
            #expect(throws: DatabaseError.missingColumn(name: "other")) { try row["other"] as Int }
            #expect(throws: DatabaseError.missingColumn(name: "#3")) { try row[at: 3] as Int }
        }
    }

    @Test(arguments: [
        ("SELECT ?", 0), ("SELECT 1", 1), ("SELECT 1; SELECT 2", 0), ("SELEC 1", 0), ("SELECT nothing", 0), ("", 0),
        ("SELECT \"misspelt\" FROM numbers", 0),
    ])
    func aWrongStatementIsAnError(_ sql: String, _ valueCount: Int) async throws {
        try await withDatabase { database in
            await #expect(throws: DatabaseError.self) {
                _ = try await database.read { try $0.rows(sql, [Int](repeating: 1, count: valueCount)) }
            }
        }
    }
}
