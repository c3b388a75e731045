import Database
import Foundation
import PodcastAPI

/// Listening of one quarter of an hour to one feed.
struct ListeningRow: Sendable, Equatable {
    /// When the quarter began.
    var start: Date
    var feed: Int64
    var listened: Double
    var heard: Double
    var finished: Int
}

extension PodcastStore {
    /// Seconds that are summed up together.
    static let listeningQuarter: TimeInterval = 900

    /// Adds to what a user heard of a feed.
    static func addListening(
        _ listening: Listening?,
        finished: Bool,
        feed: Int64,
        _ user: Int64,
        at: Date,
        _ writer: any DatabaseWriting
    ) throws {
        guard listening != nil || finished else { return }
        let quarter = Int64((at.timeIntervalSince1970 / listeningQuarter).rounded(.down))
        try writer.execute(
            """
            INSERT INTO listening(user_id, quarter, feed_id, listened, heard, finished) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (user_id, quarter, feed_id) DO UPDATE SET listened = listening.listened + excluded.listened,
                heard = listening.heard + excluded.heard, finished = listening.finished + excluded.finished
            """,
            [user, quarter, feed, listening?.listened ?? 0, listening?.heard ?? 0, finished ? 1 : 0]
        )
        try writer.execute(
            """
            INSERT INTO listened_feeds(user_id, feed_id, title, url)
            SELECT ?, f.id, coalesce(nullif(b.title, ''), f.title), f.url FROM feeds f
            JOIN subscriptions b ON b.feed_id = f.id AND b.user_id = ? WHERE f.id = ?
            ON CONFLICT (user_id, feed_id) DO UPDATE SET title = excluded.title, url = excluded.url
            """,
            [user, user, feed]
        )
    }

    /// What a user heard from `from` until before `to`.
    func listening(of user: Int64, from: Date, to: Date) async throws -> [ListeningRow] {
        let quarters = [from, to].map { Int64(($0.timeIntervalSince1970 / Self.listeningQuarter).rounded(.up)) }
        return try await database.read { reader in
            try reader.rows(Self.listeningQuery, [user, quarters[0], quarters[1]]) { row in
                ListeningRow(
                    start: Date(timeIntervalSince1970: Double(try row["quarter"] as Int64) * Self.listeningQuarter),
                    feed: try row["feed_id"],
                    listened: try row["listened"],
                    heard: try row["heard"],
                    finished: try row["finished"]
                )
            }
        }
    }

    static let listeningQuery = """
        SELECT quarter, feed_id, listened, heard, finished FROM listening
        WHERE user_id = ? AND quarter >= ? AND quarter < ? ORDER BY quarter, feed_id
        """

    /// The titles of the feeds a user ever heard, and whether the user is subscribed.
    func listenedFeeds(of user: Int64) async throws -> [Int64: (title: String, isSubscribed: Bool)] {
        try await database.read { reader in
            var feeds: [Int64: (title: String, isSubscribed: Bool)] = [:]
            try reader.forEach(
                """
                SELECT l.feed_id, l.title,
                    (SELECT 1 FROM subscriptions b WHERE b.user_id = l.user_id AND b.feed_id = l.feed_id) AS subscribed
                FROM listened_feeds l WHERE l.user_id = ?
                """,
                [user]
            ) { row in
                feeds[try row["feed_id"]] = (try row["title"], (try row["subscribed"] as Int64?) != nil)
            }
            return feeds
        }
    }

    /// When a user's statistics begin.
    func listeningBegan(of user: Int64) async throws -> Date? {
        let quarter: Int64? = try await database.read {
            try $0.value("SELECT min(quarter) FROM listening WHERE user_id = ?", [user])
        }
        return quarter.map { Date(timeIntervalSince1970: Double($0) * Self.listeningQuarter) }
    }
}
