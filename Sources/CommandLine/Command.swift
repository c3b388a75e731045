/// One command of `tonearm`: a value that a test runs as `main.swift` does.
public protocol Command: Sendable {
    /// The words after `tonearm` that name it, `feed parse` for example.
    static var name: String { get }
    /// One line for the list of commands.
    static var summary: String { get }
    /// The help text: a usage line, then what each option means.
    static var usage: String { get }

    /// Runs with the words after the name.
    ///
    /// - Returns: the exit code: 0 for success, 1 for a failure that was reported, 2 for wrong usage.
    static func run(_ arguments: [String], _ context: CommandContext) async -> Int32
}

/// What a command knows of the world around it.
public struct CommandContext: Sendable {
    /// Where it writes.
    public var output: CommandOutput
    /// The process's environment.
    public var environment: [String: String]

    /// Describes the world.
    public init(output: CommandOutput, environment: [String: String]) {
        self.output = output
        self.environment = environment
    }
}
