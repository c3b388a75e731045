import Foundation
import Testing

@testable import PodcastServer

@Suite("Refresh queue")
struct RefreshQueueTests {
    let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func queue(parallel: Int = 4, perHost: Int = 1, gap: Double = 1) -> RefreshQueue {
        RefreshQueue(parallel: parallel, perHost: perHost, gap: .seconds(gap))
    }

    private func startAll(_ queue: inout RefreshQueue, _ now: Date) -> [Int64] {
        var started: [Int64] = []
        while let feed = queue.start(now: now) { started.append(feed) }
        return started
    }

    @Test("One feed a host at a time, hosts take turns")
    func turns() {
        var queue = queue()
        for feed in 1...3 { queue.add(Int64(feed), host: "a") }
        queue.add(10, host: "b")
        queue.add(20, host: "c")
        #expect(startAll(&queue, start) == [1, 10, 20])
        queue.finish(1, now: start)
        #expect(startAll(&queue, start) == [])
        #expect(queue.nextStart() == start + 1)
        #expect(startAll(&queue, start + 1) == [2])
        #expect(queue.waitingCount == 1)
        #expect(queue.nextStart() == nil)
    }

    @Test("No more than the limit run at once")
    func limit() {
        var queue = queue(parallel: 2)
        for feed in 1...5 { queue.add(Int64(feed), host: "h\(feed)") }
        #expect(startAll(&queue, start) == [1, 2])
        queue.finish(1, now: start)
        #expect(startAll(&queue, start) == [3])
        #expect(queue.running == [2, 3])
    }

    @Test("More than one a host where that is configured")
    func perHost() {
        var queue = queue(perHost: 2, gap: 0)
        for feed in 1...4 { queue.add(Int64(feed), host: "a") }
        #expect(startAll(&queue, start) == [1, 2])
        queue.finish(2, now: start)
        #expect(startAll(&queue, start) == [3])
    }

    @Test("A feed is in line once, and not again while it runs")
    func once() {
        var queue = queue(gap: 0)
        queue.add(1, host: "a")
        queue.add(1, host: "a")
        #expect(queue.waitingCount == 1)
        #expect(startAll(&queue, start) == [1])
        queue.add(1, host: "a")
        #expect(queue.waitingCount == 0)
        queue.finish(1, now: start)
        #expect(queue.isEmpty)
        queue.add(1, host: "a")
        #expect(startAll(&queue, start) == [1])
    }

    @Test("What a person asked for goes first, also when it waits already")
    func first() {
        var queue = queue(parallel: 1, gap: 0)
        for feed in 1...4 { queue.add(Int64(feed), host: "a") }
        queue.add(9, host: "b")
        queue.add(3, host: "a", first: true)
        queue.add(8, host: "c", first: true)
        var order: [Int64] = []
        while let feed = queue.start(now: start) {
            order.append(feed)
            queue.finish(feed, now: start)
        }
        #expect(order.first == 8)
        #expect(order[1] == 3)
        #expect(Set(order) == [1, 2, 3, 4, 8, 9])
    }

    @Test("A host with many feeds does not hold up the others")
    func fair() {
        var queue = queue(parallel: 1, gap: 0)
        for feed in 1...50 { queue.add(Int64(feed), host: "big") }
        for feed in 101...103 { queue.add(Int64(feed), host: "small\(feed)") }
        var order: [Int64] = []
        while let feed = queue.start(now: start) {
            order.append(feed)
            queue.finish(feed, now: start)
        }
        #expect(Set(order.prefix(4)) == [1, 101, 102, 103])
        #expect(order.count == 53)
    }

    @Test("A feed taken out of the line is not started, one that runs stays")
    func removing() {
        var queue = queue()
        queue.add(1, host: "a")
        queue.add(2, host: "b")
        #expect(queue.start(now: start) == 1)
        queue.remove(2)
        queue.remove(1)
        #expect(queue.start(now: start) == nil)
        #expect(queue.running == [1])
        queue.add(3, host: "c")
        #expect(queue.removeWaiting() == [3])
        #expect(queue.waitingCount == 0)
    }

    @Test("A resting host is remembered however many hosts come by")
    func resting() {
        var queue = queue(parallel: 1000, gap: 60)
        queue.add(1, host: "a")
        #expect(queue.start(now: start) == 1)
        queue.finish(1, now: start)
        for feed in 100..<600 {
            queue.add(Int64(feed), host: "h\(feed)")
            #expect(queue.start(now: start) == Int64(feed))
            queue.finish(Int64(feed), now: start)
        }
        queue.add(2, host: "a")
        #expect(queue.start(now: start + 59) == nil)
        #expect(queue.start(now: start + 60) == 2)
    }

    @Test("The line is down when several hosts in a row can't be reached")
    func outage() {
        var detector = OutageDetector(needed: 3)
        for _ in 0..<9 { detector.failedToReach("a") }
        #expect(!detector.isDown)
        detector.failedToReach("b")
        detector.answered()
        detector.failedToReach("c")
        detector.failedToReach("d")
        #expect(!detector.isDown)
        detector.failedToReach("e")
        #expect(detector.isDown)
        detector.answered()
        #expect(!detector.isDown)
    }
}
