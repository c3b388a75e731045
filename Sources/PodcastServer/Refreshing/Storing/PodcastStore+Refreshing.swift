import Database
import Foundation

extension PodcastStore: RefreshStoring {
    func spreadOverdue(now: Date, atLeast count: Int, spacing: Duration) async throws {
        try await database.write { writer in
            let overdue: Int = try writer.value("SELECT count(*) FROM fetch_states WHERE next_refresh <= ?", [now]) ?? 0
            guard overdue >= count else { return }
            let window = max(Int(Double(overdue) * (spacing / .milliseconds(1))), 1)
            let feeds = try writer.rows(
                "SELECT feed_id FROM fetch_states WHERE next_refresh <= ? AND lease IS NULL",
                [now]
            ) {
                try $0["feed_id"] as Int64
            }
            for feed in feeds {
                let due = now + Double(Int.random(in: 0..<window)) / 1_000
                try writer.execute("UPDATE fetch_states SET next_refresh = ? WHERE feed_id = ?", [due, feed])
            }
        }
    }

    func postpone(_ lease: FetchLease, until date: Date) async throws {
        try await database.write { writer in
            _ = try writer.execute(
                """
                UPDATE fetch_states SET lease = NULL, lease_until = NULL, next_refresh = ?
                WHERE feed_id = ? AND lease = ?
                """,
                [date, lease.feed, lease.token]
            )
        }
    }

    func addresses(_ choice: RefreshChoice) async throws -> [Address] {
        let query = "SELECT f.id, f.url FROM feeds f JOIN fetch_states t ON t.feed_id = f.id"
        let living = "t.next_refresh IS NOT NULL"
        return try await database.read { reader in
            switch choice {
            case .all: try reader.rows("\(query) WHERE \(living)", [], as: Self.address)
            case .user(let user):
                try reader.rows(
                    "\(query) JOIN subscriptions s ON s.feed_id = f.id WHERE s.user_id = ? AND \(living)",
                    [user],
                    as: Self.address
                )
            case .feed(let feed): try reader.rows("\(query) WHERE f.id = ?", [feed], as: Self.address)
            }
        }
    }

    private static func address(_ row: Row) throws -> Address { (try row["id"], try row["url"]) }

    /// When a feed's newest entries were published; entries without a date say nothing about its rhythm.
    func newestDates(of feed: Int64, limit: Int = 20) async throws -> [Date] {
        try await database.read { reader in
            try reader.rows(
                """
                SELECT sort_date FROM entries WHERE feed_id = ? AND published IS NOT NULL
                ORDER BY sort_date DESC LIMIT ?
                """,
                [feed, limit]
            ) { try $0["sort_date"] as Date }
        }
    }
}
