import Database
import Foundation
import PodcastAPI

/// A download as its list shows it.
struct DownloadRow: Sendable, Equatable {
    var entry: EntryRow
    var state: Download.State
    var isAutomatic: Bool
    var received: Int64
    var length: Int64?
    var message: String?
    /// When it is tried next.
    var due: Date?
    var added: Date
}

/// A file to fetch.
struct DownloadJob: Sendable, Equatable {
    var entry: Int64
    var url: String
    /// When it was due: what claiming it compares.
    var due: Date
    var failures: Int
}

extension PodcastStore {
    /// Downloads that one user may ask for.
    static let maximumDownloads = 10_000

    /// Asks for the media of entries, which is then kept until let go.
    ///
    /// - Throws: ``StoreError/noSuchEntry``, ``StoreError/tooMany(_:)``.
    func addDownloads(_ entries: [Int64], of user: Int64, now: Date) async throws {
        try await changing { writer in
            let count: Int = try writer.value("SELECT count(*) FROM download_wishes WHERE user_id = ?", [user]) ?? 0
            guard count + entries.count <= Self.maximumDownloads else { throw StoreError.tooMany("downloads") }
            for entry in entries {
                let kind: Int? = try writer.value(
                    "SELECT media_kind FROM entry_states WHERE user_id = ? AND entry_id = ?",
                    [user, entry]
                )
                guard let kind else { throw StoreError.noSuchEntry }
                if kind != MediaKind.none.rawValue {
                    try Self.wish(entry, of: user, isAutomatic: false, now, writer)
                }
            }
        }
    }

    /// Notes that a user wants an entry's file, by hand or by the feed's rule.
    static func wish(
        _ entry: Int64,
        of user: Int64,
        isAutomatic: Bool,
        _ now: Date,
        _ writer: any DatabaseWriting
    ) throws {
        try writer.execute(
            """
            INSERT INTO download_wishes(user_id, entry_id, automatic, added) VALUES (?, ?, ?, ?)
            ON CONFLICT (user_id, entry_id) DO UPDATE
            SET automatic = CASE WHEN excluded.automatic = 0 THEN 0 ELSE download_wishes.automatic END
            """,
            [user, entry, isAutomatic, now]
        )
        let isNew =
            try writer.execute(
                """
                INSERT INTO downloads(entry_id, state, due, added) VALUES (?, 'waiting', ?, ?)
                ON CONFLICT (entry_id) DO NOTHING
                """,
                [entry, now, now]
            ) == 1
        let state: String? = try writer.value("SELECT state FROM downloads WHERE entry_id = ?", [entry])
        var event = ServerEvent(.download)
        event.entry = "\(entry)"
        event.state = isNew ? .waiting : state.flatMap(Download.State.init)
        try note(event, for: user, writer)
    }

    /// Cancels a download or lets a file go, for this user.
    ///
    /// - Throws: ``StoreError/noSuchDownload``.
    func removeDownload(_ entry: Int64, of user: Int64) async throws {
        try await changing { writer in
            guard try Self.release(entry, of: user, writer) else { throw StoreError.noSuchDownload }
        }
    }

    /// Ends a user's wish; the last one takes the download along.
    ///
    /// The file is then one of many in the cache.
    @discardableResult
    static func release(_ entry: Int64, of user: Int64, _ writer: any DatabaseWriting) throws -> Bool {
        let removed = try writer.execute(
            "DELETE FROM download_wishes WHERE user_id = ? AND entry_id = ?",
            [user, entry]
        )
        guard removed == 1 else { return false }
        try writer.execute(
            """
            DELETE FROM downloads WHERE entry_id = ?
                AND NOT EXISTS (SELECT 1 FROM download_wishes w WHERE w.entry_id = downloads.entry_id)
            """,
            [entry]
        )
        var event = ServerEvent(.download)
        event.entry = "\(entry)"
        try note(event, for: user, writer)
        return true
    }

    /// Forgets downloads whose last wish went with a subscription or a user.
    static func forgetDownloads(_ writer: any DatabaseWriting) throws {
        try writer.execute(
            """
            DELETE FROM downloads
            WHERE NOT EXISTS (SELECT 1 FROM download_wishes w WHERE w.entry_id = downloads.entry_id)
            """
        )
    }

    /// Makes a download due that failed.
    ///
    /// - Throws: ``StoreError/noSuchDownload``.
    func retryDownload(_ entry: Int64, of user: Int64, now: Date) async throws {
        try await changing { writer in
            let wish = "SELECT 1 FROM download_wishes WHERE user_id = ? AND entry_id = ?"
            guard try writer.row(wish, [user, entry]) != nil else { throw StoreError.noSuchDownload }
            let changed = try writer.execute(
                """
                UPDATE downloads SET state = 'waiting', due = ?, failures = 0, message = NULL
                WHERE entry_id = ? AND state = 'failed'
                """,
                [now, entry]
            )
            if changed == 1 { try Self.noteDownload(entry, .waiting, writer) }
        }
    }

    /// Tells everybody who wants an entry's file how it stands.
    static func noteDownload(_ entry: Int64, _ state: Download.State, _ writer: any DatabaseWriting) throws {
        var event = ServerEvent(.download)
        event.entry = "\(entry)"
        event.state = state
        for user in try wishers(of: entry, writer) { try note(event, for: user, writer) }
    }

    static func wishers(of entry: Int64, _ reader: any DatabaseReading) throws -> [Int64] {
        try reader.rows("SELECT user_id FROM download_wishes WHERE entry_id = ? ORDER BY user_id", [entry]) {
            try $0["user_id"]
        }
    }

    func wishers(of entry: Int64) async throws -> [Int64] {
        try await database.read { try Self.wishers(of: entry, $0) }
    }

    /// A page of a user's downloads, the newest wish first.
    func downloads(
        of user: Int64,
        after: EntryCursor?,
        limit: Int
    ) async throws -> (rows: [DownloadRow], next: EntryCursor?) {
        try await database.read { reader in
            let place: [any DatabaseValueConvertible] = after.map { [$0.sortDate, $0.entry] } ?? []
            let found = try reader.rows(
                Self.downloadQuery(isContinued: after != nil),
                [user] + place + [limit + 1]
            )
            let page = found.prefix(limit)
            let rows = try page.compactMap { row -> DownloadRow? in
                let entry: Int64 = try row["entry_id"]
                guard let summary = try Self.rows([entry], of: user, reader).first else { return nil }
                return DownloadRow(
                    entry: summary,
                    state: Download.State(rawValue: try row["state"]) ?? .failed,
                    isAutomatic: try row["automatic"],
                    received: try row["received"],
                    length: try row["length"],
                    message: try row["message"],
                    due: try row["due"],
                    added: try row["added"]
                )
            }
            let last = found.count > limit ? page.last : nil
            let next = try last.map { EntryCursor(sortDate: try $0["added"], entry: try $0["entry_id"]) }
            return (rows, next)
        }
    }

    static func downloadQuery(isContinued: Bool) -> String {
        """
        SELECT w.entry_id, w.automatic, w.added, d.state, d.received, d.length, d.message, d.due
        FROM download_wishes w CROSS JOIN downloads d ON d.entry_id = w.entry_id
        WHERE w.user_id = ?\(isContinued ? " AND (w.added, w.entry_id) < (?, ?)" : "")
        ORDER BY w.added DESC, w.entry_id DESC LIMIT ?
        """
    }

    /// Entries whose files stay.
    func pinnedEntries() async throws -> Set<Int64> {
        try await database.read { reader in
            var entries: Set<Int64> = []
            try reader.forEach("SELECT DISTINCT entry_id FROM download_wishes") { entries.insert(try $0["entry_id"]) }
            return entries
        }
    }

    /// Bytes that kept files have.
    func keptBytes() async throws -> Int64 {
        try await database.read { try $0.value("SELECT sum(received) FROM downloads", []) ?? 0 }
    }
}
