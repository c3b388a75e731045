import Essentials
import Foundation
import HTTP

/// One entry's file while somebody uses it: the bytes on disk, the transfers that bring more, the readers that wait.
///
/// Readers never talk to the publisher's server: they take bytes from the disk, and where some are missing a transfer
/// brings them, for every reader at once. Where the disk fails, readers are told to go to the server themselves.
///
/// The actor does short reads and writes that the page cache answers; waiting for the disk happens outside it.
actor MediaEntry {
    let id: Int64
    let folder: MediaFolder
    let upstream: MediaUpstream
    let configuration: MediaConfiguration

    /// What is known of the file; `nil` before the first answer.
    var facts: MediaFacts?
    /// The entity tag's value for clients.
    var tag = ""
    /// The bytes on disk.
    var present = ByteRangeSet()
    /// `nil` where the disk failed or another version is about to begin.
    var file: PartialFile?
    /// Whether bytes are still written: a full disk ends it, playing goes on.
    var isCaching = true
    /// Counts versions of the file: a reader of an older one is cut off, never given a mixture.
    var generation = 0
    /// Whether the publisher's server has answered since this entry was opened.
    var isConfirmed = false
    /// How the server is asked.
    var manner = UpstreamManner.ranged
    /// Whether the server ignored a `Range`.
    var isSequential = false
    /// The end as met, for a server that doesn't tell the length.
    var metEnd: Int64?
    /// Whether the file has its final name.
    var isKept = false

    var readers: [Int: Reader] = [:]
    var transfers: [Int: Transfer] = [:]
    var failure: Failure?
    var failures = 0
    var changes = 0
    var unsaved: Int64 = 0
    var isSaving = false
    private var nextNumber = 0
    private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var uses = 0
    private var idlePeriod = 0
    private(set) var isClosed = false
    private var isReleased = false
    /// Told how many bytes were added to the disk, so that older files can make room.
    let grew: @Sendable (Int64) async -> Void
    /// Told when the folder is free for another to open this entry.
    private let released: @Sendable (MediaEntry) async -> Void

    /// Who reads, and how far they are.
    struct Reader {
        var position: Int64
        /// The byte after the last one wanted; `nil` for the end, wherever that is.
        var end: Int64?
        var generation: Int
    }

    /// Opens what the folder has of the entry.
    init(
        id: Int64,
        folder: MediaFolder,
        upstream: MediaUpstream,
        configuration: MediaConfiguration,
        grew: @escaping @Sendable (Int64) async -> Void,
        released: @escaping @Sendable (MediaEntry) async -> Void
    ) {
        self.released = released
        self.id = id
        self.grew = grew
        self.folder = folder
        self.upstream = upstream
        self.configuration = configuration
        do {
            let (opened, record) = try Self.restore(id, folder, source: upstream.source.identity)
            file = opened
            facts = record?.0.facts
            tag = record?.0.tag ?? ""
            present = record?.1 ?? ByteRangeSet()
        } catch {
            isCaching = false
            if let error = error as? any SentenceError { configuration.report(error) }
        }
    }

    /// Opens the partial file with what its description says of it; an empty one where that can't be trusted.
    private static func restore(
        _ id: Int64,
        _ folder: MediaFolder,
        source: String
    ) throws -> (PartialFile, (MediaRecord, ByteRangeSet)?) {
        let opened = try PartialFile(path: folder.partPath(id))
        if let record = folder.record(id), record.source == source,
            let ranges = record.checkedRanges(fileSize: opened.size), ranges.count > 0
        {
            return (opened, (record, ranges))
        }
        folder.removePartial(id)
        return (try PartialFile(path: folder.partPath(id)), nil)
    }

    /// Goes on without the disk.
    func stopCaching(_ error: any Error) {
        isCaching = false
        if let error = error as? any SentenceError { configuration.report(error) }
        signal()
    }

    /// The end of the file where it is known.
    var end: Int64? { facts?.length ?? metEnd }

    func newNumber() -> Int {
        nextNumber += 1
        return nextNumber
    }
}

// MARK: - Waiting

extension MediaEntry {
    /// Suspends until something about this entry has changed.
    ///
    /// - Throws: `CancellationError`.
    func waitForSignal() async throws {
        let number = newNumber()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { continuation.resume() } else { waiters[number] = continuation }
            }
        } onCancel: {
            // Lives for one hop: it only wakes this waiter.
            Task { await self.wake(number) }
        }
        try Task.checkCancellation()
    }

    /// Suspends until something has changed, cancelled or not.
    func nextSignal() async {
        let number = newNumber()
        await withCheckedContinuation { waiters[number] = $0 }
    }

    private func wake(_ number: Int) { waiters.removeValue(forKey: number)?.resume() }

    /// Lets everybody who waits look again.
    func signal() {
        let waiting = waiters
        waiters = [:]
        for waiter in waiting.values { waiter.resume() }
    }
}

// MARK: - Lifetime

extension MediaEntry {
    /// Counts a request or a reader in; `false` when this entry is being closed and another must be opened.
    func begin() -> Bool {
        guard !isClosed else { return false }
        uses += 1
        return true
    }

    /// Counts a request or a reader out.
    ///
    /// With the last one the transfers rest; when nobody has come back after the linger time they end, unless the
    /// file is nearly whole.
    func finish(reader: Int? = nil) {
        if let reader { readers[reader] = nil }
        uses -= 1
        signal()
        guard uses == 0, !isClosed else { return }
        idlePeriod += 1
        let period = idlePeriod
        // Ends by itself after the linger time; the entry lives as long.
        Task {
            try? await configuration.pause(configuration.linger)
            await closeIfIdle(period)
        }
    }

    private func closeIfIdle(_ period: Int) async {
        while uses == 0, period == idlePeriod, transfers.keys.contains(where: isNearlyDone) {
            await nextSignal()
        }
        guard uses == 0, period == idlePeriod, !isClosed else { return }
        await close()
    }

    /// Ends the transfers and saves what is there.
    func close() async {
        guard !isClosed else {
            await waitUntilClosed()
            return
        }
        isClosed = true
        for transfer in transfers.values { transfer.task?.cancel() }
        while !transfers.isEmpty { await nextSignal() }
        await save()
        // A file whose end nobody proved is of no use to anybody later.
        if !isKept, facts?.length == nil || present.count == 0 { folder.removePartial(id) }
        file = nil
        isReleased = true
        signal()
        await released(self)
    }

    /// Returns when the folder is free for another to open this entry.
    func waitUntilClosed() async {
        while !isReleased { await nextSignal() }
    }
}
