import Database
import Foundation
import PodcastAPI

/// What an import writes: nothing that is newer here is lost.
extension PodcastStore {
    /// Takes entries of one feed in.
    ///
    /// What is read or starred on either side is, the newer position counts, bookmarks are added. An entry that is not here is
    /// made where nobody else is subscribed to the feed: nobody may put entries into another user's lists.
    ///
    /// - Returns: the ids by the order of `entries`; `nil` for those that could not be made.
    func importEntries(_ entries: [ExportedEntry], feed: Int64, user: Int64, now: Date) async throws -> ImportedEntries
    {
        try await changing { writer in
            let others = "SELECT 1 FROM subscriptions WHERE feed_id = ? AND user_id <> ? LIMIT 1"
            let isAlone = try writer.row(others, [feed, user]) == nil
            var result = ImportedEntries()
            for entry in entries {
                let item = NewEntry(entry)
                let key = EntryKey(item)
                guard
                    let id = try Self.known(key, feed, writer)
                        ?? (isAlone ? Self.make(entry, item, feed, now, writer) : nil)
                else {
                    result.ids.append(nil)
                    continue
                }
                try Self.merge(entry, into: id, user, now, writer)
                result.bookmarks += try Self.addBookmarks(entry.bookmarks ?? [], to: id, user, writer)
                if let skipped = entry.skippedChapters, try Self.skippedChapters(of: id, user: user, writer).isEmpty {
                    try Self.setSkippedChapters(Set(skipped).sorted(), of: id, user: user, writer)
                }
                if entry.download == true, entry.media != nil {
                    try Self.wish(id, of: user, isAutomatic: false, now, writer)
                }
                result.ids.append(id)
            }
            return result
        }
    }

    /// Fills in what a user did not choose here.
    func importSettings(_ settings: UserSettingsChange, of user: Int64) async throws {
        let chosen = try await database.read { try Self.settings(of: user, $0) }
        _ = try await changeSettings(of: user, settings.merging(chosen))
    }

    /// Tells a user's pages to load everything anew.
    func announceReset(to user: Int64) async throws {
        try await changing { try Self.note(ServerEvent(.reset), for: user, $0) }
    }

    private static func known(_ key: EntryKey, _ feed: Int64, _ reader: any DatabaseReading) throws -> Int64? {
        let ways: [(String, any DatabaseValueConvertible)] =
            [("identity", key.identity)] + (key.guid.map { [("guid", $0)] } ?? [])
            + (key.mediaURL.map { [("media_url", $0)] } ?? [])
        for (column, value) in ways {
            let sql = "SELECT id FROM entries WHERE feed_id = ? AND \(column) = ? ORDER BY id LIMIT 1"
            if let id: Int64 = try reader.value(sql, [feed, value]) { return id }
        }
        return nil
    }

    private static func make(
        _ exported: ExportedEntry,
        _ entry: NewEntry,
        _ feed: Int64,
        _ now: Date,
        _ writer: any DatabaseWriting
    ) throws -> Int64 {
        let item = EntryBatch.Item(entry: entry, key: EntryKey(entry), hash: entry.contentHash)
        let batch = EntryBatch(feed: feed, now: now, entries: [], given: [], undated: 0, waiting: [], room: 0)
        var outcome = EntryBatch.Outcome()
        let id = try batch.insert(item, writer, &outcome)
        // It stands where it stood, also without a date.
        let place = min(exported.sortDate, now)
        try writer.execute(
            "UPDATE entries SET first_seen = ?, sort_date = ? WHERE id = ?",
            [min(exported.firstSeen, now), place, id]
        )
        try writer.execute("UPDATE entry_states SET sort_date = ? WHERE entry_id = ?", [place, id])
        return id
    }

    private static func merge(
        _ entry: ExportedEntry,
        into id: Int64,
        _ user: Int64,
        _ now: Date,
        _ writer: any DatabaseWriting
    ) throws {
        try writer.execute(
            """
            UPDATE entry_states SET
                read = CASE WHEN ? = 1 THEN 1 ELSE read END,
                starred = CASE WHEN ? = 1 THEN 1 ELSE starred END,
                finished_at = coalesce(finished_at, ?), duration = coalesce(duration, ?),
                length = coalesce(duration, ?, length)
            WHERE user_id = ? AND entry_id = ?
            """,
            [
                entry.read, entry.starred, entry.read ? entry.finished ?? now : nil, entry.playedDuration,
                entry.playedDuration, user, id,
            ]
        )
        guard let at = entry.positionAt.map({ min($0, now + clockTolerance) }) else { return }
        let position = entry.position.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
        try writer.execute(
            """
            UPDATE entry_states SET position = ?, position_at = ?
            WHERE user_id = ? AND entry_id = ? AND (position_at IS NULL OR position_at < ?)
            """,
            [position, at, user, id, at]
        )
    }

    private static func addBookmarks(
        _ marks: [ExportedEntry.Mark],
        to entry: Int64,
        _ user: Int64,
        _ writer: any DatabaseWriting
    ) throws -> Int {
        var added = 0
        for mark in marks.prefix(1_000) where mark.seconds.isFinite && mark.seconds >= 0 {
            let same = """
                SELECT 1 FROM bookmarks WHERE user_id = ? AND entry_id = ? AND seconds = ? AND title = ? LIMIT 1
                """
            guard try writer.row(same, [user, entry, mark.seconds, mark.title]) == nil else { continue }
            added += try writer.execute(
                """
                INSERT INTO bookmarks(user_id, entry_id, seconds, title, note, created) VALUES (?, ?, ?, ?, ?, ?)
                """,
                [user, entry, mark.seconds, String(mark.title.prefix(500)), mark.note, mark.created]
            )
        }
        return added
    }

    /// Takes listening in: of two sums over the same time the larger counts, so that taking it twice adds nothing.
    func importListening(_ rows: [ExportedListening], user: Int64) async throws {
        try await database.write { writer in
            for row in rows where row.listened.isFinite && row.heard.isFinite && row.listened >= 0 && row.heard >= 0 {
                let feed = try Self.listenedFeed(row, user, writer)
                let quarter = Int64((row.start.timeIntervalSince1970 / Self.listeningQuarter).rounded(.down))
                try writer.execute(
                    """
                    INSERT INTO listening(user_id, quarter, feed_id, listened, heard, finished) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (user_id, quarter, feed_id) DO UPDATE SET
                        listened = CASE WHEN excluded.listened > listening.listened THEN excluded.listened
                            ELSE listening.listened END,
                        heard = CASE WHEN excluded.heard > listening.heard THEN excluded.heard ELSE listening.heard END,
                        finished = CASE WHEN excluded.finished > listening.finished THEN excluded.finished
                            ELSE listening.finished END
                    """,
                    [user, quarter, feed, row.listened, row.heard, max(0, row.finished)]
                )
            }
        }
    }

    /// The number under which a feed's listening is kept; below zero for a feed that is not here.
    private static func listenedFeed(
        _ row: ExportedListening,
        _ user: Int64,
        _ writer: any DatabaseWriting
    ) throws -> Int64 {
        let known: Int64? = try writer.value(
            "SELECT feed_id FROM listened_feeds WHERE user_id = ? AND url = ? ORDER BY feed_id DESC LIMIT 1",
            [user, row.feed]
        )
        if let known { return known }
        let lowest: Int64 = try writer.value("SELECT min(feed_id) FROM listened_feeds WHERE user_id = ?", [user]) ?? 0
        let feed = try feedID(row.feed, writer) ?? (min(lowest, 0) - 1)
        try writer.execute(
            """
            INSERT INTO listened_feeds(user_id, feed_id, title, url) VALUES (?, ?, ?, ?)
            ON CONFLICT (user_id, feed_id) DO UPDATE SET title = excluded.title
            """,
            [user, feed, String(row.title.prefix(500)), row.feed]
        )
        return feed
    }
}

/// What became of imported entries.
struct ImportedEntries: Sendable, Equatable {
    /// In the order they came; `nil` for those that are not here and could not be made.
    var ids: [Int64?] = []
    var bookmarks = 0
}

extension NewEntry {
    /// The content of an exported entry.
    init(_ exported: ExportedEntry) {
        self.init(title: exported.title)
        guid = exported.guid
        author = exported.author
        link = exported.link
        published = exported.published
        updated = exported.updated
        duration = exported.duration.flatMap { $0.isFinite ? $0 : nil }
        season = exported.season
        episode = exported.episode.flatMap { $0.isFinite ? $0 : nil }
        kind = exported.episodeKind
        isExplicit = exported.explicit
        imageURL = exported.image
        summary = exported.summary
        notes = exported.notes
        notesBase = exported.notesBase
        mediaURL = exported.media
        mediaType = exported.mediaType
        mediaLength = exported.mediaLength
        extras = exported.extras
    }
}
