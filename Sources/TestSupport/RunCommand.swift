public import Foundation
import Processes

/// What a foreign program left behind.
public struct CommandResult: Sendable {
    /// Its exit status; 128 and more where a signal ended it, as shells say it.
    public let status: Int32
    /// Its standard output.
    public let output: [UInt8]
    /// Its standard error.
    public let errors: String

    /// The standard output as text.
    public var text: String { String(decoding: output, as: UTF8.self) }
}

/// Runs a program found on the PATH and waits for its end.
///
/// Blocks the calling thread; from asynchronous code use ``runCommandAsync(_:_:)``.
public func runCommand(_ name: String, _ arguments: [String], in folder: URL? = nil) throws -> CommandResult {
    let scratch = FileManager.default.temporaryDirectory
        .appendingPathComponent("tonearm-command-\(UInt64.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    // Files instead of pipes: a program that says much never blocks.
    func sink(_ name: String) throws -> (FileHandle, URL) {
        let url = scratch.appendingPathComponent(name)
        try Data().write(to: url)
        return (try FileHandle(forWritingTo: url), url)
    }
    let (output, outputURL) = try sink("output")
    let (errors, errorsURL) = try sink("errors")
    let child = try ChildProcess(
        name,
        arguments,
        folder: folder?.path,
        output: .descriptor(output.fileDescriptor),
        errors: .descriptor(errors.fileDescriptor)
    )
    let exit = child.waitUntilExit()
    return CommandResult(
        status: exit.shellStatus,
        output: Array(try Data(contentsOf: outputURL)),
        errors: String(decoding: try Data(contentsOf: errorsURL), as: UTF8.self)
    )
}

/// Runs a program without blocking anybody's executor; cancelling the task ends it.
public func runCommandAsync(_ name: String, _ arguments: [String]) async throws -> CommandResult {
    let result = try await ChildProcess.run(name, arguments)
    return CommandResult(
        status: result.exit.shellStatus,
        output: result.output,
        errors: String(decoding: result.errors, as: UTF8.self)
    )
}

extension ChildProcess.Exit {
    fileprivate var shellStatus: Int32 {
        switch self {
        case .status(let status): status
        case .signal(let signal): 128 + signal
        }
    }
}
