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

    @Test func keysThatAreNoneAreNamed() async throws {
        try await temporaryFolder { folder in
            let file = folder.appendingPathComponent("keys.json")
            let words = ["--jwt-issuer", "x", "--jwt-audience", "y", "--port", "0", "--home", folder.path]
            for content in [nil, "[]", "{\"keys\":[]}"] {
                if let content { try Data(content.utf8).write(to: file) }
                let lines = Recorder<String>()
                let output = CommandOutput(write: { _ in }, writeError: { lines.append($0) })
                let context = CommandContext(output: output, environment: [:])
                #expect(await Tonearm.run(["serve", "--jwt-keys", file.path] + words, context) == 1)
                #expect(lines.all.count == 1)
                #expect(lines.all.first?.contains(file.path) == true)
            }
        }
    }

    @Test(arguments: [
        ["--port", "http"], ["--port", "70000"], ["--nonsense"], ["--media-limit", "0"],
        ["--trusted-proxy", "home"], ["--trusted-proxy", "10.0.0.0/33"], ["--proxy-user-header", "Remote-User"],
        ["--trusted-proxy", "::1", "--proxy-user-header", "Remote User"], ["--proxy-create-users"],
        ["--trusted-proxy", "::1", "--proxy-user-header", "Cookie"],
        ["--token-host", "https://player.example"], ["--token-host", ""], ["--jwt-issuer", "x"],
        ["--jwt-keys", "keys.json"], ["--jwt-keys", "keys.json", "--jwt-issuer", "x"],
        ["--jwt-keys", "keys.json", "--jwt-issuer", "x", "--jwt-audience", ""],
    ])
    func wrongWordsAreWrongUsage(words: [String]) async throws {
        let lines = Recorder<String>()
        let output = CommandOutput(write: { _ in }, writeError: { lines.append($0) })
        let code = await Tonearm.run(["serve"] + words, CommandContext(output: output, environment: [:]))
        #expect(code == 2)
        #expect(lines.all.count == 1)
    }
}
