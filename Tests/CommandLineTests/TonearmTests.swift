import Foundation
import TestSupport
import Testing

@testable import CommandLine

@Suite struct TonearmTests {
    private func run(_ words: String...) async -> (code: Int32, output: [String], errors: [String]) {
        let output = Recorder<String>()
        let errors = Recorder<String>()
        let sink = CommandOutput(write: { output.append($0) }, writeError: { errors.append($0) })
        let code = await Tonearm.run(words, CommandContext(output: sink, environment: [:]))
        return (code, output.all, errors.all)
    }

    @Test func helpNamesEveryCommand() async {
        let help = await run("help")
        #expect(help.code == 0)
        for name in ["serve", "subscribe", "feed parse", "feed discover"] {
            #expect(help.output.first?.contains("tonearm \(name) ") == true)
        }
    }

    @Test func everyCommandExplainsItself() async {
        for command in Tonearm.commands {
            #expect(command.usage.hasPrefix("usage: tonearm \(command.name)"))
            #expect(command.summary.hasSuffix("."))
            #expect(command.summary.first?.isUppercase == true)
        }
    }

    @Test func anUnknownCommandIsOneSentence() async {
        let result = await run("sreve")
        #expect(result.code == 2)
        #expect(result.errors == ["There is no command \"sreve\". Run tonearm help for the list."])
    }

    @Test func subscribingBeforeTheServerIsSetUpSaysWhatToDo() async throws {
        try await temporaryFolder { folder in
            let result = await run("subscribe", "--home", folder.path, "example.invalid")
            #expect(result.code == 1)
            #expect(result.errors.count == 1)
            #expect(result.errors.first?.contains("run tonearm serve and open the link") == true)
        }
    }
}
