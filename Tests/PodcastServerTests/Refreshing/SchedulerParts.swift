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
    private let store: PodcastStore
    private let now: @Sendable () -> Date

    init(store: PodcastStore, now: @escaping @Sendable () -> Date) {
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

    @concurrent
    func refresh(_ lease: FetchLease, lineIsDown: Bool) async throws -> RefreshReport {
        try await stage(lease, lineIsDown)
    }

    private func stage(_ lease: FetchLease, _ lineIsDown: Bool) async throws -> RefreshReport {
        let feed = lease.feed
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
            let store = store
            try await Shield.run { try await store.release(lease) }
            throw CancellationError()
        }
        let next = now() + 3600
        try await store.record(FetchSuccess(at: now(), nextRefresh: next), lease)
        return RefreshReport(feed: feed, outcome: outcomes[feed] ?? .unchanged, next: next)
    }
}
