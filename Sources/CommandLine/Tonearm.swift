import Foundation

/// The `tonearm` command: finds the command that the first words name and runs it.
public enum Tonearm {
    /// Every command, in the order of the help text.
    static let commands: [any Command.Type] = [
        ServeCommand.self, SubscribeCommand.self, FeedParseCommand.self, FeedDiscoverCommand.self,
    ]

    /// The version printed by `--version` and sent by the server.
    public static let version = "0.1.0"

    /// Runs the words after the program's name.
    ///
    /// - Returns: the exit code.
    public static func run(_ arguments: [String], _ context: CommandContext) async -> Int32 {
        let output = context.output
        switch arguments.first {
        case nil, "help", "--help", "-h":
            output.write(help)
            return arguments.isEmpty ? 2 : 0
        case "--version":
            output.write("tonearm \(version)")
            return 0
        default: break
        }
        guard let (command, rest) = find(arguments) else {
            output.writeError("There is no command \"\(arguments[0])\". Run tonearm help for the list.")
            return 2
        }
        if rest.contains("--help") || rest.contains("-h") {
            output.write(command.usage)
            return 0
        }
        return await command.run(rest, context)
    }

    private static func find(_ arguments: [String]) -> (any Command.Type, [String])? {
        for command in commands {
            let words = command.name.split(separator: " ").map(String.init)
            if arguments.starts(with: words) { return (command, Array(arguments.dropFirst(words.count))) }
        }
        return nil
    }

    private static var help: String {
        let width = commands.map { $0.name.count }.max() ?? 0
        let lines = commands.map { command in
            "  tonearm " + command.name.padding(toLength: width + 2, withPad: " ", startingAt: 0) + command.summary
        }
        return
            (["Tonearm \(version) plays what you already own.", ""] + lines + [
                "", "tonearm COMMAND --help tells more.",
            ])
            .joined(separator: "\n")
    }
}
