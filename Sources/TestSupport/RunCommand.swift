public import Foundation

/// What a foreign program left behind.
public struct CommandResult: Sendable {
    /// Its exit status.
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
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    process.waitUntilExit()
    return CommandResult(
        status: process.terminationStatus,
        output: Array(try Data(contentsOf: outputURL)),
        errors: String(decoding: try Data(contentsOf: errorsURL), as: UTF8.self)
    )
}

/// Runs a program without blocking anybody's executor.
@concurrent
public func runCommandAsync(_ name: String, _ arguments: [String]) async throws -> CommandResult {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try runCommand(name, arguments) }) }
    }
}
