import Database
import Foundation
import PodcastAPI

/// The SQL of an ``EntryList``: ids along an index that holds all that is asked, newest or oldest first.
///
/// The rows are fetched by id afterwards, so that entries that don't match cost no look beyond the index.
struct EntryListQuery: Sendable {
    private var further = ""
    private(set) var values: [any DatabaseValueConvertible]
    private let order: EntryOrder

    init(_ list: EntryList, user: Int64, order: EntryOrder) {
        values = [user]
        self.order = order
        if list.filters.contains(.downloaded) {
            further += """
                 AND s.entry_id IN (SELECT w.entry_id FROM download_wishes w JOIN downloads d ON d.entry_id = w.entry_id
                    WHERE w.user_id = ? AND d.state = 'kept')
                """
            values.append(user)
        }
        add(list.scope, user)
        for filter in EntryFilter.allCases where list.filters.contains(filter) { add(filter) }
        add("s.length >= ?", list.minimumDuration)
        add("s.length <= ?", list.maximumDuration)
        add("s.sort_date >= ?", list.from)
        add("s.sort_date <= ?", list.until)
    }

    private mutating func add(_ text: String, _ value: (some DatabaseValueConvertible)?) {
        guard let value else { return }
        further += " AND \(text)"
        values.append(value)
    }

    private mutating func add(_ scope: EntryList.Scope, _ user: Int64) {
        switch scope {
        case .all: break
        case .feed(let feed): add("s.feed_id = ?", feed)
        // Numbers, not text: they can stand in the statement. The sign keeps SQLite on the index that has the order.
        // PostgreSQL knows no empty list.
        case .feeds([]): further += " AND 1 = 0"
        case .feeds(let feeds): further += " AND +s.feed_id IN (\(feeds.map(String.init).joined(separator: ", ")))"
        case .folder(let name):
            further += " AND +s.feed_id IN (SELECT b.feed_id FROM subscriptions b WHERE b.user_id = ? AND b.folder = ?)"
            values += [user, name]
        }
    }

    private mutating func add(_ filter: EntryFilter) {
        switch filter {
        case .all, .downloaded: break
        case .unread: further += " AND s.read = 0"
        case .starred: further += " AND s.starred = 1"
        case .started: further += " AND s.read = 0 AND s.position > 0"
        case .finished: further += " AND s.read = 1"
        case .unfinished: further += " AND s.read = 0 AND s.media_kind > 0"
        case .audio: further += " AND s.media_kind = 1"
        case .video: further += " AND s.media_kind = 2"
        }
    }

    /// A page of ids with their dates.
    func page(after: EntryCursor?, limit: Int) -> (sql: String, values: [any DatabaseValueConvertible]) {
        let (sign, direction) = order == .newest ? ("<", "DESC") : (">", "ASC")
        let continued = after == nil ? "" : " AND (s.sort_date, s.entry_id) \(sign) (?, ?)"
        let place: [any DatabaseValueConvertible] = after.map { [$0.sortDate, $0.entry] } ?? []
        return (
            """
            SELECT s.entry_id, s.sort_date FROM entry_states s WHERE \(condition)\(continued)
            ORDER BY s.sort_date \(direction), s.entry_id \(direction) LIMIT ?
            """,
            values + place + [limit]
        )
    }

    /// The conditions behind the user's, for a query that has found the states itself.
    var furtherConditions: (sql: String, values: [any DatabaseValueConvertible]) {
        (String(further), Array(values.dropFirst()))
    }

    /// Adds that an entry must match an expression of the full-text index.
    mutating func match(_ expression: String, _ dialect: SQLDialect) {
        further += SearchIndex.condition(dialect)
        values.append(expression)
    }

    private var condition: String { "s.user_id = ?" + further }

    /// How many there are.
    var count: (sql: String, values: [any DatabaseValueConvertible]) {
        ("SELECT count(*) FROM entry_states s WHERE \(condition)", values)
    }
}
