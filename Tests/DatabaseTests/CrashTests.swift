import Database
import Foundation
import TestSupport
import Testing

/// What a killed process leaves is what its files hold at that moment, so a copy of them is a crash.
@Suite struct CrashTests {
    /// Copies the files of an open store, as a kill at this moment would leave them.
    private func crash(_ folder: URL, to other: URL) throws {
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        for name in ["store.sqlite", "store.sqlite-wal"] {
            try FileManager.default.copyItem(
                at: folder.appendingPathComponent(name),
                to: other.appendingPathComponent(name)
            )
        }
    }

    @Test func whatWasCommittedSurvivesAKill() async throws {
        try await temporaryFolder { folder in
            let other = folder.appendingPathComponent("after")
            let database = try await open(folder)
            for number in 0..<50 { try await database.add("\(number)") }
            try await database.write { writer in
                try writer.execute("INSERT INTO numbers(name) VALUES ('not committed')")
                // Moves the unfinished transaction's pages into the log.
                try writer.execute("PRAGMA cache_size = 1")
                for number in 0..<2_000 {
                    try writer.execute("INSERT INTO numbers(name) VALUES (?)", ["lost \(number)"])
                }
                try crash(folder, to: other)
            }
            let log = other.appendingPathComponent("store.sqlite-wal").path
            #expect(try (FileManager.default.attributesOfItem(atPath: log)[.size] as? Int ?? 0) > 0)
            let survivor = try await open(other)
            #expect(try await survivor.names() == (0..<50).map(String.init))
            await survivor.close()
            await database.close()
        }
    }

    @Test func aLogCutShortLosesWholeTransactionsFromItsEnd() async throws {
        try await temporaryFolder { folder in
            let database = try await open(folder)
            for number in 0..<10 { try await database.add("\(number)") }
            for cut in [1, 100, 5_000, 20_000] {
                let other = folder.appendingPathComponent("cut \(cut)")
                try crash(folder, to: other)
                let log = try FileHandle(forUpdating: other.appendingPathComponent("store.sqlite-wal"))
                let size = try log.seekToEnd()
                try log.truncate(atOffset: size - UInt64(cut))
                try log.close()
                let survivor = try await open(other)
                let names = try await survivor.names()
                #expect(names == (0..<names.count).map(String.init))
                #expect(names.count < 10)
                await survivor.close()
            }
            await database.close()
        }
    }

    @Test func aDamagedFileIsFoundAfterACrashAndLeftAlone() async throws {
        try await temporaryFolder { folder in
            let other = folder.appendingPathComponent("after")
            let first = try await open(folder)
            try await first.write { writer in
                for number in 0..<2_000 { try writer.execute("INSERT INTO numbers(name) VALUES (?)", ["n\(number)"]) }
            }
            await first.close()
            let second = try await open(folder)
            try await second.add("in the log")
            try crash(folder, to: other)
            await second.close()

            let url = other.appendingPathComponent("store.sqlite")
            var bytes = try Data(contentsOf: url)
            let page = bytes.index(bytes.startIndex, offsetBy: 4_096 * 5)
            bytes.replaceSubrange(page..<page + 4_096, with: Data(repeating: 0xA5, count: 4_096))
            try bytes.write(to: url)

            let error = await #expect(throws: DatabaseError.self) { try await open(other) }
            guard case .damaged(let path, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(path == url.path)
            #expect(try Data(contentsOf: url) == bytes)
            #expect(FileManager.default.fileExists(atPath: url.path + "-wal"))
        }
    }

    @Test func damageMetLaterIsAnErrorAndNoCrash() async throws {
        try await temporaryFolder { folder in
            let first = try await open(folder)
            try await first.write { writer in
                for number in 0..<2_000 { try writer.execute("INSERT INTO numbers(name) VALUES (?)", ["n\(number)"]) }
            }
            await first.close()
            let url = folder.appendingPathComponent("store.sqlite")
            var bytes = try Data(contentsOf: url)
            for index in 4_096 * 3..<bytes.count { bytes[index] = 0xFF }
            try bytes.write(to: url)
            let second = try await open(folder)
            let error = await #expect(throws: DatabaseError.self) { try await second.names() }
            guard case .damaged = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            await second.close()
        }
    }
}
