import Database
import Foundation

extension PodcastStore {
    func artFile(urlHash: [UInt8], size: Int) async throws -> ArtFileRecord? {
        try await database.read { reader in
            try reader.row(
                "SELECT \(ArtFileRecord.columns) FROM art_files WHERE url_hash = ? AND size = ?",
                [urlHash, size]
            ).map(ArtFileRecord.init)
        }
    }

    /// Stores a picture's record in place of the one before.
    func save(_ file: ArtFileRecord) async throws {
        try await database.write { writer in
            _ = try writer.execute(
                """
                INSERT INTO art_files(\(ArtFileRecord.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (url_hash, size) DO UPDATE SET path = excluded.path, type = excluded.type,
                    bytes = excluded.bytes, etag = excluded.etag, last_modified = excluded.last_modified,
                    fetched = excluded.fetched, last_used = excluded.last_used
                """,
                [
                    file.urlHash, file.size, file.path, file.type, file.bytes, file.etag, file.lastModified,
                    file.fetched, file.lastUsed,
                ]
            )
        }
    }

    /// Notes a use.
    ///
    /// Callers do so now and then, not at every request.
    func touchArtFile(urlHash: [UInt8], size: Int, now: Date) async throws {
        try await database.write { writer in
            _ = try writer.execute(
                "UPDATE art_files SET last_used = ? WHERE url_hash = ? AND size = ?",
                [now, urlHash, size]
            )
        }
    }

    /// The bytes that all pictures take.
    func artBytes() async throws -> Int64 {
        try await database.read { try $0.value("SELECT sum(bytes) FROM art_files") ?? 0 }
    }

    /// The pictures that were not used for the longest time: the first to give room.
    func leastUsedArtFiles(limit: Int) async throws -> [ArtFileRecord] {
        try await database.read { reader in
            try reader.rows(
                "SELECT \(ArtFileRecord.columns) FROM art_files ORDER BY last_used LIMIT ?",
                [limit],
                as: ArtFileRecord.init
            )
        }
    }

    /// Forgets a picture that was removed; all sizes of an address when `size` is `nil`.
    func removeArtFile(urlHash: [UInt8], size: Int?) async throws {
        try await database.write { writer in
            if let size {
                _ = try writer.execute("DELETE FROM art_files WHERE url_hash = ? AND size = ?", [urlHash, size])
            } else {
                _ = try writer.execute("DELETE FROM art_files WHERE url_hash = ?", [urlHash])
            }
        }
    }
}
