import Essentials
import Foundation

/// Runs a program of the system and waits for it.
enum Tool {
    /// A program that is missing or failed.
    enum Failure: SentenceError, Equatable {
        case missing(String)
        case failed(String, status: Int32, lastLine: String)

        var sentence: String {
            switch self {
            case .missing(let name): "The program \(name) is not installed; make setup installs it."
            case .failed(let name, let status, let line): "\(name) failed with status \(status): \(line)."
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
        guard let path = locate(name) else { throw Failure.missing(name) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let output = Pipe()
        let errors = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        // Read on other threads: a full pipe would stop the program for ever.
        async let written = Self.read(output)
        async let complaints = Self.read(errors)
        let ended = AsyncStream<Int32>(bufferingPolicy: .bufferingNewest(1)) { continuation in
            process.terminationHandler = { process in
                continuation.yield(process.terminationStatus)
                continuation.finish()
            }
        }
        do {
            try process.run()
        } catch {
            try? output.fileHandleForWriting.close()
            try? errors.fileHandleForWriting.close()
            throw Failure.missing(name)
        }
        let identifier = process.processIdentifier
        let status = await withTaskCancellationHandler {
            await ended.first { _ in true } ?? -1
        } onCancel: {
            kill(identifier, SIGTERM)
        }
        let text = String(decoding: await written, as: UTF8.self)
        let complaint = String(decoding: await complaints, as: UTF8.self)
        try Task.checkCancellation()
        guard status == 0 else {
            let line = complaint.split(separator: "\n").last.map(String.init) ?? "it gave no reason"
            throw Failure.failed(name, status: status, lastLine: line)
        }
        return text
    }

    @concurrent private static func read(_ pipe: Pipe) async -> Data {
        (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
    }

    private static func locate(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
