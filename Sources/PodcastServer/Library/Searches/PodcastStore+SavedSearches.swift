import Database
import Foundation
import PodcastAPI

/// A search that a user keeps.
struct SavedSearchRow: Sendable, Equatable {
    var id: Int64
    var title: String
    var criteria: EntryCriteria

    init(_ row: Row) throws {
        id = try row["id"]
        title = try row["title"]
        let text: String = try row["criteria"]
        // What an older version can't read holds nothing rather than everything.
        criteria = (try? APICoding.decode(EntryCriteria.self, from: Array(text.utf8))) ?? EntryCriteria()
    }
}

extension PodcastStore {
    /// Searches that one user keeps.
    static let maximumSearches = 500

    /// A user's saved searches, in no order.
    func savedSearches(of user: Int64) async throws -> [SavedSearchRow] {
        try await database.read { reader in
            try reader.rows(
                "SELECT id, title, criteria FROM saved_searches WHERE user_id = ? ORDER BY id",
                [user],
                as: SavedSearchRow.init
            )
        }
    }

    /// - Throws: ``StoreError/noSuchSearch``.
    func savedSearch(_ id: Int64, of user: Int64) async throws -> SavedSearchRow {
        try await database.read { reader in
            let row = try reader.row(
                "SELECT id, title, criteria FROM saved_searches WHERE id = ? AND user_id = ?",
                [id, user]
            )
            guard let row else { throw StoreError.noSuchSearch }
            return try SavedSearchRow(row)
        }
    }

    /// Keeps a search.
    ///
    /// - Throws: ``StoreError/tooMany(_:)``.
    func addSearch(_ title: String, _ criteria: EntryCriteria, of user: Int64) async throws -> Int64 {
        let text = String(decoding: try APICoding.encode(criteria), as: UTF8.self)
        return try await changing { writer in
            let count: Int = try writer.value("SELECT count(*) FROM saved_searches WHERE user_id = ?", [user]) ?? 0
            guard count < Self.maximumSearches else { throw StoreError.tooMany("saved searches") }
            let row = try writer.row(
                "INSERT INTO saved_searches(user_id, title, criteria) VALUES (?, ?, ?) RETURNING id",
                [user, title, text]
            )
            try Self.note(ServerEvent(.searches), for: user, writer)
            guard let row else { throw StoreError.noSuchSearch }
            return try row["id"]
        }
    }

    /// - Throws: ``StoreError/noSuchSearch``.
    func changeSearch(_ id: Int64, _ title: String, _ criteria: EntryCriteria, of user: Int64) async throws {
        let text = String(decoding: try APICoding.encode(criteria), as: UTF8.self)
        try await changing { writer in
            let changed = try writer.execute(
                "UPDATE saved_searches SET title = ?, criteria = ? WHERE id = ? AND user_id = ?",
                [title, text, id, user]
            )
            guard changed == 1 else { throw StoreError.noSuchSearch }
            try Self.note(ServerEvent(.searches), for: user, writer)
        }
    }

    /// - Throws: ``StoreError/noSuchSearch``.
    func removeSearch(_ id: Int64, of user: Int64) async throws {
        try await changing { writer in
            let changed = try writer.execute(
                "DELETE FROM saved_searches WHERE id = ? AND user_id = ?",
                [id, user]
            )
            guard changed == 1 else { throw StoreError.noSuchSearch }
            try Self.note(ServerEvent(.searches), for: user, writer)
        }
    }

    /// Lets the searches over a folder go over the one that took its place.
    static func replaceInSearches(
        folder: Int64,
        with other: Int64,
        of user: Int64,
        _ writer: any DatabaseWriting
    ) throws {
        let rows = try writer.rows(
            "SELECT id, title, criteria FROM saved_searches WHERE user_id = ? ORDER BY id",
            [user],
            as: SavedSearchRow.init
        )
        for row in rows where row.criteria.folder == "\(folder)" {
            var criteria = row.criteria
            criteria.folder = "\(other)"
            try writer.execute(
                "UPDATE saved_searches SET criteria = ? WHERE id = ?",
                [String(decoding: try APICoding.encode(criteria), as: UTF8.self), row.id]
            )
        }
    }

    /// A page of what criteria hold, and how many that are in all.
    ///
    /// Criteria over a folder that is gone hold nothing.
    func entries(
        of user: Int64,
        matching criteria: EntryCriteria,
        after: EntryCursor?,
        limit: Int,
        now: Date
    ) async throws -> EntryRows {
        guard let search = try await list(criteria, of: user, now: now) else { return EntryRows(entries: []) }
        guard let text = search.text else {
            return try await entries(of: user, in: search.list, after: after, limit: limit)
        }
        let order = search.list.order ?? .newest
        return try await database.read { reader in
            var query = EntryListQuery(search.list, user: user, order: order)
            query.match(SearchIndex.expression(text.terms, reader.dialect), reader.dialect)
            let statement = query.page(after: after, limit: limit + 1)
            let ids = try reader.rows(statement.sql, statement.values) { row in
                EntryCursor(sortDate: try row["sort_date"], entry: try row["entry_id"])
            }
            let page = ids.prefix(limit)
            return EntryRows(
                entries: try Self.rows(page.map(\.entry), of: user, reader),
                next: ids.count > limit ? page.last : nil
            )
        }
    }

    /// How many entries criteria hold.
    func count(of user: Int64, matching criteria: EntryCriteria, now: Date) async throws -> Int {
        guard let search = try await list(criteria, of: user, now: now) else { return 0 }
        guard let text = search.text else { return try await count(of: user, in: search.list) }
        return try await database.read { reader in
            var query = EntryListQuery(search.list, user: user, order: .newest)
            query.match(SearchIndex.expression(text.terms, reader.dialect), reader.dialect)
            let statement = query.count
            return try reader.value(statement.sql, statement.values) ?? 0
        }
    }

    /// Criteria as a list and, where they hold words, a query; `nil` where they can hold nothing.
    private func list(
        _ criteria: EntryCriteria,
        of user: Int64,
        now: Date
    ) async throws -> (list: EntryList, text: SearchQuery?)? {
        let query = SearchQuery(criteria.text ?? "")
        var list = try await list(query, of: user)
        list.filters.formUnion(Set(criteria.filters ?? []).subtracting([.all]))
        list.minimumDuration = criteria.minimumDuration
        list.maximumDuration = criteria.maximumDuration
        list.from = [list.from, criteria.newerThan.map { now - $0 * 86_400 }].compactMap(\.self).max()
        list.until = [list.until, criteria.olderThan.map { now - $0 * 86_400 }].compactMap(\.self).min()
        list.order = criteria.order
        if let folder = criteria.folder {
            let known = try await folders(of: user).first { "\($0.id)" == folder }
            guard let known else { return nil }
            list.scope = .folder(known.name)
        }
        if let feeds = criteria.feeds { list.scope = .feeds(feeds.compactMap { Int64($0) }) }
        return (list, query.hasText ? query : nil)
    }
}
