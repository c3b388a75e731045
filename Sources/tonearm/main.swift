import CommandLine
import Foundation

// Written at once, so that a log or a pipe has each line when it happens. A reader that has gone is no error.
let output = CommandOutput(
    write: { try? FileHandle.standardOutput.write(contentsOf: Data("\($0)\n".utf8)) },
    writeError: { try? FileHandle.standardError.write(contentsOf: Data("\($0)\n".utf8)) }
)
let context = CommandContext(output: output, environment: ProcessInfo.processInfo.environment)
exit(await Tonearm.run(Array(ProcessInfo.processInfo.arguments.dropFirst()), context))
