import Foundation
import HTTP
import Synchronization
import Testing

@testable import PodcastServer

@Suite("Refresh scheduler")
struct RefreshSchedulerTests {
    let time = ManualTime()
    let store: TestStore
    let refresher: StagedRefresher

    init() async throws {
        store = try await TestStore(now: time.date)
        refresher = StagedRefresher(store: store.store) { [time] in time.date }
    }

    /// Runs a scheduler for as long as `body` takes.
    private func withScheduler(
        _ change: (inout RefreshConfiguration) -> Void = { _ in },
        _ body: (RefreshScheduler) async throws -> Void
    ) async throws {
        var configuration = RefreshConfiguration()
        configuration.longestSleep = .seconds(1_000_000)
        configuration.hostGap = .zero
        change(&configuration)
        let scheduler = RefreshScheduler(
            store: store.store,
            refresher: refresher,
            configuration: configuration,
            now: { [time] in time.date },
            clock: time
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await scheduler.run() }
            try await body(scheduler)
            group.cancelAll()
        }
    }

    @Test("A feed is fetched when it is due, again when it is due again, and not in between")
    func due() async throws {
        try await store.add("https://a.example/", due: time.date + 600)
        try await store.add("https://b.example/", due: nil)
        try await withScheduler { _ in
            await time.waitForSleeper()
            #expect(await refresher.started == [])
            time.advance(by: .seconds(599))
            time.advance(by: .seconds(1))
            await refresher.waitForStarts(1)
            await time.waitForSleeper()
            time.advance(by: .seconds(3600))
            await refresher.waitForStarts(2)
            #expect(await refresher.started == [1, 1])
        }
    }

    @Test("After a restart everything overdue is fetched once, and not at once")
    func overdue() async throws {
        for id in 1...40 { try await store.add("https://h\(id % 7).example/\(id)", due: time.date - Double(id)) }
        try await withScheduler { _ in
            await time.waitForSleeper()
            #expect(await refresher.started.count < 16)
            for _ in 0..<40 {
                await time.waitForSleeper()
                time.advance(by: .milliseconds(50))
            }
            await refresher.waitForStarts(40)
            await time.waitForSleeper()
            #expect(await Set(refresher.started) == Set(1...40))
            #expect(await refresher.started.count == 40)
        }
    }

    @Test("Those who ask while a fetch is under way join it")
    func joins() async throws {
        try await store.add("https://a.example/", due: nil)
        await refresher.hold(1)
        await refresher.answer(.updated(newEntries: 3), for: 1)
        try await withScheduler { scheduler in
            async let first = scheduler.refresh(1)
            await refresher.waitForStarts(1)
            async let second = scheduler.refresh(1)
            #expect(await scheduler.refreshing == [1])
            while await scheduler.waiterCount(1) < 2 { await Task.yield() }
            await refresher.letGo(1)
            let reports = try await [first, second]
            #expect(reports.map(\.outcome) == [.updated(newEntries: 3), .updated(newEntries: 3)])
            #expect(await refresher.started == [1])
            #expect(await scheduler.refreshing == [])
        }
    }

    @Test("A feed nobody has is refused")
    func unknown() async throws {
        try await withScheduler { scheduler in
            await #expect(throws: RefreshError.noSuchFeed) { try await scheduler.refresh(99) }
        }
    }

    @Test("One who stops waiting does not stop the fetch of the others")
    func leaving() async throws {
        try await store.add("https://a.example/", due: nil)
        await refresher.hold(1)
        try await withScheduler { scheduler in
            let impatient = Task { try await scheduler.refresh(1) }
            await refresher.waitForStarts(1)
            async let patient = scheduler.refresh(1)
            while await scheduler.waiterCount(1) < 2 { await Task.yield() }
            impatient.cancel()
            await #expect(throws: CancellationError.self) { try await impatient.value }
            await refresher.letGo(1)
            let report = try await patient
            #expect(report.outcome == .unchanged)
            #expect(await refresher.cancelled == [])
        }
    }

    @Test("Stopping cancels what runs, gives back what waits, and tells who asked")
    func stops() async throws {
        try await store.add("https://a.example/1", due: time.date)
        try await store.add("https://a.example/2", due: time.date)
        try await store.add("https://a.example/3", due: nil)
        await refresher.hold(1)
        let asked = Mutex<Task<RefreshReport, any Error>?>(nil)
        try await withScheduler { scheduler in
            await refresher.waitForStarts(1)
            let task = Task { try await scheduler.refresh(3) }
            asked.withLock { $0 = task }
            while await scheduler.waiterCount(3) < 1 { await Task.yield() }
            let isLeased = try await store.isLeased(2)
            #expect(isLeased)
        }
        #expect(await refresher.started == [1])
        #expect(await refresher.cancelled == [1])
        #expect(try await !store.isLeased(1))
        #expect(try await !store.isLeased(2))
        #expect(try await store.due(1) == time.date)
        await #expect(throws: CancellationError.self) { try await asked.withLock { $0 }?.value }
        // What was interrupted continues with the next start.
        try await withScheduler { _ in
            await refresher.waitForStarts(3)
            #expect(await refresher.started.sorted() == [1, 1, 2])
        }
    }

    @Test("Leases of a dead process end at the start, unless other processes use the store")
    func leases() async throws {
        try await store.add("https://a.example/", due: time.date - 5, leasedUntil: time.date + 900)
        try await withScheduler({ $0.ownsStore = false }) { _ in
            await time.waitForSleeper()
            #expect(await refresher.started == [])
        }
        try await withScheduler { _ in await refresher.waitForStarts(1) }
    }

    @Test("A host that asks for rest is left alone with all its feeds")
    func rests() async throws {
        for id in 1...3 { try await store.add("https://busy.example/\(id)", due: time.date) }
        try await store.add("https://other.example/", due: time.date)
        for id in 1...3 {
            await refresher.answer(.failed(.busy(host: "busy.example", retryAfter: .seconds(7200))), for: Int64(id))
        }
        try await withScheduler { scheduler in
            await refresher.waitForStarts(2)
            try await waitUntil { try await store.due(3) != time.date }
            #expect(await refresher.started.sorted() == [1, 4])
            let putOff = try #require(try await store.due(2))
            #expect(putOff >= time.date + 7200)
            let report = try await scheduler.refresh(3)
            #expect(report.outcome == .failed(.busy(host: "busy.example", retryAfter: .seconds(7200))))
            #expect(await refresher.started.sorted() == [1, 4])
            time.advance(by: .seconds(7201))
            _ = try await scheduler.refresh(3)
            #expect(await refresher.started.contains(3))
        }
    }

    @Test("When no host can be reached the line is down, until one answers")
    func outage() async throws {
        for id in 1...6 {
            try await store.add("https://h\(id).example/", due: nil)
            await refresher.answer(.failed(.network(.cannotResolve(host: "h\(id).example"))), for: Int64(id))
        }
        try await withScheduler { scheduler in
            for id in 1...5 { _ = try await scheduler.refresh(Int64(id)) }
            await refresher.answer(.unchanged, for: 6)
            for id in [6, 5] { _ = try await scheduler.refresh(Int64(id)) }
            #expect(await refresher.lineWasDown == [false, false, false, false, true, true, false])
        }
    }

    @Test("A store that fails is reported and asked again")
    func storeFails() async throws {
        try await store.add("https://a.example/", due: time.date)
        try await store.execute("ALTER TABLE fetch_states RENAME TO away")
        let errors = Mutex(0)
        try await withScheduler({ $0.onStoreError = { _ in errors.withLock { $0 += 1 } } }) { _ in
            await time.waitForSleeper()
            // Once for the leases, once for the overdue feeds' times, once for the claim.
            #expect(errors.withLock { $0 } > 0)
            #expect(await refresher.started == [])
            try await store.execute("ALTER TABLE away RENAME TO fetch_states")
            time.advance(by: .seconds(30))
            await refresher.waitForStarts(1)
        }
    }

    @Test("All at once means each once, with a result for each")
    func all() async throws {
        for id in 1...50 { try await store.add("https://h\(id % 5).example/\(id)", due: time.date + 1e6) }
        try await withScheduler { scheduler in
            let reports = try await scheduler.refreshAll(.all)
            #expect(Set(reports.map(\.feed)) == Set(1...50))
            #expect(await refresher.started.count == 50)
            #expect(try await scheduler.requestAll(.user(store.user)) == 50)
            await refresher.waitForStarts(100)
        }
    }

    @Test("A feed that was subscribed a moment ago is fetched when the scheduler is told to look")
    func looksAgain() async throws {
        try await withScheduler { scheduler in
            await time.waitForSleeper()
            try await store.add("https://a.example/", due: time.date)
            await scheduler.lookAgain()
            await refresher.waitForStarts(1)
        }
    }
}
