import Foundation
import Testing

@testable import PodcastServer

@Suite struct AttemptLimiterTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func aFewMistakesCostNothing() {
        var limiter = AttemptLimiter()
        for _ in 1..<limiter.freeFailures { limiter.recordFailure("a", now: start) }
        #expect(limiter.wait(for: "a", now: start) == 0)
    }

    @Test func waitsDoubleUpToTheLongest() {
        var limiter = AttemptLimiter()
        for _ in 0..<limiter.freeFailures { limiter.recordFailure("a", now: start) }
        #expect(limiter.wait(for: "a", now: start) == 15)
        limiter.recordFailure("a", now: start)
        #expect(limiter.wait(for: "a", now: start) == 30)
        for _ in 0..<100 { limiter.recordFailure("a", now: start) }
        #expect(limiter.wait(for: "a", now: start) == limiter.longestDelay)
    }

    @Test func waitingEndsWithTime() {
        var limiter = AttemptLimiter()
        for _ in 0..<limiter.freeFailures { limiter.recordFailure("a", now: start) }
        #expect(limiter.wait(for: "a", now: start.addingTimeInterval(10)) == 5)
        #expect(limiter.wait(for: "a", now: start.addingTimeInterval(15)) == 0)
    }

    @Test func successForgetsAndKeysAreApart() {
        var limiter = AttemptLimiter()
        for _ in 0..<10 { limiter.recordFailure("a", now: start) }
        #expect(limiter.wait(for: "b", now: start) == 0)
        limiter.recordSuccess("a")
        #expect(limiter.wait(for: "a", now: start) == 0)
    }

    @Test func aFloodOfKeysDoesNotGrowMemoryAndKeepsTheNewest() {
        var limiter = AttemptLimiter()
        limiter.capacity = 100
        for index in 0..<1_000 {
            for _ in 0..<5 { limiter.recordFailure("\(index)", now: start.addingTimeInterval(Double(index) / 1000)) }
        }
        #expect(limiter.wait(for: "999", now: start.addingTimeInterval(1)) > 0)
        #expect(limiter.wait(for: "0", now: start.addingTimeInterval(1)) == 0)
    }
}
