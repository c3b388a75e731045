import Essentials
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SingleFlightTests {
    private struct Failure: Error, Equatable {}

    @Test func twoReadersShareOneFlight() async throws {
        let flights = SingleFlight<String, Int>()
        let runs = Counter()
        let started = Latch()
        let release = Latch()
        let work: @Sendable () async throws -> Int = {
            runs.next()
            started.fire()
            await release.wait()
            return 7
        }
        async let first = flights.value(for: "a", work)
        await started.wait()
        async let second = flights.value(for: "a", work)
        while await flights.waiters(for: "a") < 2 { await Task.yield() }
        async let other = flights.value(for: "b") { 8 }
        #expect(try await other == 8)
        release.fire()
        #expect(try await first == 7)
        #expect(try await second == 7)
        #expect(runs.value == 1)
        #expect(try await flights.value(for: "a") { 9 } == 9)
    }

    @Test func oneThatLeavesDoesNotDisturbTheOther() async throws {
        let flights = SingleFlight<String, Int>()
        let started = Latch()
        let release = Latch()
        let cancelled = Counter()
        let work: @Sendable () async throws -> Int = {
            started.fire()
            await release.wait()
            if Task.isCancelled { cancelled.next() }
            return 7
        }
        let first = Task { try await flights.value(for: "a", work) }
        await started.wait()
        let second = Task { try await flights.value(for: "a", work) }
        while await flights.waiters(for: "a") < 2 { await Task.yield() }
        first.cancel()
        while await flights.waiters(for: "a") > 1 { await Task.yield() }
        release.fire()
        #expect(try await second.value == 7)
        #expect(cancelled.value == 0)
        await #expect(throws: CancellationError.self) { try await first.value }
    }

    @Test func theLastToLeaveCancelsTheWork() async throws {
        let flights = SingleFlight<String, Int>()
        let started = Latch()
        let never = Latch()
        let cancelled = Latch()
        let task = Task {
            try await flights.value(for: "a") {
                started.fire()
                await never.wait()
                if Task.isCancelled { cancelled.fire() }
                return 7
            }
        }
        await started.wait()
        task.cancel()
        await cancelled.wait()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await flights.value(for: "a") { 9 } == 9)
    }

    @Test func aFailureReachesAllAndIsNotKept() async throws {
        let flights = SingleFlight<String, Int>()
        await #expect(throws: Failure()) { try await flights.value(for: "a") { throw Failure() } }
        #expect(try await flights.value(for: "a") { 9 } == 9)
    }
}
