import Database
import Foundation
import PodcastAPI

/// Which entries a list holds.
enum EntrySelection: Sendable, CaseIterable {
    case all
    case unread
    case starred
    /// Begun and not read.
    case started

    /// Word for word the condition of a partial index, or SQLite would not use that.
    var condition: String {
        switch self {
        case .all: ""
        case .unread: " AND s.read = 0"
        case .starred: " AND s.starred = 1"
        case .started: " AND s.read = 0 AND s.position > 0"
        }
    }
}

/// One page of a list.
struct EntryRows: Sendable, Equatable {
    var entries: [EntryRow]
    /// Where the next page begins; `nil` on the last.
    var next: EntryCursor?
}

extension PodcastStore {
    /// A page of a user's entries, newest first; of all subscriptions when `feed` is `nil`.
    ///
    /// - Throws: ``StoreError/noSuchFeed`` when the user is not subscribed to `feed`.
    func entries(
        of user: Int64,
        feed: Int64? = nil,
        _ selection: EntrySelection = .all,
        after: EntryCursor? = nil,
        limit: Int
    ) async throws -> EntryRows {
        try await database.read { reader in
            if let feed {
                let known = try reader.row(
                    "SELECT 1 FROM subscriptions WHERE user_id = ? AND feed_id = ?",
                    [user, feed]
                )
                guard known != nil else { throw StoreError.noSuchFeed }
            }
            return try Self.page(of: user, feed: feed, selection, .newest, after: after, limit: limit, reader)
        }
    }

    static func page(
        of user: Int64,
        feed: Int64?,
        _ selection: EntrySelection,
        _ order: EntryOrder,
        after: EntryCursor?,
        limit: Int,
        _ reader: any DatabaseReading
    ) throws -> EntryRows {
        let sql = pageQuery(ofOneFeed: feed != nil, selection, order, isContinued: after != nil)
        var values: [any DatabaseValueConvertible] = [user]
        if let feed { values.append(feed) }
        if let after { values += [after.sortDate, after.entry] }
        // One more than asked tells whether there is a next page.
        values.append(limit + 1)
        let rows = try reader.rows(sql, values) { (try EntryRow($0), try $0["sort_date"] as Int64) }
        let page = rows.prefix(limit)
        let last = rows.count > limit ? page.last : nil
        return EntryRows(
            entries: page.map(\.0),
            next: last.map { EntryCursor(sortDate: $0.1, entry: $0.0.id) }
        )
    }

    static func pageQuery(
        ofOneFeed: Bool,
        _ selection: EntrySelection,
        _ order: EntryOrder = .newest,
        isContinued: Bool
    ) -> String {
        let (sign, direction) = order == .newest ? ("<", "DESC") : (">", "ASC")
        return """
            SELECT \(EntryRow.columns) FROM \(EntryRow.tables)
            WHERE s.user_id = ?\(ofOneFeed ? " AND s.feed_id = ?" : "")\(selection.condition)\
            \(isContinued ? " AND (s.sort_date, s.entry_id) \(sign) (?, ?)" : "")
            ORDER BY s.sort_date \(direction), s.entry_id \(direction) LIMIT ?
            """
    }

    /// One entry of a user.
    ///
    /// - Throws: ``StoreError/noSuchEntry``.
    func entry(_ id: Int64, of user: Int64) async throws -> EntryRecord {
        try await database.read { reader in
            let row = try reader.row(
                """
                SELECT \(EntryRecord.columns) FROM \(EntryRow.tables)
                LEFT JOIN entry_texts t ON t.entry_id = e.id
                WHERE s.user_id = ? AND s.entry_id = ?
                """,
                [user, id]
            )
            guard let row else { throw StoreError.noSuchEntry }
            return try EntryRecord(row)
        }
    }

    /// When a feed's newest entries were published, newest first: its rhythm.
    ///
    /// Entries without a date say nothing.
    func recentDates(of feed: Int64, limit: Int = 20) async throws -> [Date] {
        try await database.read { reader in
            try reader.rows(
                """
                SELECT sort_date FROM entries WHERE feed_id = ? AND published IS NOT NULL
                ORDER BY sort_date DESC LIMIT ?
                """,
                [feed, limit]
            ) { try $0["sort_date"] }
        }
    }
}
