import Essentials
import Foundation
import HTTP
import PodcastAPI

/// Takes an export in while it comes, one piece after the other.
struct Importer: Sendable {
    /// Bytes of an export; a hundred thousand entries with notes have a tenth of it.
    static let maximumLength: Int64 = 4 << 30
    /// Entries in one transaction.
    private static let batch = 100
    /// Sentences about what failed.
    private static let maximumFailures = 100

    private let store: PodcastStore
    private let user: Int64
    private let now: @Sendable () -> Date

    private(set) var report = ImportReport()
    private var hasHeader = false
    private var entries: [ExportedEntry] = []
    private var listening: [ExportedListening] = []
    private var searches: [ExportedSearch] = []
    private var queue: [(place: Int, entry: Int64)] = []
    /// Subscriptions by the address that the export has for them.
    private var feeds: [String: Int64] = [:]
    private var strangers: Set<String> = []

    init(store: PodcastStore, user: Int64, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.user = user
        self.now = now
    }

    /// Takes a whole export in.
    ///
    /// - Throws: ``APIFailure`` where it is none; what was taken until then stays.
    @concurrent
    mutating func take(_ body: HTTPBody) async throws {
        var reader = ExportReader()
        var length: Int64 = 0
        do {
            for try await bytes in body {
                length += Int64(bytes.count)
                guard length <= Self.maximumLength else { throw HTTPError.bodyTooLarge(limit: Self.maximumLength) }
                var objects: [[UInt8]] = []
                try reader.read(bytes) { objects.append($0) }
                for object in objects { try await take(object) }
            }
        } catch is ExportReader.Problem {
            throw Self.noExport
        }
        guard reader.isComplete, hasHeader else { throw Self.noExport }
        try await finish()
    }

    private static let noExport = APIFailure(
        .unprocessableContent,
        .badRequest,
        "This is no export of Tonearm, or it is not whole."
    )

    private mutating func take(_ object: [UInt8]) async throws {
        let item: ExportItem
        do {
            item = try APICoding.decode(ExportItem.self, from: object)
        } catch {
            guard hasHeader else { throw Self.noExport }
            return fail("A piece of the export can't be read.")
        }
        if case .header(let header) = item {
            guard header.version <= ExportHeader.version else {
                throw APIFailure(
                    .unprocessableContent,
                    .badRequest,
                    "This export was written by a newer Tonearm; update this one first."
                )
            }
            hasHeader = true
            return
        }
        guard hasHeader else { throw Self.noExport }
        try await take(item)
    }

    private mutating func take(_ item: ExportItem) async throws {
        switch item {
        case .header: break
        case .settings(let change):
            // What the user chose here counts; the export fills in the rest.
            guard change.complaint == nil else { return fail("The settings are out of their ranges.") }
            try await store.importSettings(change, of: user)
        case .folders(let names):
            for name in names.prefix(PodcastStore.maximumFolders) where (1...200).contains(name.count) {
                _ = try await store.addFolder(name, of: user)
            }
        case .feed(let feed): try await take(feed)
        case .entry(let entry):
            if entries.first.map({ $0.feed != entry.feed }) == true || entries.count >= Self.batch {
                try await flushEntries()
            }
            entries.append(entry)
        case .search(let search): searches.append(search)
        case .listening(let row):
            listening.append(row)
            if listening.count >= Self.batch { try await flushListening() }
        case .unknown: fail("A piece of the export is of a kind that this version does not know.")
        }
    }

    private mutating func take(_ feed: ExportedFeed) async throws {
        let candidates = (try? FeedURL(feed.url).candidates.compactMap { FeedURL.canonical($0.absoluteString) }) ?? []
        guard let url = candidates.first else { return fail("\(feed.title ?? "A feed") has no address that works.") }
        let known = try await store.feed(url: url)?.url ?? url
        let subscribed = try await store.subscribe(user: user, url: known, folder: feed.folder, now: now())
        if subscribed.isNewFeed, let title = feed.title {
            try await store.setContent(FeedContent(title: String(title.prefix(500))), of: subscribed.feed)
        }
        feeds[feed.url] = subscribed.feed
        guard subscribed.isNewSubscription else { return }
        report.feeds += 1
        var change = SubscriptionChange(title: .some(feed.customTitle), speed: .some(feed.speed))
        change.skipIntro = feed.skipIntro
        change.skipOutro = feed.skipOutro
        change.keepNewest = .some(feed.keepNewest)
        change.queueRule = feed.queueRule
        change.queueLimit = feed.queueLimit
        change.order = feed.order
        try await store.changeSubscription(user: user, feed: subscribed.feed, change)
    }

    private mutating func flushEntries() async throws {
        guard let address = entries.first?.feed else { return }
        let batch = entries
        entries = []
        guard let feed = feeds[address] else { return fail("Entries without their subscription were left out.") }
        let result = try await store.importEntries(batch, feed: feed, user: user, now: now())
        report.bookmarks += result.bookmarks
        report.entries += result.ids.count { $0 != nil }
        for (entry, id) in zip(batch, result.ids) {
            if let id, let place = entry.queued { queue.append((place, id)) }
            if id == nil, strangers.insert(address).inserted {
                fail(
                    "Entries that \(FeedURL.host(of: address)) no longer gives were left out: others are subscribed to it."
                )
            }
        }
    }

    private mutating func flushListening() async throws {
        let batch = listening
        listening = []
        if !batch.isEmpty { try await store.importListening(batch, user: user) }
    }

    private mutating func finish() async throws {
        try await flushEntries()
        try await flushListening()
        let order = queue.sorted { $0.place < $1.place }.map(\.entry)
        let known = Set(try await store.queue(of: user).entries.map(\.id))
        let new = order.filter { !known.contains($0) }.prefix(PodcastStore.maximumQueue - known.count)
        if !new.isEmpty { try await store.addToQueue(Array(new), at: nil, of: user) }
        try await takeSearches()
        for feed in Set(feeds.values) { try await store.applyKeeping(user: user, feed: feed, now: now()) }
        try await store.announceReset(to: user)
    }

    private mutating func takeSearches() async throws {
        let known = try await store.savedSearches(of: user)
        let folders = Dictionary(try await store.folders(of: user).map { ($0.name, "\($0.id)") }) { first, _ in first }
        for search in searches {
            var criteria = search.criteria
            criteria.feeds = criteria.feeds.map { $0.compactMap { feeds[$0].map { "\($0)" } } }
            criteria.folder = criteria.folder.flatMap { folders[$0] }
            guard !known.contains(where: { $0.title == search.title && $0.criteria == criteria }) else { continue }
            _ = try await store.addSearch(String(search.title.prefix(200)), criteria, of: user)
            report.searches += 1
        }
    }

    private mutating func fail(_ sentence: String) {
        if report.failed.count < Self.maximumFailures { report.failed.append(sentence) }
    }
}
