import Database

/// Brings the tables to the newest layout.
///
/// The table `tonearm_layout` says that the schema is ours and which layout it has. A lock makes processes that start at once
/// wait for the one that works; it goes with the connection, however that ends.
struct PostgresLayout {
    /// `Tnrm`, as SQLite files carry it.
    private static let lock = 0x546E_726D

    let connection: PostgresConnection

    /// Does the steps that are missing, each in a transaction of its own.
    ///
    /// - Throws: `DatabaseError`; earlier steps are kept.
    func bring(to migrations: [Migration]) throws {
        precondition(
            zip(migrations, migrations.dropFirst()).allSatisfy { $0.version < $1.version }
                && migrations.first.map { $0.version > 0 } ?? true,
            "the versions of migrations ascend from 1"
        )
        try connection.command("SELECT pg_advisory_lock(\(Self.lock))")
        defer { _ = try? connection.command("SELECT pg_advisory_unlock(\(Self.lock))") }
        let version = try inspect(newest: migrations.last?.version ?? 0)
        for migration in migrations where migration.version > version { try apply(migration) }
    }

    /// The layout that is there, 0 for none.
    private func inspect(newest: Int) throws -> Int {
        try connection.transaction("BEGIN READ ONLY") {
            guard try connection.value("SELECT current_schema()", as: String.self) != nil else {
                throw DatabaseError.cannotOpen(path: connection.name, reason: "its search_path names no schema")
            }
            guard try connection.value("SELECT to_regclass('tonearm_layout')::text", as: String.self) != nil else {
                let other = try connection.row(
                    """
                    SELECT 1 FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
                    WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'm', 'f') LIMIT 1
                    """
                )
                if other != nil { throw DatabaseError.foreign(path: connection.name) }
                return 0
            }
            let version: Int = try connection.value("SELECT version FROM tonearm_layout") ?? 0
            guard version <= newest else {
                throw DatabaseError.newerSchema(path: connection.name, found: version, known: newest)
            }
            return version
        }
    }

    private func apply(_ migration: Migration) throws {
        do {
            try connection.transaction("BEGIN") {
                try connection.command("CREATE TABLE IF NOT EXISTS tonearm_layout(version BIGINT NOT NULL)")
                try migration.apply(connection)
                try connection.command("DELETE FROM tonearm_layout")
                try connection.command("INSERT INTO tonearm_layout(version) VALUES (\(migration.version))")
            }
        } catch let error as DatabaseError where error.isRetryable {
            throw error
        } catch {
            let sentence = "\(error)"
            throw DatabaseError.migrationFailed(
                path: connection.name,
                version: migration.version,
                name: migration.name,
                reason: sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
            )
        }
    }
}
