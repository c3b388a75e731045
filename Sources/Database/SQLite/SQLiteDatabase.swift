public import Foundation

/// A store in one SQLite file: a connection that writes and several that read, each on its own thread.
///
/// A committed write survives the end of the process at any moment; a power cut may take back the last seconds.
public final class SQLiteDatabase: Database {
    /// Where the file is.
    public let url: URL

    private let writer: SQLiteActor
    private let readers: ReaderSet<SQLiteActor>

    private init(url: URL, writer: SQLiteActor, readers: ReaderSet<SQLiteActor>) {
        self.url = url
        self.writer = writer
        self.readers = readers
    }

    /// Opens the file at `url`, made when missing and readable by the owner only, and brings it to the newest layout.
    ///
    /// After a crash the file is checked first, which reads all of it.
    ///
    /// - Parameter migrations: every step there ever was, by ascending version.
    /// - Throws: ``DatabaseError`` or `FileError`; a file that can't be used is left as it is.
    public static func open(
        _ url: URL,
        migrations: [Migration],
        configuration: SQLiteConfiguration = SQLiteConfiguration()
    ) async throws -> SQLiteDatabase {
        let writer = SQLiteActor(name: "database write")
        try await writer.openWriter(url.path, migrations, configuration)
        var readers: [SQLiteActor] = []
        for number in 1...max(1, configuration.readers) {
            let reader = SQLiteActor(name: "database read \(number)")
            try await reader.openReader(url.path, configuration)
            readers.append(reader)
        }
        return SQLiteDatabase(url: url, writer: writer, readers: ReaderSet<SQLiteActor>(readers))
    }

    /// Runs `body` on one unchanging snapshot, on the connection with the least to do.
    public func read<Value: Sendable>(
        _ body: @Sendable (any DatabaseReading) throws -> Value
    ) async throws -> Value {
        let index = readers.begin()
        defer { readers.end(index) }
        return try await readers[index].read(body)
    }

    /// Runs `body` in a transaction on the connection that writes.
    public func write<Value: Sendable>(
        _ body: @Sendable (any DatabaseWriting) throws -> Value
    ) async throws -> Value {
        try await writer.write(body)
    }

    /// Statements that the writing connection prepared so far, and those it keeps: how well its cache works.
    public var statementCounts: (misses: Int, kept: Int) {
        get async { await writer.statementCounts }
    }

    /// Waits for what is under way, moves the log into the file and closes it.
    public func close() async {
        for reader in readers.all { await reader.close() }
        await writer.checkpointAndClose()
    }
}
