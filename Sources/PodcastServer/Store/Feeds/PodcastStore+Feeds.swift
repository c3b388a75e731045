import Database
import Foundation

extension PodcastStore {
    func feed(id: Int64) async throws -> FeedRecord? {
        try await database.read { reader in
            try reader.row("SELECT \(FeedRecord.columns) FROM feeds f WHERE f.id = ?", [id]).map(FeedRecord.init)
        }
    }

    /// The feed that has the address `url`, or once had it.
    func feed(url: String) async throws -> FeedRecord? {
        try await database.read { reader in
            guard let id = try Self.feedID(url, reader) else { return nil }
            return try reader.row("SELECT \(FeedRecord.columns) FROM feeds f WHERE f.id = ?", [id]).map(FeedRecord.init)
        }
    }

    /// The feed of a Podcasting 2.0 guid; the oldest where several claim it.
    func feed(podcastGUID: String) async throws -> FeedRecord? {
        try await database.read { reader in
            try reader.row(
                "SELECT \(FeedRecord.columns) FROM feeds f WHERE f.podcast_guid = ? ORDER BY f.id LIMIT 1",
                [podcastGUID]
            ).map(FeedRecord.init)
        }
    }

    static func feedID(_ url: String, _ reader: any DatabaseReading) throws -> Int64? {
        if let id: Int64 = try reader.value("SELECT id FROM feeds WHERE url = ?", [url]) { return id }
        return try reader.value("SELECT feed_id FROM feed_aliases WHERE url = ?", [url])
    }

    /// Stores what the feed says about itself; writes nothing when all is as before.
    ///
    /// - Throws: ``StoreError/noSuchFeed`` when the last subscriber left meanwhile.
    func setContent(_ content: FeedContent, of feed: Int64) async throws {
        let hash = content.hash
        try await database.write { writer in
            let known = try writer.row("SELECT content_hash FROM feeds WHERE id = ?", [feed])
            guard let known else { throw StoreError.noSuchFeed }
            if try known["content_hash"] == Optional(hash) { return }
            try writer.execute(
                """
                UPDATE feeds SET title = ?, author = ?, description = ?, link = ?, image_url = ?, language = ?,
                    categories = ?, explicit = ?, kind = ?, podcast_guid = ?, extras = ?, content_hash = ?
                WHERE id = ?
                """,
                [
                    content.title, content.author, content.description, content.link, content.imageURL,
                    content.language, JSONText.encode(content.categories), content.isExplicit, content.kind,
                    content.podcastGUID, content.extras, hash, feed,
                ]
            )
        }
    }
}
