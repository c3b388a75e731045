import Database
import Foundation

extension PodcastStore {
    /// The kept file of an entry's enclosure.
    func mediaFile(entry: Int64, url: String) async throws -> MediaFileRecord? {
        try await database.read { reader in
            try reader.row(
                "SELECT \(MediaFileRecord.columns) FROM media_files WHERE entry_id = ? AND url = ?",
                [entry, url]
            ).map(MediaFileRecord.init)
        }
    }

    /// The record of an entry's enclosure, made when there is none.
    ///
    /// - Parameter path: where the file goes if the record is new; no two records have the same.
    /// - Throws: ``StoreError/noSuchEntry``.
    func addMediaFile(entry: Int64, url: String, path: String, now: Date) async throws -> MediaFileRecord {
        try await database.write { writer in
            guard try writer.row("SELECT 1 FROM entries WHERE id = ?", [entry]) != nil else {
                throw StoreError.noSuchEntry
            }
            try writer.execute(
                """
                INSERT INTO media_files(entry_id, url, path, last_used) VALUES (?, ?, ?, ?)
                ON CONFLICT (entry_id, url) DO UPDATE SET last_used = excluded.last_used
                """,
                [entry, url, path, now]
            )
            let row = try writer.row(
                "SELECT \(MediaFileRecord.columns) FROM media_files WHERE entry_id = ? AND url = ?",
                [entry, url]
            )
            guard let row else { throw StoreError.noSuchEntry }
            return try MediaFileRecord(row)
        }
    }

    /// Stores what is known about a file and which of its bytes are there.
    func update(_ file: MediaFileRecord) async throws {
        try await database.write { writer in
            _ = try writer.execute(
                """
                UPDATE media_files SET length = ?, type = ?, etag = ?, last_modified = ?, is_complete = ?,
                    bytes_present = ?, ranges = ?, last_used = ?
                WHERE id = ?
                """,
                [
                    file.length, file.type, file.etag, file.lastModified, file.isComplete, file.bytesPresent,
                    MediaFileRecord.text(file.ranges), file.lastUsed, file.id,
                ]
            )
        }
    }

    /// The bytes that all kept files take.
    func mediaBytes() async throws -> Int64 {
        try await database.read { try $0.value("SELECT sum(bytes_present) FROM media_files") ?? 0 }
    }

    /// The files that were not used for the longest time: the first to give room.
    func leastUsedMediaFiles(limit: Int) async throws -> [MediaFileRecord] {
        try await mediaFiles("ORDER BY last_used LIMIT ?", [limit])
    }

    /// Files whose entry is gone or names another enclosure now: to be removed, then ``removeMediaFile(_:)``.
    func orphanedMediaFiles() async throws -> [MediaFileRecord] {
        try await mediaFiles(
            """
            WHERE entry_id IS NULL OR url IS DISTINCT FROM (SELECT e.media_url FROM entries e WHERE e.id = entry_id)
            """,
            []
        )
    }

    /// Every file that there should be, for a look at the folder.
    func allMediaFiles() async throws -> [MediaFileRecord] {
        try await mediaFiles("ORDER BY id", [])
    }

    private func mediaFiles(
        _ clauses: String,
        _ values: [any DatabaseValueConvertible]
    ) async throws -> [MediaFileRecord] {
        try await database.read { reader in
            try reader.rows(
                "SELECT \(MediaFileRecord.columns) FROM media_files \(clauses)",
                values,
                as: MediaFileRecord.init
            )
        }
    }

    /// Forgets a file that was removed.
    func removeMediaFile(_ id: Int64) async throws {
        try await database.write { writer in
            _ = try writer.execute("DELETE FROM media_files WHERE id = ?", [id])
        }
    }
}
