import Database
import Essentials
import Foundation
import TestSupport
import Testing

@Suite struct OpeningTests {
    @Test func theFilesAreReadableByTheirOwnerOnly() async throws {
        try await temporaryFolder { folder in
            let database = try await open(folder)
            try await database.add("a")
            for name in ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm"] {
                let path = folder.appendingPathComponent(name).path
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect(mode == 0o600, "\(name)")
            }
            await database.close()
        }
    }

    @Test func aCleanCloseLeavesOneFile() async throws {
        try await temporaryFolder { folder in
            let database = try await open(folder)
            try await database.add("a")
            await database.close()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["store.sqlite"])
        }
    }

    @Test func anEmptyFileIsAFreshStore() async throws {
        try await temporaryFolder { folder in
            try Data().write(to: folder.appendingPathComponent("store.sqlite"))
            let database = try await open(folder)
            #expect(try await database.names() == [])
            await database.close()
        }
    }

    @Test func aFileThatIsNoDatabaseIsLeftAlone() async throws {
        try await temporaryFolder { folder in
            let url = folder.appendingPathComponent("store.sqlite")
            let text = Data(String(repeating: "not a database\n", count: 400).utf8)
            try text.write(to: url)
            await #expect(throws: DatabaseError.notADatabase(path: url.path)) { try await open(folder) }
            #expect(try Data(contentsOf: url) == text)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["store.sqlite"])
        }
    }

    @Test(arguments: [0, 77] as [Int32])
    func anotherProgramsDatabaseIsLeftAlone(_ applicationID: Int32) async throws {
        try await temporaryFolder { folder in
            let url = folder.appendingPathComponent("store.sqlite")
            var configuration = SQLiteConfiguration()
            configuration.applicationID = applicationID
            let foreign = try await SQLiteDatabase.open(
                url,
                migrations: [Migration(version: 1, name: "theirs", sql: "CREATE TABLE theirs(a)")],
                configuration: configuration
            )
            await foreign.close()
            let bytes = try Data(contentsOf: url)
            await #expect(throws: DatabaseError.foreign(path: url.path)) { try await open(folder) }
            #expect(try Data(contentsOf: url) == bytes)
        }
    }

    @Test func aNewerLayoutIsRefused() async throws {
        try await temporaryFolder { folder in
            let url = folder.appendingPathComponent("store.sqlite")
            let newer = try await SQLiteDatabase.open(
                url,
                migrations: [Migration(version: 9, name: "newer", sql: numbers)]
            )
            await newer.close()
            let bytes = try Data(contentsOf: url)
            let error = DatabaseError.newerSchema(path: url.path, found: 9, known: 1)
            await #expect(throws: error) { try await open(folder) }
            #expect(error.sentence.contains("update Tonearm"))
            #expect(try Data(contentsOf: url) == bytes)
        }
    }

    @Test func aMissingFolderIsNamed() async throws {
        try await temporaryFolder { folder in
            let missing = folder.appendingPathComponent("missing")
            await #expect(throws: FileError.missing(path: missing.path)) { try await open(missing) }
        }
    }

    @Test func aFolderInPlaceOfTheFileIsRefused() async throws {
        try await temporaryFolder { folder in
            let url = folder.appendingPathComponent("store.sqlite")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
            let error = await #expect(throws: DatabaseError.self) { try await open(folder) }
            #expect(error?.sentence.contains(url.path) == true)
        }
    }

    @Test func stepsRunOnceAndInOrder() async throws {
        try await temporaryFolder { folder in
            let url = folder.appendingPathComponent("store.sqlite")
            let first = Migration(version: 1, name: "begin", sql: numbers)
            let second = Migration(version: 2, name: "seed") { writer in
                try writer.execute("INSERT INTO numbers(name) VALUES ('seed')")
            }
            for _ in 0..<2 {
                let old = try await SQLiteDatabase.open(url, migrations: [first])
                await old.close()
            }
            for _ in 0..<2 {
                let new = try await SQLiteDatabase.open(url, migrations: [first, second])
                #expect(try await new.names() == ["seed"])
                await new.close()
            }
        }
    }

    static let failingSteps: [Migration] = [
        Migration(version: 2, name: "fails", sql: "CREATE TABLE more(a); INSERT INTO nowhere VALUES (1)"),
        Migration(
            version: 2,
            name: "fails",
            sql: "CREATE TABLE more(a REFERENCES numbers); INSERT INTO more VALUES (9)"
        ),
        Migration(version: 2, name: "fails") { writer in
            try writer.execute("CREATE TABLE more(a)")
            throw FileError.missing(path: "/a")
        },
    ]

    @Test(arguments: failingSteps.indices)
    func aStepThatFailsLeavesTheLayoutBeforeIt(_ index: Int) async throws {
        try await temporaryFolder { folder in
            let url = folder.appendingPathComponent("store.sqlite")
            let first = Migration(version: 1, name: "begin", sql: numbers)
            let error = await #expect(throws: DatabaseError.self) {
                try await SQLiteDatabase.open(url, migrations: [first, Self.failingSteps[index]])
            }
            guard case .migrationFailed(_, 2, "fails", _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            let database = try await SQLiteDatabase.open(url, migrations: [first])
            let tables = try await database.read { try $0.rows("SELECT name FROM sqlite_schema WHERE name = 'more'") }
            #expect(tables.isEmpty)
            await database.close()
        }
    }
}
