import Foundation
import HTTP
import HTTPSoup
import TestSupport
import Testing

@testable import CommandLine

/// Bad input to `tonearm serve`: one sentence, a non-zero exit, nothing overwritten.
@Suite struct ServeFailureTests {
    private func serve(_ words: String...) async -> (code: Int32, lines: [String]) {
        let lines = Recorder<String>()
        let output = CommandOutput(write: { _ in }, writeError: { lines.append($0) })
        let code = await Tonearm.run(["serve"] + words, CommandContext(output: output, environment: [:]))
        return (code, lines.all)
    }

    @Test func aPortInUseIsNamed() async throws {
        try await temporaryFolder { folder in
            let nothing = ClosureHandler { _ in HTTPServerResponse(.ok) }
            try await SoupHTTPServer.withServer(handler: nothing) { taken in
                let result = await serve("--port", "\(taken.port)", "--home", folder.path)
                #expect(result.code == 1)
                #expect(result.lines.count == 1)
                #expect(result.lines.first?.contains("port \(taken.port)") == true)
            }
        }
    }

    @Test func aFolderThatCannotBeMadeIsNamed() async throws {
        try await temporaryFolder { folder in
            let file = folder.appendingPathComponent("file")
            try Data("x".utf8).write(to: file)
            let result = await serve("--port", "0", "--home", file.path)
            #expect(result.code == 1)
            #expect(result.lines.count == 1)
            #expect(result.lines.first?.contains(file.path) == true)
            #expect(try Data(contentsOf: file) == Data("x".utf8))
        }
    }

    @Test func aBrokenStoreIsRefusedAndLeftAsItIs() async throws {
        try await temporaryFolder { folder in
            let data = folder.appendingPathComponent("data")
            try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
            let store = data.appendingPathComponent("podcasts.sqlite")
            let content = Data(String(repeating: "this is no database\n", count: 1000).utf8)
            try content.write(to: store)
            let result = await serve("--port", "0", "--home", folder.path)
            #expect(result.code == 1)
            #expect(result.lines.count == 1)
            #expect(result.lines.first?.contains(store.path) == true)
            #expect(try Data(contentsOf: store) == content)
        }
    }

    @Test func aSecondServerOfTheSameHomeIsRefused() async throws {
        try await temporaryFolder { folder in
            let data = folder.appendingPathComponent("data")
            try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
            let lock = try ServeLock(folder: data)
            let result = await serve("--port", "0", "--home", folder.path)
            withExtendedLifetime(lock) {}
            #expect(result.code == 1)
            #expect(result.lines == ["Another tonearm serve is using \(data.path); stop it or choose another --home."])
        }
    }

    @Test(arguments: [["--port", "http"], ["--port", "70000"], ["--nonsense"], ["--media-limit", "0"]])
    func wrongWordsAreWrongUsage(words: [String]) async throws {
        let lines = Recorder<String>()
        let output = CommandOutput(write: { _ in }, writeError: { lines.append($0) })
        let code = await Tonearm.run(["serve"] + words, CommandContext(output: output, environment: [:]))
        #expect(code == 2)
        #expect(lines.all.count == 1)
    }
}
