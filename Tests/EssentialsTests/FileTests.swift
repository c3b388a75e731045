import Essentials
import Foundation
import TestSupport
import Testing

struct FileTests {
    @Test func aWrittenFileIsWholeAndPrivateAndLeavesNothingBeside() async throws {
        try await temporaryFolder { folder in
            let file = folder.appendingPathComponent("file")
            for text in ["one", String(repeating: "two", count: 100_000), ""] {
                try AtomicFile.write(Array(text.utf8), to: file)
                #expect(try String(contentsOf: file, encoding: .utf8) == text)
            }
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber
            #expect(mode?.int16Value == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
        }
    }

    @Test func aFolderThatIsMissingIsAClearErrorAndNothingIsCreated() async throws {
        try await temporaryFolder { folder in
            let file = folder.appendingPathComponent("none").appendingPathComponent("file")
            #expect(throws: FileError.missing(path: file.path)) { try AtomicFile.write([1], to: file) }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names.isEmpty)
        }
    }

    @Test func whatCannotBeReplacedStaysAndNoTemporaryFileIsLeft() async throws {
        try await temporaryFolder { folder in
            // A folder of that name: rename refuses, for root too.
            let taken = folder.appendingPathComponent("taken", isDirectory: true)
            try FileManager.default.createDirectory(at: taken, withIntermediateDirectories: false)
            #expect(throws: FileError.self) { try AtomicFile.write([1], to: folder.appendingPathComponent("taken")) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["taken"])
        }
    }

    @Test func aFullDiskIsAClearErrorAndTheOldFileStays() throws {
        // The device that is always full.
        let descriptor = open("/dev/full", O_WRONLY)
        defer { close(descriptor) }
        #expect(throws: FileError.diskFull(path: "/dev/full")) {
            try AtomicFile.writeAll([1, 2, 3], to: descriptor, path: "/dev/full")
        }
    }

    @Test func aFileSystemThatIsReadOnlyIsAClearError() {
        let file = URL(fileURLWithPath: "/proc/tonearm-test")
        let error = #expect(throws: FileError.self) { try AtomicFile.write([1], to: file) }
        #expect(error?.sentence.contains("/proc/tonearm-test") == true)
    }

    @Test(arguments: [
        (ENOENT, FileError.missing(path: "/x")), (EACCES, .notPermitted(path: "/x")),
        (EROFS, .notPermitted(path: "/x")),
        (ENOSPC, .diskFull(path: "/x")), (EDQUOT, .diskFull(path: "/x")),
    ])
    func systemErrorsBecomeSentences(code: Int32, expected: FileError) {
        let error = FileError(errno: code, path: "/x")
        #expect(error == expected)
        #expect(error.sentence.hasSuffix("."))
        #expect(error.isRetryable == (expected == .diskFull(path: "/x")))
    }

    @Test(arguments: [
        (["HOME": "/h"], "/h/.config/tonearm", "/h/.local/share/tonearm", "/h/.cache/tonearm"),
        (
            ["HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_CACHE_HOME": "relative"], "/h/.config/tonearm", "/d/tonearm",
            "/h/.cache/tonearm"
        ),
        (["HOME": "/h", "TONEARM_HOME": "/t", "XDG_DATA_HOME": "/d"], "/t/config", "/t/data", "/t/cache"),
        (["HOME": "/h", "TONEARM_HOME": ""], "/h/.config/tonearm", "/h/.local/share/tonearm", "/h/.cache/tonearm"),
    ])
    func foldersFollowTheEnvironment(environment: [String: String], configuration: String, data: String, cache: String)
    {
        let folders = HomeFolders(environment: environment)
        #expect(folders.configuration.path == configuration)
        #expect(folders.data.path == data)
        #expect(folders.cache.path == cache)
    }

    @Test func aFolderIsPreparedForItsOwnerOnly() async throws {
        try await temporaryFolder { folder in
            let deep = folder.appendingPathComponent("a").appendingPathComponent("b")
            try HomeFolders.prepare(deep)
            try HomeFolders.prepare(deep)
            let mode = try FileManager.default.attributesOfItem(atPath: deep.path)[.posixPermissions] as? NSNumber
            #expect(mode?.int16Value == 0o700)
            let file = folder.appendingPathComponent("file")
            try Data().write(to: file)
            #expect(throws: FileError.self) { try HomeFolders.prepare(file.appendingPathComponent("below")) }
        }
    }
}
