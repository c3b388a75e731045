import Database
import Foundation

extension EntryBatch {
    private static let contentColumns = [
        "identity", "content_hash", "guid", "title", "author", "link", "updated", "duration", "season", "episode",
        "kind",
        "explicit", "image_url", "media_url", "media_type", "media_length", "media_kind", "summary",
    ]

    private static let insertSQL = """
        INSERT INTO entries(feed_id, published, first_seen, sort_date, \(contentColumns.joined(separator: ", ")))
        VALUES (?, ?, ?, ?\(String(repeating: ", ?", count: contentColumns.count))) RETURNING id
        """

    private static let updateSQL = """
        UPDATE entries SET \(contentColumns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE id = ?
        """

    private func content(_ item: Item) -> [any DatabaseValueConvertible] {
        let entry = item.entry
        return [
            item.key.identity, item.hash, item.key.guid, entry.title, entry.author, entry.link, entry.updated,
            entry.duration, entry.season, entry.episode, entry.kind, entry.isExplicit, entry.imageURL,
            item.key.mediaURL, entry.mediaType, entry.mediaLength, MediaKind(entry), entry.summary,
        ]
    }

    /// Adds an entry, unread for every subscriber.
    func insert(_ item: Item, _ writer: any DatabaseWriting, _ outcome: inout Outcome) throws -> Int64 {
        let published = EntryDates.sane(item.entry.published, now: now)
        let place = published ?? EntryDates.place(undated: undated + outcome.undated, now: now)
        if published == nil { outcome.undated += 1 }
        let fixed: [any DatabaseValueConvertible] = [feed, published, now, place]
        guard let row = try writer.row(Self.insertSQL, fixed + content(item)) else { throw StoreError.noSuchFeed }
        let id: Int64 = try row["id"]
        try writer.execute(
            """
            INSERT INTO entry_states(user_id, entry_id, feed_id, sort_date, media_kind, length)
            SELECT user_id, ?, feed_id, ?, ?, ? FROM subscriptions WHERE feed_id = ?
            """,
            [id, place, MediaKind(item.entry), item.entry.duration, feed]
        )
        try writeTexts(id, item.entry, writer)
        return id
    }

    /// Replaces what the feed says about an entry; what users did with it stays, and so does the first date.
    ///
    /// - Parameter date: the publication date of an entry that had none so far.
    func update(_ known: KnownEntry, _ item: Item, _ date: Date?, _ writer: any DatabaseWriting) throws {
        try writer.execute(Self.updateSQL, content(item) + [known.id])
        try writeTexts(known.id, item.entry, writer)
        let (kind, length) = (MediaKind(item.entry), item.entry.duration)
        try writer.execute(
            """
            UPDATE entry_states SET media_kind = ?, length = coalesce(duration, ?)
            WHERE entry_id = ? AND (media_kind <> ? OR length IS DISTINCT FROM coalesce(duration, ?))
            """,
            [kind, length, known.id, kind, length]
        )
        guard let date else { return }
        try writer.execute("UPDATE entries SET published = ?, sort_date = ? WHERE id = ?", [date, date, known.id])
        try writer.execute("UPDATE entry_states SET sort_date = ? WHERE entry_id = ?", [date, known.id])
    }

    private func writeTexts(_ id: Int64, _ entry: NewEntry, _ writer: any DatabaseWriting) throws {
        try writer.execute(
            """
            INSERT INTO entry_texts(entry_id, notes, notes_base, extras) VALUES (?, ?, ?, ?)
            ON CONFLICT (entry_id) DO UPDATE
            SET notes = excluded.notes, notes_base = excluded.notes_base, extras = excluded.extras
            """,
            [id, entry.notes, entry.notesBase, entry.extras]
        )
        try SearchTexts.write(id, title: entry.title, notes: entry.notes ?? entry.summary, writer)
    }
}
