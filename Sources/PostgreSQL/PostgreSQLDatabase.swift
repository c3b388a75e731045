public import Database

/// A store in a PostgreSQL database that several processes may share: a connection that writes and several that read.
///
/// Reads are `REPEATABLE READ` snapshots. Writes are `SERIALIZABLE`: what another process changed in between makes the body
/// run again, so that bodies are written as if they were alone. A confirmed write is on the server's disk. Connections that
/// break, or whose server is restarted, are made again.
public final class PostgreSQLDatabase: Database {
    /// The database and its host, for people.
    public let name: String

    private let writer: PostgresActor
    private let readers: ReaderSet<PostgresActor>

    private init(name: String, writer: PostgresActor, readers: ReaderSet<PostgresActor>) {
        self.name = name
        self.writer = writer
        self.readers = readers
    }

    /// Connects, and brings the tables to the newest layout; of several processes that start at once one does it.
    ///
    /// - Parameter migrations: every step there ever was, by ascending version.
    /// - Throws: `DatabaseError`; a database that can't be used is left as it is.
    public static func open(
        _ address: PostgreSQLAddress,
        migrations: [Migration],
        configuration: PostgreSQLConfiguration = PostgreSQLConfiguration()
    ) async throws -> PostgreSQLDatabase {
        let writer = PostgresActor(.write, address, configuration)
        try await writer.open(migrations)
        let readers = (0..<max(1, configuration.readers)).map { _ in PostgresActor(.read, address, configuration) }
        return PostgreSQLDatabase(name: address.display, writer: writer, readers: ReaderSet(readers))
    }

    /// Runs `body` on one unchanging snapshot, on the connection with the least to do.
    public func read<Value: Sendable>(
        _ body: @Sendable (any DatabaseReading) throws -> Value
    ) async throws -> Value {
        let index = readers.begin()
        defer { readers.end(index) }
        return try await readers[index].run(body)
    }

    /// Runs `body` in a transaction on the connection that writes, again where another process got in between.
    public func write<Value: Sendable>(
        _ body: @Sendable (any DatabaseWriting) throws -> Value
    ) async throws -> Value {
        try await writer.run(body)
    }

    /// Statements that the writing connection prepared so far, and those it keeps.
    public var statementCounts: (misses: Int, kept: Int) {
        get async { await writer.statementCounts }
    }

    /// Waits for what is under way and disconnects.
    public func close() async {
        for reader in readers.all { await reader.close() }
        await writer.close()
    }
}
