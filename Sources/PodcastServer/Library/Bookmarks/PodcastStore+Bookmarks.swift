import Database
import Foundation
import PodcastAPI

/// A place that a user marked.
struct BookmarkRow: Sendable, Equatable {
    var id: Int64
    var entry: Int64
    var feed: Int64
    var entryTitle: String
    var feedTitle: String
    var hasOwnPicture: Bool
    /// Seconds from the beginning.
    var seconds: Double
    var title: String
    var note: String?
    var created: Date

    init(_ row: Row) throws {
        id = try row["id"]
        entry = try row["entry_id"]
        feed = try row["feed_id"]
        entryTitle = try row["entry_title"]
        feedTitle = try row["feed_title"]
        hasOwnPicture = (try row["image_url"] as String?) != nil
        seconds = try row["seconds"]
        title = try row["title"]
        note = try row["note"]
        created = try row["created"]
    }
}

/// What changes of a bookmark; an outer `nil` leaves it as it is.
struct BookmarkEdit: Sendable, Equatable {
    var seconds: Double?
    var title: String?
    var note: String??

    init(seconds: Double? = nil, title: String? = nil, note: String?? = nil) {
        self.seconds = seconds
        self.title = title
        self.note = note
    }
}

extension PodcastStore {
    /// Bookmarks of one user.
    static let maximumBookmarks = 100_000

    static func bookmarkQuery(_ condition: String, _ order: String) -> String {
        """
        SELECT k.id, k.entry_id, s.feed_id, k.seconds, k.title, k.note, k.created, e.title AS entry_title,
            e.image_url, coalesce(nullif(b.title, ''), f.title) AS feed_title
        FROM bookmarks k
        JOIN entry_states s ON s.user_id = k.user_id AND s.entry_id = k.entry_id
        JOIN entries e ON e.id = k.entry_id
        JOIN subscriptions b ON b.user_id = k.user_id AND b.feed_id = s.feed_id
        JOIN feeds f ON f.id = s.feed_id
        WHERE k.user_id = ? \(condition)\(order)
        """
    }

    static let entryBookmarkQuery = bookmarkQuery("AND k.entry_id = ?", " ORDER BY k.seconds, k.id")

    static func bookmarkPageQuery(isContinued: Bool) -> String {
        bookmarkQuery(
            isContinued ? "AND (k.created, k.id) < (?, ?)" : "",
            " ORDER BY k.created DESC, k.id DESC LIMIT ?"
        )
    }

    /// The bookmarks of an entry, by place.
    ///
    /// - Throws: ``StoreError/noSuchEntry``.
    func bookmarks(of entry: Int64, user: Int64) async throws -> [BookmarkRow] {
        try await database.read { reader in
            guard try Self.hasState(entry, user, reader) else { throw StoreError.noSuchEntry }
            return try reader.rows(Self.entryBookmarkQuery, [user, entry], as: BookmarkRow.init)
        }
    }

    /// A page of a user's bookmarks, newest first; the cursor holds time and id.
    func bookmarks(
        of user: Int64,
        after: EntryCursor?,
        limit: Int
    ) async throws -> (rows: [BookmarkRow], next: EntryCursor?) {
        try await database.read { reader in
            let place: [any DatabaseValueConvertible] = after.map { [$0.sortDate, $0.entry] } ?? []
            let rows = try reader.rows(
                Self.bookmarkPageQuery(isContinued: after != nil),
                [user] + place + [limit + 1]
            ) { (try BookmarkRow($0), try $0["created"] as Int64) }
            let page = rows.prefix(limit)
            let last = rows.count > limit ? page.last : nil
            return (page.map(\.0), last.map { EntryCursor(sortDate: $0.1, entry: $0.0.id) })
        }
    }

    /// Marks a place.
    ///
    /// - Throws: ``StoreError/noSuchEntry``, ``StoreError/tooMany(_:)``.
    func addBookmark(
        _ entry: Int64,
        user: Int64,
        seconds: Double,
        title: String,
        note: String?,
        now: Date
    ) async throws -> BookmarkRow {
        try await changing { writer in
            guard try Self.hasState(entry, user, writer) else { throw StoreError.noSuchEntry }
            let count: Int = try writer.value("SELECT count(*) FROM bookmarks WHERE user_id = ?", [user]) ?? 0
            guard count < Self.maximumBookmarks else { throw StoreError.tooMany("bookmarks") }
            let row = try writer.row(
                """
                INSERT INTO bookmarks(user_id, entry_id, seconds, title, note, created) VALUES (?, ?, ?, ?, ?, ?)
                RETURNING id
                """,
                [user, entry, seconds, title, note, now]
            )
            guard let row else { throw StoreError.noSuchEntry }
            return try Self.changed(try row["id"], user, writer)
        }
    }

    /// - Throws: ``StoreError/noSuchBookmark``.
    func changeBookmark(_ id: Int64, user: Int64, _ edit: BookmarkEdit) async throws -> BookmarkRow {
        try await changing { writer in
            func set(_ column: String, _ value: (some DatabaseValueConvertible)?) throws {
                guard let value else { return }
                let sql = "UPDATE bookmarks SET \(column) = ? WHERE id = ? AND user_id = ?"
                try writer.execute(sql, [value, id, user])
            }
            try set("seconds", edit.seconds)
            try set("title", edit.title)
            try set("note", edit.note)
            return try Self.changed(id, user, writer)
        }
    }

    /// - Throws: ``StoreError/noSuchBookmark``.
    func removeBookmark(_ id: Int64, user: Int64) async throws {
        try await changing { writer in
            _ = try Self.changed(id, user, writer)
            try writer.execute("DELETE FROM bookmarks WHERE id = ?", [id])
        }
    }

    /// The bookmark, with a word to who listens that it changed.
    private static func changed(_ id: Int64, _ user: Int64, _ writer: any DatabaseWriting) throws -> BookmarkRow {
        let row = try writer.row(bookmarkQuery("AND k.id = ?", ""), [user, id])
        guard let row else { throw StoreError.noSuchBookmark }
        let bookmark = try BookmarkRow(row)
        try noteBookmarks(of: bookmark.entry, user, writer)
        return bookmark
    }

    static func noteBookmarks(of entry: Int64, _ user: Int64, _ writer: any DatabaseWriting) throws {
        var event = ServerEvent(.bookmarks)
        event.entry = "\(entry)"
        try note(event, for: user, writer)
    }
}
