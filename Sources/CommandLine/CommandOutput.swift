/// Where a command writes; a test collects it, `main.swift` prints it.
public struct CommandOutput: Sendable {
    /// Results, what a pipe gets; a line break is added.
    public var write: @Sendable (String) -> Void
    /// Errors and progress, what a person reads beside a pipe; a line break is added.
    public var writeError: @Sendable (String) -> Void

    /// Takes both ends.
    public init(write: @escaping @Sendable (String) -> Void, writeError: @escaping @Sendable (String) -> Void) {
        self.write = write
        self.writeError = writeError
    }
}
