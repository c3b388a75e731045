import Database

extension PodcastStore {
    /// Where the chapters start that a user does not want to hear, in seconds, ascending.
    ///
    /// - Throws: ``StoreError/noSuchEntry``.
    func skippedChapters(of entry: Int64, user: Int64) async throws -> [Double] {
        try await database.read { reader in
            guard try Self.hasState(entry, user, reader) else { throw StoreError.noSuchEntry }
            return try Self.skippedChapters(of: entry, user: user, reader)
        }
    }

    static func skippedChapters(of entry: Int64, user: Int64, _ reader: any DatabaseReading) throws -> [Double] {
        let text: String? = try reader.value(
            "SELECT starts FROM skipped_chapters WHERE user_id = ? AND entry_id = ?",
            [user, entry]
        )
        return text?.split(separator: " ").compactMap { Double($0) } ?? []
    }

    /// - Throws: ``StoreError/noSuchEntry``.
    func setSkippedChapters(_ starts: [Double], of entry: Int64, user: Int64) async throws {
        let sorted = Set(starts).sorted()
        try await changing { writer in
            guard try Self.hasState(entry, user, writer) else { throw StoreError.noSuchEntry }
            try Self.setSkippedChapters(sorted, of: entry, user: user, writer)
            try Self.noteBookmarks(of: entry, user, writer)
        }
    }

    static func setSkippedChapters(
        _ starts: [Double],
        of entry: Int64,
        user: Int64,
        _ writer: any DatabaseWriting
    ) throws {
        guard !starts.isEmpty else {
            try writer.execute("DELETE FROM skipped_chapters WHERE user_id = ? AND entry_id = ?", [user, entry])
            return
        }
        try writer.execute(
            """
            INSERT INTO skipped_chapters(user_id, entry_id, starts) VALUES (?, ?, ?)
            ON CONFLICT (user_id, entry_id) DO UPDATE SET starts = excluded.starts
            """,
            [user, entry, starts.map { "\($0)" }.joined(separator: " ")]
        )
    }
}
