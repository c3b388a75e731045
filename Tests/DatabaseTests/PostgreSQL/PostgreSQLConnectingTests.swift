import Database
import Foundation
import PostgreSQL
import TestSupport
import Testing

/// Getting in, and what stands in the way.
@Suite struct PostgreSQLConnectingTests {
    private static let step = Migration(version: 1, name: "begin", sql: numbers)

    private func open(_ url: String, _ migrations: [Migration] = [step]) async throws -> PostgreSQLDatabase {
        var configuration = PostgreSQLConfiguration()
        configuration.patience = .zero
        return try await PostgreSQLDatabase.open(
            try PostgreSQLAddress(url),
            migrations: migrations,
            configuration: configuration
        )
    }

    /// Runs `body` with the URL of a fresh database.
    private func withURL(_ body: (String, String) async throws -> Void) async throws {
        try await Place.with(postgreSQL: true) { place in
            let name = try #require(place.name)
            try await body(try await PostgreSQLCluster.shared.url(name), name)
        }
    }

    @Test(arguments: [
        "postgres://ann:s3cr%et@host/name", "postgres://ann:s3cret@host/name?nonsense=s3cret",
        "postgres://ann:s3cret@host:s3cret/name", "postgres://ann:s3@cret@host/name", "mysql://ann:s3cret@host/name",
        "",
    ])
    func aMalformedAddressIsRefusedWithoutShowingIt(_ text: String) throws {
        let error = #expect(throws: DatabaseError.self) { try PostgreSQLAddress(text) }
        let sentence = try #require(error).sentence
        #expect(!sentence.contains("s3"))
        #expect(!sentence.contains("cret"))
        #expect(sentence.contains("postgres://"))
    }

    @Test func anAddressIsPrintedWithoutItsPassword() throws {
        let address = try PostgreSQLAddress("postgres://ann:s3cret@host/name?sslmode=require")
        var dumped = ""
        dump(address, to: &dumped)
        for text in ["\(address)", String(reflecting: address), dumped] { #expect(!text.contains("s3cret")) }
        #expect("\(address)" == "name at host")
        #expect(address.hasPassword)
    }

    @Test(arguments: [
        ("postgres://a/b", true), ("PostgreSQL://a/b", true), ("postgres:", false), ("/a/postgres://b", false),
    ])
    func anAddressIsToldByItsScheme(_ text: String, _ isAddress: Bool) {
        #expect(PostgreSQLAddress.isAddress(text) == isAddress)
    }

    @Test func aServerThatIsNotThereIsNamed() async throws {
        try await temporaryFolder { folder in
            let error = await #expect(throws: DatabaseError.self) {
                try await open("postgres://ann:s3cret@/podcasts?host=\(folder.path)")
            }
            let sentence = try #require(error).sentence
            #expect(sentence.contains("podcasts at \(folder.path) can't be reached"))
            #expect(!sentence.contains("s3cret"))
            #expect(error?.isRetryable == true)
        }
    }

    @Test func aWrongPasswordIsRefusedAndNeverShown() async throws {
        try await withURL { url, name in
            // The cluster asks members of this role for a password.
            try await PostgreSQLCluster.shared.run("CREATE ROLE guarded")
            try await PostgreSQLCluster.shared.run(
                "CREATE ROLE guarded_\(name) LOGIN SUPERUSER PASSWORD 'right' IN ROLE guarded"
            )
            let socket = try #require(url.split(separator: "?").last)
            for password in [":wr0ng", ""] {
                let error = await #expect(throws: DatabaseError.self) {
                    try await open("postgres://guarded_\(name)\(password)@/\(name)?\(socket)")
                }
                guard case .accessRefused(_, "guarded_\(name)") = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect(error?.sentence.contains("wr0ng") == false)
            }
            let database = try await open("postgres://guarded_\(name):right@/\(name)?\(socket)")
            #expect(!database.name.contains("right"))
            try await database.add("in")
            await database.close()
            // The password may stand in a file that only its owner can read.
            try await temporaryFolder { folder in
                let file = folder.appendingPathComponent("pgpass")
                try Data("*:*:*:guarded_\(name):right\n".utf8).write(to: file)
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
                let again = try await open(
                    "postgres://guarded_\(name)@/\(name)?\(socket)&passfile=\(file.path)"
                )
                #expect(try await again.names() == ["in"])
                await again.close()
            }
        }
    }

    @Test func aMissingDatabaseIsNamed() async throws {
        let url = try await PostgreSQLCluster.shared.url("nowhere")
        let error = await #expect(throws: DatabaseError.self) { try await open(url) }
        guard case .missingDatabase(_, "nowhere") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.sentence.contains("createdb") == true)
    }

    @Test func anotherProgramsDatabaseIsLeftAlone() async throws {
        try await withURL { url, name in
            try await PostgreSQLCluster.shared.run("CREATE TABLE theirs(a INT)", in: name)
            let error = await #expect(throws: DatabaseError.self) { try await open(url) }
            guard case .foreign = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test func aNewerLayoutIsRefused() async throws {
        try await withURL { url, _ in
            let newer = try await open(url, [Self.step, Migration(version: 9, name: "newer", sql: "SELECT 1")])
            await newer.close()
            let error = await #expect(throws: DatabaseError.self) { try await open(url) }
            guard case .newerSchema(_, 9, 1) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test func aStepThatFailsLeavesTheLayoutBeforeIt() async throws {
        try await withURL { url, _ in
            let wrong = Migration(version: 2, name: "fails", sql: "CREATE TABLE more(a INTEGER); SELECT nothing")
            let error = await #expect(throws: DatabaseError.self) { try await open(url, [Self.step, wrong]) }
            guard case .migrationFailed(_, 2, "fails", _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            let right = Migration(version: 2, name: "works", sql: "CREATE TABLE more(a INTEGER)")
            let database = try await open(url, [Self.step, right])
            #expect(try await database.read { try $0.rows("SELECT a FROM more").isEmpty })
            await database.close()
        }
    }

    @Test func severalCopiesThatStartAtOnceDoEachStepOnce() async throws {
        try await withURL { url, _ in
            let seed = Migration(version: 2, name: "seed") { writer in
                try writer.execute("INSERT INTO numbers(name) VALUES (?)", ["seed"])
            }
            try await withThrowingTaskGroup { group in
                for _ in 0..<6 {
                    group.addTask {
                        let database = try await open(url, [Self.step, seed])
                        let names = try await database.names()
                        #expect(names == ["seed"])
                        await database.close()
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
