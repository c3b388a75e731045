import Essentials
import Processes

/// Runs a program of the system and waits for it.
enum Tool {
    /// A program that is missing or failed.
    enum Failure: SentenceError, Equatable {
        case missing(String)
        case failed(String, ChildProcess.Exit, lastLine: String)

        var sentence: String {
            switch self {
            case .missing(let name): "The program \(name) is not installed; make setup installs it."
            case .failed(let name, let exit, let line): "\(name) failed with \(exit): \(line)."
            }
        }

        var isRetryable: Bool { false }
    }

    /// Runs `name` from the PATH and returns what it wrote to standard output.
    ///
    /// Cancelling the task ends the program.
    /// - Throws: ``Failure``, or `CancellationError`.
    @concurrent @discardableResult
    static func run(_ name: String, _ arguments: [String]) async throws -> String {
        let result: ProcessOutput
        do {
            result = try await ChildProcess.run(name, arguments)
        } catch let failure as ChildProcess.StartFailure {
            throw failure.isMissing ? Failure.missing(name) : failure
        }
        try Task.checkCancellation()
        guard result.isSuccess else {
            let line = String(decoding: result.errors, as: UTF8.self).split(separator: "\n").last.map(String.init)
            throw Failure.failed(name, result.exit, lastLine: line ?? "it gave no reason")
        }
        return String(decoding: result.output, as: UTF8.self)
    }
}
