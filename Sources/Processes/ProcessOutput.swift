import Foundation

/// What a program left behind.
public struct ProcessOutput: Sendable {
    /// How it ended.
    public let exit: ChildProcess.Exit
    /// Its standard output.
    public let output: [UInt8]
    /// Its standard error.
    public let errors: [UInt8]

    /// Whether it returned status 0.
    public var isSuccess: Bool { exit == .status(0) }
}

extension ChildProcess {
    /// Runs a program to its end and returns what it wrote, which is kept in memory.
    ///
    /// Cancelling the task sends SIGTERM to the program and returns when that has ended.
    /// - Throws: ``StartFailure``.
    @concurrent
    public static func run(
        _ program: String,
        _ arguments: [String],
        environment: [String: String]? = nil,
        folder: String? = nil
    ) async throws -> ProcessOutput {
        let (output, errors) = (Pipe(), Pipe())
        let child: ChildProcess
        do {
            defer {
                // The ends that the child writes to are its own from here on; open here, they would never end.
                try? output.fileHandleForWriting.close()
                try? errors.fileHandleForWriting.close()
            }
            child = try ChildProcess(
                program,
                arguments,
                environment: environment,
                folder: folder,
                output: .descriptor(output.fileHandleForWriting.fileDescriptor),
                errors: .descriptor(errors.fileHandleForWriting.fileDescriptor)
            )
        }
        return await withTaskCancellationHandler {
            // Both at once: a program whose one pipe is full while the other is read would wait for ever.
            async let written = read(output)
            async let complaints = read(errors)
            return await ProcessOutput(exit: child.exit(), output: written, errors: complaints)
        } onCancel: {
            child.send(SIGTERM)
        }
    }

    /// Reads to the end on a thread of its own, because a read blocks; it ends when the last writer has.
    private static func read(_ pipe: Pipe) async -> [UInt8] {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: Array((try? pipe.fileHandleForReading.readToEnd()) ?? Data()))
            }
        }
    }
}
