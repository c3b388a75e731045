import Database
import Foundation
import PodcastAPI

/// What an export asks the store, page by page.
extension PodcastStore {
    /// Settings, folders and subscriptions: what comes before the entries.
    func exportBeginning(of user: Int64) async throws -> [ExportItem] {
        let settings = try await database.read { try Self.settings(of: user, $0) }
        let folders = try await folders(of: user).map(\.name)
        let feeds = try await subscriptions(of: user).sorted { $0.feed < $1.feed }.map { row in
            ExportItem.feed(
                ExportedFeed(
                    url: row.url,
                    title: row.feedTitle.isEmpty ? nil : row.feedTitle,
                    customTitle: row.customTitle,
                    folder: row.folder,
                    speed: row.speed,
                    skipIntro: row.skipIntro,
                    skipOutro: row.skipOutro,
                    keepNewest: row.keepNewest,
                    queueRule: row.queueRule,
                    queueLimit: row.queueLimit,
                    order: row.order
                )
            )
        }
        return [.settings(settings), .folders(folders)] + feeds
    }

    static let exportQuery = """
        SELECT s.entry_id, s.sort_date, s.read, s.starred, s.position, s.position_at, s.duration AS played_duration,
            s.finished_at, f.url AS feed_url, e.guid, e.title, e.author, e.link, e.published, e.updated, e.first_seen,
            e.duration, e.season, e.episode, e.kind, e.explicit, e.image_url, e.media_url, e.media_type,
            e.media_length, e.summary, t.notes, t.notes_base, t.extras
        FROM entry_states s
        CROSS JOIN entries e ON e.id = s.entry_id
        CROSS JOIN feeds f ON f.id = s.feed_id
        LEFT JOIN entry_texts t ON t.entry_id = e.id
        WHERE s.user_id = ? AND s.entry_id > ? ORDER BY s.entry_id LIMIT ?
        """

    /// Entries behind the one with the id `after`, and the id to go on with; `nil` behind the last.
    func exportEntries(
        of user: Int64,
        after: Int64,
        limit: Int
    ) async throws -> (items: [ExportItem], last: Int64?) {
        try await database.read { reader in
            var last: Int64?
            let queue = try Self.queueItems(of: user, reader).enumerated().map { ($1.entry, $0) }
            let places = Dictionary(queue) { first, _ in first }
            let items = try reader.rows(Self.exportQuery, [user, after, limit]) { row in
                let id: Int64 = try row["entry_id"]
                last = id
                var entry = try ExportedEntry(row)
                entry.bookmarks = try Self.exportBookmarks(of: id, user, reader)
                let skipped = try Self.skippedChapters(of: id, user: user, reader)
                entry.skippedChapters = skipped.isEmpty ? nil : skipped
                entry.queued = places[id]
                let wish = "SELECT 1 FROM download_wishes WHERE user_id = ? AND entry_id = ? AND automatic = 0"
                if try reader.row(wish, [user, id]) != nil { entry.download = true }
                return ExportItem.entry(entry)
            }
            return (items, last)
        }
    }

    private static func exportBookmarks(
        of entry: Int64,
        _ user: Int64,
        _ reader: any DatabaseReading
    ) throws -> [ExportedEntry.Mark]? {
        let marks = try reader.rows(
            """
            SELECT seconds, title, note, created FROM bookmarks WHERE user_id = ? AND entry_id = ?
            ORDER BY seconds, id
            """,
            [user, entry]
        ) { row in
            ExportedEntry.Mark(
                seconds: try row["seconds"],
                title: try row["title"],
                note: try row["note"],
                created: try row["created"]
            )
        }
        return marks.isEmpty ? nil : marks
    }

    /// Saved searches with addresses and names in the place of ids.
    func exportSearches(of user: Int64) async throws -> [ExportItem] {
        let feeds = Dictionary(try await subscriptions(of: user).map { ("\($0.feed)", $0.url) }) { first, _ in first }
        let folders = Dictionary(try await folders(of: user).map { ("\($0.id)", $0.name) }) { first, _ in first }
        return try await savedSearches(of: user).map { row in
            var criteria = row.criteria
            criteria.feeds = criteria.feeds.map { $0.compactMap { feeds[$0] } }
            criteria.folder = criteria.folder.flatMap { folders[$0] }
            return .search(ExportedSearch(title: row.title, criteria: criteria))
        }
    }

    /// Listening from the quarter that begins at `from` on, and the time to go on with; `nil` behind the last.
    func exportListening(
        of user: Int64,
        after: Int64,
        limit: Int
    ) async throws -> (items: [ExportItem], last: Int64?) {
        try await database.read { reader in
            var last: Int64?
            // All feeds of a quarter come together: the limit counts quarters.
            let items = try reader.rows(
                """
                SELECT l.quarter, l.listened, l.heard, l.finished, n.title, n.url FROM listening l
                JOIN listened_feeds n ON n.user_id = l.user_id AND n.feed_id = l.feed_id
                WHERE l.user_id = ? AND l.quarter > ? AND l.quarter <= ? ORDER BY l.quarter, l.feed_id
                """,
                [user, after, try Self.quarter(limit, behind: after, user, reader)]
            ) { row in
                let quarter: Int64 = try row["quarter"]
                last = quarter
                return ExportItem.listening(
                    ExportedListening(
                        start: Date(timeIntervalSince1970: Double(quarter) * Self.listeningQuarter),
                        feed: try row["url"],
                        title: try row["title"],
                        listened: try row["listened"],
                        heard: try row["heard"],
                        finished: try row["finished"]
                    )
                )
            }
            return (items, last)
        }
    }

    /// The last of so many rows' quarters.
    private static func quarter(
        _ count: Int,
        behind after: Int64,
        _ user: Int64,
        _ reader: any DatabaseReading
    ) throws -> Int64 {
        let quarters = try reader.rows(
            "SELECT quarter FROM listening WHERE user_id = ? AND quarter > ? ORDER BY quarter, feed_id LIMIT ?",
            [user, after, count]
        ) { try $0["quarter"] as Int64 }
        return quarters.last ?? after
    }
}

extension ExportedEntry {
    fileprivate init(_ row: Row) throws {
        self.init(
            feed: try row["feed_url"],
            guid: try row["guid"],
            title: try row["title"],
            author: try row["author"],
            link: try row["link"],
            published: try row["published"],
            sortDate: try row["sort_date"],
            updated: try row["updated"],
            firstSeen: try row["first_seen"],
            duration: try row["duration"],
            season: try row["season"],
            episode: try row["episode"],
            episodeKind: try row["kind"],
            explicit: try row["explicit"],
            image: try row["image_url"],
            media: try row["media_url"],
            mediaType: try row["media_type"],
            mediaLength: try row["media_length"],
            summary: try row["summary"],
            notes: try row["notes"],
            notesBase: try row["notes_base"],
            extras: try row["extras"],
            read: try row["read"],
            starred: try row["starred"],
            position: try row["position"],
            positionAt: try row["position_at"],
            playedDuration: try row["played_duration"],
            finished: try row["finished_at"]
        )
    }
}
