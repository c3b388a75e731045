import Database
import Foundation

extension PodcastStore {
    /// What moving a feed's address did.
    enum Moved: Sendable, Equatable {
        /// The feed has the new address; the old one finds it too.
        case renamed
        /// The store knew the new address as another feed: that one has the subscribers, entries and states of both.
        case merged(into: Int64)
    }

    /// Gives a feed another address for good.
    ///
    /// No subscription, entry or state is lost.
    ///
    /// - Throws: ``StoreError/noSuchFeed``.
    @discardableResult
    func move(_ feed: Int64, to url: String, now: Date) async throws -> Moved {
        try await database.write { writer in
            guard let old: String = try writer.value("SELECT url FROM feeds WHERE id = ?", [feed]) else {
                throw StoreError.noSuchFeed
            }
            guard old != url else { return .renamed }
            if let other: Int64 = try writer.value("SELECT id FROM feeds WHERE url = ?", [url]) {
                try FeedMerge(from: feed, into: other, now: now).run(writer)
                try Self.addAlias(old, other, writer)
                return .merged(into: other)
            }
            try writer.execute("DELETE FROM feed_aliases WHERE url = ?", [url])
            try writer.execute("UPDATE feeds SET url = ? WHERE id = ?", [url, feed])
            try Self.addAlias(old, feed, writer)
            // Validators belong to an address.
            try writer.execute(
                """
                UPDATE fetch_states SET etag = NULL, last_modified = NULL, body_hash = NULL, move_url = NULL,
                    move_confirmations = 0
                WHERE feed_id = ?
                """,
                [feed]
            )
            return .renamed
        }
    }

    private static func addAlias(_ url: String, _ feed: Int64, _ writer: any DatabaseWriting) throws {
        try writer.execute(
            """
            INSERT INTO feed_aliases(url, feed_id) VALUES (?, ?)
            ON CONFLICT (url) DO UPDATE SET feed_id = excluded.feed_id
            """,
            [url, feed]
        )
    }
}
