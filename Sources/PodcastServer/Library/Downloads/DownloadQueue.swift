import Essentials
import Foundation
import PodcastAPI

/// Fetches the media that users and rules asked for, one file a host at a time.
///
/// All of it happens inside ``run()``. What the store says survives the process: an interrupted download is due again and goes
/// on at its byte, because the media folder knows which bytes it has.
actor DownloadQueue {
    private let store: PodcastStore
    private let media: MediaLibrary
    private let live: LiveEvents
    private let policy: DownloadPolicy
    private let ownsStore: Bool
    private let now: @Sendable () -> Date
    private let clock: any Clock<Duration>
    private let report: @Sendable (any Error) -> Void
    /// Running downloads with their hosts.
    private var running: [Int64: (host: String, task: Task<Void, Never>?)] = [:]
    private var pausedUntil: Date?

    init(
        store: PodcastStore,
        media: MediaLibrary,
        live: LiveEvents,
        policy: DownloadPolicy,
        ownsStore: Bool,
        now: @escaping @Sendable () -> Date,
        clock: any Clock<Duration> = ContinuousClock(),
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.store = store
        self.media = media
        self.live = live
        self.policy = policy
        self.ownsStore = ownsStore
        self.now = now
        self.clock = clock
        self.report = report
    }

    /// Fetches until cancelled; what is under way is then due again.
    func run() async {
        await prepare()
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                let rings = store.signal.rings
                await dropCancelled()
                while let job = await claimNext() {
                    running[job.entry] = (FeedURL.host(of: job.url), nil)
                    group.addTask { await self.perform(job) }
                }
                await store.signal.wait(after: rings, for: await nap(), clock)
            }
            group.cancelAll()
        }
    }

    /// What stands in the way at the moment, and the room there is.
    func space() async throws -> DownloadList.Space {
        let used = try await store.keptBytes()
        let free = media.folder.freeBytes
        return DownloadList.Space(
            used: used,
            limit: policy.limit,
            free: free,
            message: policy.obstacle(used: used, free: free)
        )
    }

    private func prepare() async {
        do {
            if ownsStore { try await store.takeBackDownloads(now: now()) }
            // Somebody emptied the folder, or put another one there.
            let lost = try await store.keptDownloads().filter { !media.folder.isKept($0) }
            try await store.downloadAgain(lost, now: now())
        } catch {
            if !(error is CancellationError) { report(error) }
        }
    }

    // MARK: Whose turn it is

    private func claimNext() async -> DownloadJob? {
        guard running.count < policy.parallel, !Task.isCancelled else { return nil }
        if let pausedUntil, now() < pausedUntil { return nil }
        pausedUntil = nil
        do {
            let jobs = try await store.dueDownloads(now: now(), limit: 100)
            let busy = Set(running.values.map(\.host))
            let free = jobs.filter { running[$0.entry] == nil }
            guard let job = policy.choose(free, busy: busy) else { return nil }
            guard try await space().message == nil else {
                pausedUntil = now() + policy.pause
                return nil
            }
            guard try await store.claimDownload(job, until: now() + policy.lease) else { return await claimNext() }
            return job
        } catch {
            if !(error is CancellationError) { report(error) }
            pausedUntil = now() + 30
            return nil
        }
    }

    /// How long nothing has to be done unless something changes.
    private func nap() async -> Duration {
        let longest = 60.0
        var next = (try? await store.nextDownloadDue()).flatMap(\.self) ?? now() + longest
        // What is due waits for a place, or a host, that a running one gives back with a ring.
        if next <= now() { next = now() + longest }
        if let pausedUntil { next = max(next, pausedUntil) }
        return .seconds(min(max(0.05, next.timeIntervalSince(now())), longest))
    }

    /// Stops downloads that nobody wants any more.
    private func dropCancelled() async {
        for (entry, job) in running {
            guard let wishers = try? await store.wishers(of: entry), wishers.isEmpty else { continue }
            job.task?.cancel()
        }
    }

    // MARK: One download

    private func perform(_ job: DownloadJob) async {
        // Ended by `dropCancelled`, or with the group by the handler below.
        let task = Task { await self.fetch(job) }
        running[job.entry]?.task = task
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        running[job.entry] = nil
        store.signal.ring()
    }

    private func fetch(_ job: DownloadJob) async {
        do {
            let progress = DownloadProgress(interval: policy.lease / 10, now: now)
            let users = try await store.wishers(of: job.entry)
            let length = try await media.fetch(job.entry) { [self] received, length in
                guard progress.isDue(received) else { return }
                await tell(job.entry, received, length, users)
                let until = now() + policy.lease
                guard progress.mustSave() else { return }
                _ = try? await store.continueDownload(job.entry, received: received, length: length, until: until)
            }
            try await Shield.run { [store] in try await store.finishDownload(job.entry, length: length) }
        } catch {
            await conclude(job, error)
        }
    }

    private func conclude(_ job: DownloadJob, _ error: any Error) async {
        do {
            if error is CancellationError || Task.isCancelled {
                try await Shield.run { [store, now] in try await store.yieldDownload(job.entry, due: now()) }
            } else if case DownloadError.noRoom = error {
                pausedUntil = now() + policy.pause
                try await store.yieldDownload(job.entry, due: now())
            } else {
                let failures = job.failures + 1
                let sentence = (error as? any SentenceError)?.sentence ?? "The download failed."
                let due = policy.retry(after: error, failures: failures, now: now())
                try await store.failDownload(job.entry, sentence, failures: failures, due: due)
            }
        } catch {
            report(error)
        }
    }

    private func tell(_ entry: Int64, _ received: Int64, _ length: Int64?, _ users: [Int64]) {
        var event = ServerEvent(.progress)
        event.entry = "\(entry)"
        event.received = received
        event.length = length
        live.send(event, to: users)
    }
}
