public import Essentials
import Foundation
import Synchronization

/// A program of the system, run as a child of this process.
///
/// In place of Foundation's `Process`, which on Linux reads past the end of its buffer while it lists this process's open
/// files, and crashes now and then when there are many of them: a server has many. The child gets its three streams and
/// no other descriptor, no blocked signal and no ignored one.
public final class ChildProcess: Sendable {
    /// How a program ended.
    public enum Exit: Sendable, Equatable, CustomStringConvertible {
        /// It returned this status.
        case status(Int32)
        /// This signal ended it.
        case signal(Int32)

        /// "status 1" or "signal 9", for a sentence.
        public var description: String {
            switch self {
            case .status(let status): "status \(status)"
            case .signal(let signal): "signal \(signal)"
            }
        }
    }

    /// A program that could not be started.
    public struct StartFailure: SentenceError, Equatable {
        /// What was to be run.
        public let program: String
        /// The system's error number.
        public let code: Int32

        /// Whether there is no such program.
        public var isMissing: Bool { code == ENOENT }

        /// One sentence with the program's name.
        public var sentence: String {
            isMissing
                ? "The program \(program) is not installed."
                : "The program \(program) can't be started: \(String(cString: strerror(code)))."
        }

        /// Too many processes may become fewer.
        public var isRetryable: Bool { code == EAGAIN }
    }

    /// What a stream of the child is connected to.
    public enum Stream: Sendable {
        /// Nothing.
        case null
        /// What this process's own stream of that number is connected to.
        case inherited
        /// An open descriptor of this process, which stays open here.
        case descriptor(Int32)
    }

    private struct State {
        var exit: Exit?
        var waiters: [@Sendable (Exit) -> Void] = []
    }

    /// The system's number for it, not another's before ``exit()`` has returned.
    public let identifier: Int32
    private let state = Mutex(State())

    /// Starts `program`, a path or a name looked up in PATH.
    ///
    /// - Parameters:
    ///   - environment: the child's variables; `nil` for this process's.
    ///   - folder: its working directory; `nil` for this process's.
    /// - Throws: ``StartFailure``.
    public init(
        _ program: String,
        _ arguments: [String],
        environment: [String: String]? = nil,
        folder: String? = nil,
        input: Stream = .null,
        output: Stream = .null,
        errors: Stream = .null
    ) throws {
        identifier = try Spawning.start(
            program,
            arguments,
            environment: environment,
            folder: folder,
            streams: [input, output, errors]
        )
        // A thread of its own, because waiting blocks; it ends with the child.
        Thread.detachNewThread { self.reap() }
    }

    private func reap() {
        // Leaves the child a zombie, so that its number stays its own until the lock is held.
        var information = siginfo_t()
        while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        let (exit, waiters) = state.withLock { state in
            var status: Int32 = 0
            while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
            let exit = Exit(waitStatus: status)
            defer { state.waiters = [] }
            state.exit = exit
            return (exit, state.waiters)
        }
        for waiter in waiters { waiter(exit) }
    }

    /// Sends a signal; nothing happens when the child has ended.
    public func send(_ signal: Int32) {
        state.withLock { state in
            if state.exit == nil { kill(identifier, signal) }
        }
    }

    /// Whether it has not ended yet.
    public var isRunning: Bool { state.withLock { $0.exit == nil } }

    /// Waits until it has ended.
    ///
    /// Cancelling the task does not end the wait: send a signal for that.
    public func exit() async -> Exit {
        await withCheckedContinuation { continuation in whenEnded { continuation.resume(returning: $0) } }
    }

    /// Blocks the calling thread until it has ended: not for asynchronous code.
    @discardableResult
    public func waitUntilExit() -> Exit {
        let ended = DispatchSemaphore(value: 0)
        whenEnded { _ in ended.signal() }
        ended.wait()
        return state.withLock { $0.exit } ?? .signal(0)
    }

    private func whenEnded(_ body: @escaping @Sendable (Exit) -> Void) {
        let exit = state.withLock { state in
            if state.exit == nil { state.waiters.append(body) }
            return state.exit
        }
        if let exit { body(exit) }
    }
}

extension ChildProcess.Exit {
    /// Reads what wait(2) gives: the low seven bits name a signal, the second byte is the status.
    init(waitStatus: Int32) {
        let signal = waitStatus & 0x7F
        self = signal == 0 ? .status(waitStatus >> 8 & 0xFF) : .signal(signal)
    }
}
