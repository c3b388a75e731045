import CSQLite

/// A connection on a thread of its own.
actor SQLiteActor {
    private let thread: DatabaseThread
    private var connection: SQLiteConnection?

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(name: String) {
        thread = DatabaseThread(name: name)
    }

    deinit { thread.stop() }

    /// Opens the connection that changes the file: creates, checks and migrates the file first.
    func openWriter(_ path: String, _ migrations: [Migration], _ configuration: SQLiteConfiguration) throws {
        try SQLiteInspection(path: path, configuration: configuration).run(newest: migrations.last?.version ?? 0)
        let connection = try SQLiteConnection(
            path: path,
            flags: SQLITE_OPEN_READWRITE,
            cacheCapacity: configuration.statementCacheCapacity
        )
        try connection.prepare(configuration, cacheBytes: configuration.writerCacheBytes)
        try connection.startWriteAheadLog()
        try connection.migrate(migrations, applicationID: configuration.applicationID)
        self.connection = connection
    }

    /// Opens a connection that only reads.
    func openReader(_ path: String, _ configuration: SQLiteConfiguration) throws {
        let connection = try SQLiteConnection(
            path: path,
            flags: SQLITE_OPEN_READWRITE,
            cacheCapacity: configuration.statementCacheCapacity
        )
        try connection.prepare(configuration, cacheBytes: configuration.readerCacheBytes)
        try connection.execute("PRAGMA query_only = 1", [])
        // Looks every few thousand steps of SQLite's machine, a fraction of a millisecond, whether the task that runs on
        // this thread was cancelled.
        sqlite3_progress_handler(connection.handle, 4_000, { _ in Task.isCancelled ? 1 : 0 }, nil)
        self.connection = connection
    }

    func read<Value: Sendable>(_ body: @Sendable (any DatabaseReading) throws -> Value) throws -> Value {
        try Task.checkCancellation()
        guard let connection else { throw DatabaseError.closed }
        return try connection.transaction(begin: "BEGIN") { try body(connection) }
    }

    func write<Value: Sendable>(_ body: @Sendable (any DatabaseWriting) throws -> Value) throws -> Value {
        try Task.checkCancellation()
        guard let connection else { throw DatabaseError.closed }
        return try connection.transaction(begin: "BEGIN IMMEDIATE") { try body(connection) }
    }

    /// Statements prepared so far and statements kept.
    var statementCounts: (misses: Int, kept: Int) {
        (connection?.cache.misses ?? 0, connection?.cache.count ?? 0)
    }

    /// Closes a connection that reads.
    func close() {
        connection = nil
    }

    /// Moves the log into the file and closes the connection that writes.
    ///
    /// The readers must be closed.
    func checkpointAndClose() {
        guard let connection else { return }
        // Not being able to is no loss: what the log holds is read from there at the next start.
        _ = try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)", [])
        self.connection = nil
    }
}
