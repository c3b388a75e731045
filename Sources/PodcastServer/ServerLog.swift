/// Where the server says what happens beside the answers: one line an event, without secrets, queries or paths of feeds.
public struct ServerLog: Sendable {
    private let write: @Sendable (String) -> Void

    /// Sends each line to `write`.
    public init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

    /// Says nothing.
    public static let silent = ServerLog { _ in }

    /// Writes one line; line breaks inside become spaces, so that content can't forge a line.
    func callAsFunction(_ line: String) {
        write(String(line.map { $0.isNewline ? " " : $0 }))
    }
}
