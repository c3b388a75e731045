import Database
import Foundation

/// One transaction of a refresh.
struct EntryBatch: Sendable {
    struct Item: Sendable {
        var entry: NewEntry
        var key: EntryKey
        var hash: [UInt8]
    }

    struct Outcome: Sendable {
        var given: Set<Int64> = []
        var deferred: [NewEntry] = []
        var waiting: Set<[UInt8]> = []
        var undated = 0
        var report = EntryUpsert.Report()
    }

    var feed: Int64
    var now: Date
    var entries: [Item]
    /// Stored entries that earlier batches matched.
    var given: Set<Int64>
    /// New entries without a date in earlier batches.
    var undated: Int
    /// The identities of undecided entries in earlier batches.
    var waiting: Set<[UInt8]>
    /// How many entries may still be decided later.
    var room: Int

    func run(_ writer: any DatabaseWriting) throws -> Outcome {
        guard try writer.row("SELECT 1 FROM feeds WHERE id = ?", [feed]) != nil else { throw StoreError.noSuchFeed }
        var outcome = Outcome()
        for item in entries { try take(item, writer, &outcome) }
        try WaitingActions(feed: feed, now: now).apply(toNew: outcome.report.inserted, writer)
        if !outcome.report.inserted.isEmpty {
            try PodcastStore.welcome(outcome.report.inserted, of: feed, now, writer)
        }
        return outcome
    }

    private func take(_ item: Item, _ writer: any DatabaseWriting, _ outcome: inout Outcome) throws {
        // Of two that are the same in one feed the first counts, also while it waits.
        if waiting.contains(item.key.identity) || outcome.waiting.contains(item.key.identity) {
            outcome.report.duplicates += 1
            return
        }
        let exact = try known(by: "identity = ?", item.key.identity, writer).first
        let decision = EntryMatcher.decide(
            item.key,
            exact: exact,
            similar: try exact == nil ? similar(to: item.key, writer) : [],
            given: { given.contains($0) || outcome.given.contains($0) },
            isEnd: outcome.deferred.count >= room
        )
        switch decision {
        case .duplicate: outcome.report.duplicates += 1
        case .later:
            outcome.deferred.append(item.entry)
            outcome.waiting.insert(item.key.identity)
        case .new:
            let id = try insert(item, writer, &outcome)
            outcome.given.insert(id)
            outcome.report.inserted.append(id)
        case .same(let known):
            outcome.given.insert(known.id)
            let date = known.published == nil ? EntryDates.sane(item.entry.published, now: now) : nil
            if known.contentHash == item.hash, date == nil {
                outcome.report.unchanged += 1
            } else {
                try update(known, item, date, writer)
                outcome.report.updated += 1
            }
        }
    }

    /// Few are needed: an entry that shares its guid with more than these is new.
    private func similar(to key: EntryKey, _ writer: any DatabaseWriting) throws -> [KnownEntry] {
        if let guid = key.guid {
            let sameGUID = try known(by: "guid = ?", guid, writer)
            if !sameGUID.isEmpty { return sameGUID }
        }
        guard let mediaURL = key.mediaURL else { return [] }
        return try known(by: "media_url = ?", mediaURL, writer)
    }

    private func known(
        by condition: String,
        _ value: some DatabaseValueConvertible,
        _ writer: any DatabaseWriting
    ) throws -> [KnownEntry] {
        try writer.rows(
            """
            SELECT id, guid, media_url, link, title, published, content_hash FROM entries
            WHERE feed_id = ? AND \(condition) LIMIT 20
            """,
            [feed, value]
        ) { row in
            KnownEntry(
                id: try row["id"],
                guid: try row["guid"],
                mediaURL: try row["media_url"],
                link: try row["link"],
                title: try row["title"],
                published: try row["published"],
                contentHash: try row["content_hash"]
            )
        }
    }
}
