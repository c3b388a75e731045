import Database
import Foundation
import PodcastAPI

extension PodcastStore {
    /// A page of a list.
    ///
    /// - Throws: ``StoreError/noSuchFeed`` when the user is not subscribed to the feed it is of.
    func entries(
        of user: Int64,
        in list: EntryList,
        after: EntryCursor? = nil,
        limit: Int
    ) async throws -> EntryRows {
        try await database.read { try Self.entries(of: user, in: list, after: after, limit: limit, $0) }
    }

    static func entries(
        of user: Int64,
        in list: EntryList,
        after: EntryCursor?,
        limit: Int,
        _ reader: any DatabaseReading
    ) throws -> EntryRows {
        let order = try order(of: list, user, reader)
        if let selection = list.selection {
            let feed: Int64? = if case .feed(let feed) = list.scope { feed } else { nil }
            return try page(of: user, feed: feed, selection, order, after: after, limit: limit, reader)
        }
        let query = EntryListQuery(list, user: user, order: order).page(after: after, limit: limit + 1)
        let ids = try reader.rows(query.sql, query.values) { row in
            EntryCursor(sortDate: try row["sort_date"], entry: try row["entry_id"])
        }
        let page = ids.prefix(limit)
        return EntryRows(
            entries: try rows(page.map(\.entry), of: user, reader),
            next: ids.count > limit ? page.last : nil
        )
    }

    /// The order asked for, else the one the user chose for the feed.
    private static func order(
        of list: EntryList,
        _ user: Int64,
        _ reader: any DatabaseReading
    ) throws -> EntryOrder {
        guard case .feed(let feed) = list.scope else { return list.order ?? .newest }
        let row = try reader.row(
            "SELECT entry_order FROM subscriptions WHERE user_id = ? AND feed_id = ?",
            [user, feed]
        )
        guard let row else { throw StoreError.noSuchFeed }
        return try list.order ?? (row["entry_order"] as String?).flatMap(EntryOrder.init) ?? .newest
    }

    /// Entries by id, in that order; those that are not the user's are left out.
    static func rows(_ ids: [Int64], of user: Int64, _ reader: any DatabaseReading) throws -> [EntryRow] {
        try ids.compactMap { try reader.row(rowQuery, [user, $0]).map(EntryRow.init) }
    }

    static let rowQuery = """
        SELECT \(EntryRow.columns) FROM \(EntryRow.tables) WHERE s.user_id = ? AND s.entry_id = ?
        """

    /// How many entries a list holds.
    func count(of user: Int64, in list: EntryList) async throws -> Int {
        let query = EntryListQuery(list, user: user, order: .newest).count
        return try await database.read { try $0.value(query.sql, query.values) ?? 0 }
    }

    /// What follows an entry in its show, of those that play; `nil` where nothing does.
    ///
    /// - Throws: ``StoreError/noSuchEntry``.
    func next(
        after entry: Int64,
        of user: Int64,
        _ direction: Autoplay?,
        unreadOnly: Bool
    ) async throws -> EntryRow? {
        try await database.read { reader in
            let row = try reader.row(
                """
                SELECT s.feed_id, s.sort_date, b.entry_order FROM entry_states s
                JOIN subscriptions b ON b.user_id = s.user_id AND b.feed_id = s.feed_id
                WHERE s.user_id = ? AND s.entry_id = ?
                """,
                [user, entry]
            )
            guard let row else { throw StoreError.noSuchEntry }
            let isSerial: Bool = try (row["entry_order"] as String?) == EntryOrder.oldest.rawValue
            let isNewer = direction.map { $0 == .newer } ?? isSerial
            let sortDate: Int64 = try row["sort_date"]
            let feed: Int64 = try row["feed_id"]
            return try reader.row(
                Self.nextQuery(isNewer: isNewer, unreadOnly: unreadOnly),
                [user, feed, sortDate, entry]
            ).map(EntryRow.init)
        }
    }

    static func nextQuery(isNewer: Bool, unreadOnly: Bool) -> String {
        let (sign, direction) = isNewer ? (">", "ASC") : ("<", "DESC")
        return """
            SELECT \(EntryRow.columns) FROM \(EntryRow.tables)
            WHERE s.user_id = ? AND s.feed_id = ? AND s.media_kind > 0\(unreadOnly ? " AND s.read = 0" : "")
                AND (s.sort_date, s.entry_id) \(sign) (?, ?)
            ORDER BY s.sort_date \(direction), s.entry_id \(direction) LIMIT 1
            """
    }
}
