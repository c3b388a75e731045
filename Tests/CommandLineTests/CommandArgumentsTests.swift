import Testing

@testable import CommandLine

@Suite struct CommandArgumentsTests {
    private func parse(_ words: String...) throws -> CommandArguments {
        try CommandArguments(words, flags: ["--json"], options: ["--port", "--listen"])
    }

    @Test func optionsMayStandAnywhere() throws {
        let arguments = try parse("a", "--port", "80", "b", "--json", "--listen=x", "--listen", "y")
        #expect(arguments.positional == ["a", "b"])
        #expect(arguments["--port"] == "80")
        #expect(arguments.all("--listen") == ["x", "y"])
        #expect(arguments.has("--json"))
    }

    @Test func twoDashesEndTheOptions() throws {
        #expect(try parse("--json", "--", "--port").positional == ["--port"])
    }

    @Test func aDashAloneIsStandardInput() throws {
        #expect(try parse("-").positional == ["-"])
    }

    @Test(arguments: [
        (["--nothing"], "There is no option --nothing here."),
        (["--port"], "--port needs a value."),
        (["--json=1"], "There is no option --json here."),
    ])
    func wrongUsageIsOneSentence(words: [String], sentence: String) {
        #expect(throws: UsageError(sentence)) {
            try CommandArguments(words, flags: ["--json"], options: ["--port"])
        }
    }

    @Test(arguments: ["0", "65536", "x", "-1", "80.5", ""])
    func aNumberOutsideItsLimitsIsRefused(text: String) throws {
        let arguments = try parse("--port=\(text)")
        #expect(throws: UsageError("--port takes a whole number from 1 to 65535.")) {
            try arguments.number("--port", in: 1...65_535)
        }
    }
}
