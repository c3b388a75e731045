import Foundation

@testable import PodcastServer

/// A refresher whose fetches begin and end when the test says so.
actor StagedRefresher: SingleFeedRefreshing {
    private(set) var started: [Int64] = []
    private(set) var cancelled: [Int64] = []
    private(set) var lineWasDown: [Bool] = []
    private var outcomes: [Int64: RefreshReport.Outcome] = [:]
    private var holds: Set<Int64> = []
    private var held: [Int64: CheckedContinuation<Void, Never>] = [:]
    private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    private let store: MemoryRefreshStore
    private let now: @Sendable () -> Date

    init(store: MemoryRefreshStore, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
    }

    func answer(_ outcome: RefreshReport.Outcome, for feed: Int64) { outcomes[feed] = outcome }
    func hold(_ feed: Int64) { holds.insert(feed) }
    func letGo(_ feed: Int64) {
        holds.remove(feed)
        held.removeValue(forKey: feed)?.resume()
    }

    func waitForStarts(_ count: Int) async {
        guard started.count < count else { return }
        await withCheckedContinuation { watchers.append((count, $0)) }
    }

    func refresh(_ feed: Int64, lineIsDown: Bool) async throws -> RefreshReport? {
        started.append(feed)
        lineWasDown.append(lineIsDown)
        for watcher in watchers where watcher.count <= started.count { watcher.continuation.resume() }
        watchers.removeAll { $0.count <= started.count }
        if holds.contains(feed) {
            await withTaskCancellationHandler {
                await withCheckedContinuation { held[feed] = $0 }
            } onCancel: {
                Task { await self.letGo(feed) }
            }
        }
        if Task.isCancelled {
            cancelled.append(feed)
            await store.release(feed)
            throw CancellationError()
        }
        let next = now() + 3600
        await store.postpone(feed, until: next)
        return RefreshReport(feed: feed, outcome: outcomes[feed] ?? .unchanged, next: next)
    }
}

/// A store in memory: what the scheduler needs, and a way to make it fail.
actor MemoryRefreshStore: RefreshStoring {
    struct Feed { var url: String, due: Date?, lease: Date? }
    struct Broken: Error {}

    private(set) var feeds: [Int64: Feed] = [:]
    private(set) var spread: [Int] = []
    private(set) var endedLeases = 0
    private var failingClaims = 0

    func add(_ id: Int64, _ url: String, due: Date?, lease: Date? = nil) {
        feeds[id] = Feed(url: url, due: due, lease: lease)
    }
    func failClaims(_ count: Int) { failingClaims = count }
    func isLeased(_ id: Int64) -> Bool { feeds[id]?.lease != nil }
    func due(_ id: Int64) -> Date? { feeds[id]?.due }

    func endLeases() {
        endedLeases += 1
        for id in feeds.keys { feeds[id]?.lease = nil }
    }
    func spreadOverdue(now: Date, atLeast count: Int, spacing: Duration) { spread.append(count) }
    func claimDue(now: Date, limit: Int, leaseUntil: Date) throws -> [Claim] {
        if failingClaims > 0 {
            failingClaims -= 1
            throw Broken()
        }
        let due = feeds.filter { ($0.value.due ?? .distantFuture) <= now && ($0.value.lease ?? .distantPast) <= now }
        let claimed = due.sorted { ($0.value.due ?? now, $0.key) < ($1.value.due ?? now, $1.key) }.prefix(limit)
        for (id, _) in claimed { feeds[id]?.lease = leaseUntil }
        return claimed.map { ($0.key, $0.value.url) }
    }
    func claim(_ feed: Int64, leaseUntil: Date) -> RefreshableFeed? {
        feeds[feed].map { RefreshableFeed(id: feed, url: $0.url) }
    }
    func nextDue() -> Date? { feeds.values.filter { $0.lease == nil }.compactMap(\.due).min() }
    func release(_ feed: Int64) { feeds[feed]?.lease = nil }
    func postpone(_ feed: Int64, until date: Date) {
        feeds[feed]?.lease = nil
        feeds[feed]?.due = date
    }
    func address(of feed: Int64) -> String? { feeds[feed]?.url }
    func refreshableFeeds(of user: Int64?) -> [Claim] { feeds.map { ($0.key, $0.value.url) } }
    func newestDates(of feed: Int64, limit: Int) -> [Date] { [] }
    func finish(_ record: RefreshRecord) { postpone(record.feed.id, until: record.next ?? .distantFuture) }
    func move(_ feed: Int64, to url: String, now: Date) -> Int64 { feed }
}
