import Foundation

/// Fetches feeds when they are due or asked for: the only place that starts fetches.
///
/// All fetching happens inside ``run()``; when that is cancelled, fetches are cancelled with it, what they had stored stays, and
/// their feeds are due again.
actor RefreshScheduler {
    typealias FeedID = Int64

    private let store: any RefreshStoring
    private let refresher: any SingleFeedRefreshing
    private let configuration: RefreshConfiguration
    private let now: @Sendable () -> Date
    private let alarm: Alarm

    private var queue: RefreshQueue
    private var outage = OutageDetector()
    /// Hosts that asked to be left alone, and until when.
    private var rests: [String: Date] = [:]
    /// The right to fetch feeds that wait or run; a feed that a person asked for is claimed when its turn comes.
    private var leases: [FeedID: (lease: FetchLease, until: Date)] = [:]
    private var waiters: [FeedID: [Waiter]] = [:]
    private var lastWaiter = 0
    /// When the store has to be asked for due feeds again.
    private var nextClaim = Date.distantPast
    private var isStopped = false

    private struct Waiter {
        let number: Int
        let continuation: CheckedContinuation<RefreshReport, any Error>
    }

    init(
        store: any RefreshStoring,
        refresher: any SingleFeedRefreshing,
        configuration: RefreshConfiguration,
        now: @escaping @Sendable () -> Date,
        clock: any Clock<Duration>
    ) {
        self.store = store
        self.refresher = refresher
        self.configuration = configuration
        self.now = now
        alarm = Alarm(clock: clock)
        queue = RefreshQueue(
            parallel: configuration.parallel,
            perHost: configuration.perHost,
            gap: configuration.hostGap
        )
    }

    /// Feeds being fetched, and those a person asked for that wait for their turn.
    var refreshing: Set<FeedID> { queue.running.union(waiters.keys) }

    /// Refreshes until cancelled; returns when every fetch has ended and the store is at rest.
    func run() async {
        isStopped = false
        nextClaim = .distantPast
        await prepare()
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                await claimDue()
                while let feed = await startNext() {
                    group.addTask { await self.perform(feed) }
                }
                await alarm.wait(for: nap())
            }
            group.cancelAll()
        }
        await stop()
    }

    private func prepare() async {
        await reporting {
            if configuration.ownsStore { try await store.releaseAllFeeds() }
            try await store.spreadOverdue(
                now: now(),
                atLeast: configuration.parallel + 1,
                spacing: configuration.startSpacing
            )
        }
    }

    private func stop() async {
        isStopped = true
        _ = queue.removeWaiting()
        for feed in Set(waiters.keys) { resume(feed, with: .failure(CancellationError())) }
        let waiting = leases.values.map(\.lease)
        leases = [:]
        await reporting {
            try await Shield.run { [store] in
                for lease in waiting { try await store.release(lease) }
            }
        }
    }

    // MARK: Due feeds

    private func claimDue() async {
        let limit = configuration.lookahead - queue.waitingCount
        guard now() >= nextClaim, limit > 0 else { return }
        // Set first: whoever subscribes during the question moves it back.
        nextClaim = .distantFuture
        do {
            let until = now() + configuration.lease / .seconds(1)
            let claimed = try await store.claimDueFeeds(now: now(), until: until, limit: limit)
            for lease in claimed {
                leases[lease.feed] = (lease, until)
                queue.add(lease.feed, host: FeedURL.host(of: lease.state.url))
            }
            let next = claimed.count < limit ? try await store.nextDue() : now()
            let later = now() + configuration.longestSleep / .seconds(1)
            nextClaim = min(nextClaim, next ?? later, later)
        } catch {
            nextClaim = now() + 30
            report(error)
        }
    }

    /// How long nothing has to be done.
    private func nap() -> Duration {
        let next = [queue.nextStart(), queue.waitingCount < configuration.lookahead ? nextClaim : nil].compactMap(
            \.self
        ).min()
        guard let next else { return configuration.longestSleep }
        return min(max(.seconds(next.timeIntervalSince(now())), .zero), configuration.longestSleep)
    }

    /// The next feed to fetch; feeds of hosts that asked for rest are put off on the way.
    private func startNext() async -> FeedID? {
        while let feed = queue.start(now: now()) {
            guard let host = queue.host(of: feed), let end = rests[host] else { return feed }
            let left = end.timeIntervalSince(now())
            guard left > 0 else {
                rests[host] = nil
                return feed
            }
            queue.finish(feed, now: now())
            // Spread behind the rest's end, or all of the host's feeds would come back at once.
            let due = end + .random(in: 0..<max(60, left / 10))
            await reporting {
                if let lease = try await lease(for: feed) { try await store.postpone(lease, until: due) }
            }
            let failure = FetchFailure.busy(host: host, retryAfter: .seconds(left))
            resume(feed, with: .success(RefreshReport(feed: feed, outcome: .failed(failure), next: due)))
        }
        return nil
    }

    private func perform(_ feed: FeedID) async {
        let result: Result<RefreshReport, any Error>
        await configuration.onRefresh?(feed, true)
        do {
            guard let lease = try await lease(for: feed) else { throw RefreshError.underWayElsewhere }
            result = .success(try await refresher.refresh(lease, lineIsDown: outage.isDown))
        } catch StoreError.noSuchFeed {
            result = .failure(RefreshError.noSuchFeed)
        } catch {
            result = .failure(error)
            if !(error is RefreshError) { report(error) }
        }
        if let host = queue.host(of: feed) { learn(from: result, host: host) }
        queue.finish(feed, now: now())
        if case .success(let report) = result, let next = report.next { nextClaim = min(nextClaim, next) }
        resume(feed, with: result)
        alarm.ring()
        await configuration.onRefresh?(feed, false)
    }

    /// The right to fetch a feed: the one it came with, held for longer where it no longer lasts for a whole fetch, else a
    /// new one; `nil` when another copy has it.
    private func lease(for feed: FeedID) async throws -> FetchLease? {
        let until = now() + configuration.lease / .seconds(1)
        if let held = leases.removeValue(forKey: feed) {
            guard held.until < now() + configuration.timeout / .seconds(1) * 2 else { return held.lease }
            if try await store.renew(held.lease, until: until) { return held.lease }
            // Another copy took it, and has perhaps fetched it already: again only if a person asks.
            guard waiters[feed] != nil else { return nil }
        }
        return try await store.claimFeed(feed, now: now(), until: until)
    }

    private func learn(from result: Result<RefreshReport, any Error>, host: String) {
        guard case .success(let report) = result else { return }
        guard case .failed(let failure) = report.outcome else { return outage.answered() }
        if failure.isUnreachable { outage.failedToReach(host) } else { outage.answered() }
        guard case .busy(let retryAfter) = failure.kind else { return }
        let rest = min(retryAfter ?? configuration.hostRest, configuration.policy.rare)
        rests[host] = now() + rest / .seconds(1)
    }

    // MARK: Asked for

    /// Fetches a feed as soon as its host allows, or joins a fetch under way; returns when it is done.
    ///
    /// Waits for ``run()`` where that has not begun. Cancelling stops the waiting, not the fetch, which others may wait for.
    func refresh(_ feed: FeedID) async throws -> RefreshReport {
        guard let address = try await store.addresses(.feed(feed)).first else { throw RefreshError.noSuchFeed }
        return try await refresh(feed, at: address.url)
    }

    private func refresh(_ feed: FeedID, at url: String) async throws -> RefreshReport {
        try Task.checkCancellation()
        guard !isStopped else { throw CancellationError() }
        queue.add(feed, host: FeedURL.host(of: url), first: true)
        alarm.ring()
        lastWaiter += 1
        let number = lastWaiter
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiters[feed, default: []].append(Waiter(number: number, continuation: continuation))
                if Task.isCancelled { leave(feed, number) }
            }
        } onCancel: {
            // Lives for one hop: it only takes this waiter away.
            Task { await self.leave(feed, number) }
        }
    }

    /// Fetches feeds and returns each one's result; those that were removed meanwhile are left out.
    func refreshAll(_ choice: RefreshChoice) async throws -> [RefreshReport] {
        let feeds = try await store.addresses(choice)
        return try await withThrowingTaskGroup(of: RefreshReport?.self) { group in
            for feed in feeds {
                group.addTask {
                    do { return try await self.refresh(feed.feed, at: feed.url) } catch is RefreshError { return nil }
                }
            }
            var reports: [RefreshReport] = []
            for try await report in group { report.map { reports.append($0) } }
            return reports
        }
    }

    /// Puts feeds in line and returns how many they are.
    func requestAll(_ choice: RefreshChoice) async throws -> Int {
        let feeds = try await store.addresses(choice)
        for feed in feeds { queue.add(feed.feed, host: FeedURL.host(of: feed.url)) }
        alarm.ring()
        return feeds.count
    }

    /// Feeds were added or made due by somebody else.
    func lookAgain() {
        nextClaim = .distantPast
        alarm.ring()
    }

    private func leave(_ feed: FeedID, _ number: Int) {
        guard let index = waiters[feed]?.firstIndex(where: { $0.number == number }) else { return }
        let waiter = waiters[feed]?.remove(at: index)
        if waiters[feed]?.isEmpty ?? false { waiters[feed] = nil }
        waiter?.continuation.resume(throwing: CancellationError())
    }

    /// How many wait for a feed.
    func waiterCount(_ feed: FeedID) -> Int { waiters[feed]?.count ?? 0 }

    private func resume(_ feed: FeedID, with result: Result<RefreshReport, any Error>) {
        for waiter in waiters.removeValue(forKey: feed) ?? [] { waiter.continuation.resume(with: result) }
    }

    // MARK: Errors of the store

    private func reporting(_ work: () async throws -> Void) async {
        do { try await work() } catch { report(error) }
    }

    private func report(_ error: any Error) {
        guard !(error is CancellationError) else { return }
        configuration.onStoreError?(error)
    }
}
