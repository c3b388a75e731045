import Database
import PodcastAPI

/// An event as it is kept.
struct StoredEvent: Sendable, Equatable {
    /// Counts a user's events from 1.
    var number: Int64
    /// JSON of a `ServerEvent`.
    var data: String
}

extension PodcastStore {
    /// Events of a user that are kept: a page that slept longer loads everything anew.
    static let keptEvents: Int64 = 1_000

    /// A transaction that notes events: who listens is told when it is committed.
    func changing<Value: Sendable>(
        _ body: @Sendable (any DatabaseWriting) throws -> Value
    ) async throws -> Value {
        let value = try await database.write(body)
        signal.ring()
        return value
    }

    /// Keeps an event for a user, in the transaction of what happened.
    ///
    /// Taking the number locks the user's counter, so that numbers follow one another as commits do, also when several
    /// servers write.
    static func note(_ event: ServerEvent, for user: Int64, _ writer: any DatabaseWriting) throws {
        let data = String(decoding: try APICoding.encode(event), as: UTF8.self)
        let row = try writer.row(
            """
            INSERT INTO event_counters(user_id, last) VALUES (?, 1)
            ON CONFLICT (user_id) DO UPDATE SET last = event_counters.last + 1 RETURNING last
            """,
            [user]
        )
        guard let row else { return }
        let number: Int64 = try row["last"]
        try writer.execute("INSERT INTO events(user_id, number, data) VALUES (?, ?, ?)", [user, number, data])
        if number % 100 == 0 {
            try writer.execute(
                "DELETE FROM events WHERE user_id = ? AND number <= ?",
                [user, number - keptEvents]
            )
        }
    }

    /// Keeps an event for everybody who is subscribed to a feed.
    static func note(_ event: ServerEvent, subscribersOf feed: Int64, _ writer: any DatabaseWriting) throws {
        for user in try subscribers(of: feed, writer) { try note(event, for: user, writer) }
    }

    static func subscribers(of feed: Int64, _ reader: any DatabaseReading) throws -> [Int64] {
        try reader.rows("SELECT user_id FROM subscriptions WHERE feed_id = ? ORDER BY user_id", [feed]) {
            try $0["user_id"]
        }
    }

    /// The number of a user's newest event; 0 before the first.
    func lastEvent(of user: Int64) async throws -> Int64 {
        try await database.read { try Self.lastEvent(of: user, $0) }
    }

    private static func lastEvent(of user: Int64, _ reader: any DatabaseReading) throws -> Int64 {
        try reader.value("SELECT last FROM event_counters WHERE user_id = ?", [user]) ?? 0
    }

    /// A user's events behind `number`, the oldest first; `nil` where some of them are forgotten, or were never.
    func events(of user: Int64, after number: Int64, limit: Int) async throws -> [StoredEvent]? {
        try await database.read { reader in
            let rows = try reader.rows(Self.eventQuery, [user, number, limit]) { row in
                StoredEvent(number: try row["number"], data: try row["data"])
            }
            if let first = rows.first { return first.number == number + 1 ? rows : nil }
            return try Self.lastEvent(of: user, reader) == number ? [] : nil
        }
    }

    static let eventQuery = """
        SELECT number, data FROM events WHERE user_id = ? AND number > ? ORDER BY number LIMIT ?
        """
}
