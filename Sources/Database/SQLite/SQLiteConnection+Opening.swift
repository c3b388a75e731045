import CSQLite

extension SQLiteConnection {
    /// Sets what every connection has.
    func prepare(_ configuration: SQLiteConfiguration, cacheBytes: Int) throws {
        let milliseconds = configuration.busyTimeout / .milliseconds(1)
        sqlite3_busy_timeout(handle, Int32(clamping: Int64(milliseconds)))
        // A file from elsewhere can't make us run functions with side effects or damage itself through SQL.
        _ = tonearm_sqlite_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
        _ = tonearm_sqlite_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        // "name" is a column, never a text: a misspelt column is an error.
        _ = tonearm_sqlite_db_config(handle, SQLITE_DBCONFIG_DQS_DML, 0)
        _ = tonearm_sqlite_db_config(handle, SQLITE_DBCONFIG_DQS_DDL, 0)
        try execute("PRAGMA foreign_keys = 1", [])
        try execute("PRAGMA cell_size_check = 1", [])
        try execute("PRAGMA cache_size = -\(max(64, cacheBytes / 1_024))", [])
        // Sorting and temporary tables stay off the disk: they are small, and the disk may be full.
        try execute("PRAGMA temp_store = 2", [])
        // Not mapped: an I/O error would be a crash instead of an error, and mapped pages count as our memory.
        try execute("PRAGMA mmap_size = 0", [])
        // With a write-ahead log NORMAL keeps every committed transaction when the process is killed. A power cut may
        // take back the last seconds, whole transactions from the end, and never damages the file. FULL would wait for
        // the disk at every commit: too dear for a thousand feeds an hour on a memory card.
        try execute("PRAGMA synchronous = 1", [])
    }

    /// Switches the file to a write-ahead log, so that readers and the writer don't wait for each other.
    func startWriteAheadLog() throws {
        guard sqlite3_db_readonly(handle, "main") == 0 else { throw DatabaseError.readOnly(path: path) }
        let mode: String? = try value("PRAGMA journal_mode = wal")
        guard mode == "wal" else {
            throw DatabaseError.cannotOpen(path: path, reason: "its file system has no shared memory")
        }
        try execute("PRAGMA wal_autocheckpoint = 1000", [])
        // After an unusually large transaction the log shrinks to this again.
        try execute("PRAGMA journal_size_limit = \(16 << 20)", [])
    }

    /// Brings the tables to the newest layout, each step in a transaction of its own.
    ///
    /// - Throws: ``DatabaseError/migrationFailed(path:version:name:reason:)``; earlier steps are kept.
    func migrate(_ migrations: [Migration], applicationID: Int32) throws {
        precondition(
            zip(migrations, migrations.dropFirst()).allSatisfy { $0.version < $1.version }
                && migrations.first.map { $0.version > 0 } ?? true,
            "the versions of migrations ascend from 1"
        )
        // A step may rebuild a table that others refer to; what it leaves is checked before it is kept.
        try execute("PRAGMA foreign_keys = 0", [])
        for migration in migrations { try apply(migration, applicationID) }
        try execute("PRAGMA foreign_keys = 1", [])
    }

    private func apply(_ migration: Migration, _ applicationID: Int32) throws {
        do {
            try transaction(begin: "BEGIN IMMEDIATE") {
                // Read here, with the lock held: another process may have migrated meanwhile.
                let version: Int = try value("PRAGMA user_version") ?? 0
                guard version < migration.version else { return }
                try migration.apply(self)
                if let broken: String = try value("PRAGMA foreign_key_check") {
                    throw DatabaseError.constraint(.foreignKey, detail: broken)
                }
                try execute("PRAGMA application_id = \(applicationID)", [])
                try execute("PRAGMA user_version = \(migration.version)", [])
            }
        } catch let error as DatabaseError {
            switch error {
            case .diskFull, .busy: throw error
            default: throw failure(of: migration, error.sentence)
            }
        } catch {
            throw failure(of: migration, "\(error)")
        }
    }

    private func failure(of migration: Migration, _ reason: String) -> DatabaseError {
        let reason = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
        return .migrationFailed(path: path, version: migration.version, name: migration.name, reason: reason)
    }
}
