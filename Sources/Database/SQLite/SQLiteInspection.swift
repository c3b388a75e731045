import CSQLite
import Essentials
import Foundation

/// Looks at the file before anything changes it: whether it is ours, of a known layout, and whole.
struct SQLiteInspection {
    let path: String
    let configuration: SQLiteConfiguration

    /// Creates the file when there is none.
    ///
    /// - Parameter newest: the newest layout that the program knows.
    /// - Throws: ``DatabaseError``, `FileError`; an existing file is then unchanged.
    func run(newest: Int) throws {
        guard try exists() else { return try create() }
        let crashed = hasLog
        let connection = try open()
        let id: Int32? = Int32(truncatingIfNeeded: try connection.value("PRAGMA application_id", as: Int64.self) ?? 0)
        let version: Int = try connection.value("PRAGMA user_version") ?? 0
        let isEmpty = try connection.row("SELECT 1 FROM sqlite_schema LIMIT 1") == nil
        // A crash between making the file and its first table leaves an empty one.
        if isEmpty, id == 0, version == 0 { return }
        guard id == configuration.applicationID else { throw DatabaseError.foreign(path: path) }
        guard version <= newest else {
            throw DatabaseError.newerSchema(path: path, found: version, known: newest)
        }
        if crashed { try check(connection) }
    }

    /// Whether the last process to use the file did not close it, or still uses it: a clean close removes the log.
    private var hasLog: Bool {
        let size = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
        return (size ?? 0) > 0
    }

    private func exists() throws -> Bool {
        var status = stat()
        if stat(path, &status) == 0 { return true }
        if errno == ENOENT { return false }
        throw FileError(errno: errno, path: path)
    }

    private func create() throws {
        // SQLite gives its log the mode of the file, so the owner alone reads that too.
        let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            // Made by another process at the same moment.
            if errno == EEXIST { return }
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            throw FileError(errno: errno, path: errno == ENOENT ? folder : path)
        }
        Foundation.close(descriptor)
    }

    /// A connection that leaves the file and its log as they are, where that is possible.
    private func open() throws -> SQLiteConnection {
        do {
            return try open(SQLITE_OPEN_READONLY)
        } catch DatabaseError.readOnly, DatabaseError.cannotOpen {
            // Something unfinished has to be completed before reading, as by any program that opens the file.
            return try open(SQLITE_OPEN_READWRITE)
        }
    }

    private func open(_ flags: Int32) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, flags: flags, cacheCapacity: 8)
        let milliseconds = configuration.busyTimeout / .milliseconds(1)
        sqlite3_busy_timeout(connection.handle, Int32(clamping: Int64(milliseconds)))
        _ = tonearm_sqlite_db_config(connection.handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        _ = tonearm_sqlite_db_config(connection.handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        // The first look at the content: opening reads nothing.
        try connection.forEach("PRAGMA schema_version") { _ in }
        return connection
    }

    private func check(_ connection: SQLiteConnection) throws {
        let answer: String? = try connection.value("PRAGMA quick_check(1)")
        guard answer != "ok" else { return }
        let detail = (answer ?? "no answer to a check").split(separator: "\n").joined(separator: " ")
        throw DatabaseError.damaged(path: path, detail: detail)
    }
}
