import Database
import Foundation

/// Takes the entries of one feed during one refresh, in batches as they come.
///
/// Each batch is a transaction of bounded length. What is as before costs one look into an index and no write. Entries that
/// the feed no longer gives stay. A refresh that ends half way leaves what it brought.
actor EntryUpsert {
    /// What a refresh changed.
    struct Report: Sendable, Equatable {
        /// The new entries' ids, in the order they came.
        var inserted: [Int64] = []
        var updated = 0
        var unchanged = 0
        /// Given twice in the same feed.
        var duplicates = 0
    }

    /// Entries in one transaction: it ends within milliseconds, so a position written meanwhile does not wait.
    static let batchSize = 100
    /// How many undecided entries wait for the end of the feed; more are decided as if it had come.
    static let maximumDeferred = 200

    private let database: any Database
    private let signal: EventSignal
    private let feed: Int64
    private let now: Date
    /// Stored entries that this refresh gave.
    private var given: Set<Int64> = []
    private var deferred: [NewEntry] = []
    /// The identities of those.
    private var waiting: Set<[UInt8]> = []
    private var undated = 0
    private var report = Report()

    init(database: any Database, signal: EventSignal, feed: Int64, now: Date) {
        self.database = database
        self.signal = signal
        self.feed = feed
        self.now = now
    }

    /// Takes the next entries.
    ///
    /// - Throws: ``StoreError/noSuchFeed`` when the last subscriber left meanwhile.
    func add(_ entries: [NewEntry]) async throws {
        var rest = entries[...]
        while !rest.isEmpty {
            try await write(Array(rest.prefix(Self.batchSize)), isEnd: false)
            rest = rest.dropFirst(Self.batchSize)
        }
    }

    /// Decides what waited for the end, and tells what the refresh changed.
    func finish() async throws -> Report {
        var rest = deferred[...]
        deferred = []
        while !rest.isEmpty {
            try await write(Array(rest.prefix(Self.batchSize)), isEnd: true)
            rest = rest.dropFirst(Self.batchSize)
        }
        return report
    }

    private func write(_ entries: [NewEntry], isEnd: Bool) async throws {
        let outcome = try await run(entries, isEnd: isEnd)
        given.formUnion(outcome.given)
        deferred.append(contentsOf: outcome.deferred)
        waiting.formUnion(outcome.waiting)
        undated += outcome.undated
        report.inserted.append(contentsOf: outcome.report.inserted)
        report.updated += outcome.report.updated
        report.unchanged += outcome.report.unchanged
        report.duplicates += outcome.report.duplicates
    }

    /// The batch shares `given` and is gone when this returns, so that adding to the set does not copy it.
    private func run(_ entries: [NewEntry], isEnd: Bool) async throws -> EntryBatch.Outcome {
        let batch = EntryBatch(
            feed: feed,
            now: now,
            entries: entries.map { EntryBatch.Item(entry: $0, key: EntryKey($0), hash: $0.contentHash) },
            given: given,
            undated: undated,
            waiting: isEnd ? [] : waiting,
            room: isEnd ? 0 : Self.maximumDeferred - deferred.count
        )
        let outcome = try await database.write { try batch.run($0) }
        if !outcome.report.inserted.isEmpty { signal.ring() }
        return outcome
    }
}

extension PodcastStore {
    /// Begins to take a feed's entries.
    func upsert(into feed: Int64, now: Date) -> EntryUpsert {
        EntryUpsert(database: database, signal: signal, feed: feed, now: now)
    }
}
