import Database
import Foundation

/// One fetch in a feed's history.
struct FetchRecord: Sendable, Equatable {
    /// How many are kept of each feed; the table is a ring, so it never grows beyond.
    static let kept = 20

    enum Outcome: String, Sendable, DatabaseValueConvertible {
        case updated
        case unchanged
        case failed
        /// A hub sent it.
        case pushed
    }

    var at: Date
    var outcome: Outcome
    var newEntries: Int
    var milliseconds: Int?
    var code: String?
    var sentence: String?

    init(_ success: FetchSuccess) {
        at = success.at
        outcome = success.newEntries == nil ? .unchanged : .updated
        newEntries = success.newEntries ?? 0
        milliseconds = success.milliseconds
    }

    init(_ trouble: FetchTrouble) {
        at = trouble.at
        outcome = .failed
        newEntries = 0
        milliseconds = trouble.milliseconds
        code = trouble.code
        sentence = trouble.sentence
    }

    init(_ row: Row) throws {
        at = try row["at"]
        outcome = try row["outcome"]
        newEntries = try row["new_entries"]
        milliseconds = try row["milliseconds"]
        code = try row["error_code"]
        sentence = try row["error_message"]
    }

    /// Puts it where the oldest was; `fetches` of the feed has been counted up before.
    func add(to feed: Int64, _ writer: any DatabaseWriting) throws {
        try writer.execute(
            """
            INSERT INTO fetch_log(feed_id, slot, at, outcome, new_entries, milliseconds, error_code, error_message)
            SELECT feed_id, fetches % \(Self.kept), ?, ?, ?, ?, ?, ? FROM fetch_states WHERE feed_id = ?
            ON CONFLICT (feed_id, slot) DO UPDATE SET at = excluded.at, outcome = excluded.outcome,
                new_entries = excluded.new_entries, milliseconds = excluded.milliseconds,
                error_code = excluded.error_code, error_message = excluded.error_message
            """,
            [at, outcome, newEntries, milliseconds, code, sentence, feed]
        )
    }
}

extension PodcastStore {
    /// The last fetches of a feed, newest first.
    func fetches(of feed: Int64) async throws -> [FetchRecord] {
        try await database.read { reader in
            try reader.rows(
                """
                SELECT at, outcome, new_entries, milliseconds, error_code, error_message FROM fetch_log
                WHERE feed_id = ? ORDER BY at DESC, slot DESC
                """,
                [feed],
                as: FetchRecord.init
            )
        }
    }
}
