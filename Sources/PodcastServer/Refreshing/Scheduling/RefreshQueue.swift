import Foundation

/// Which waiting feed is fetched next: a state machine without clock or network.
///
/// At most ``parallel`` at once, ``perHost`` at once to one host, with ``gap`` between the end of one and the start of the next.
/// Hosts take turns, so a host with a hundred feeds does not hold up one with a single feed.
struct RefreshQueue: Sendable {
    typealias FeedID = Int64

    private struct Host {
        var waiting: [FeedID] = []
        var running = 0
        var restsUntil = Date.distantPast
    }

    let parallel: Int
    let perHost: Int
    let gap: Duration

    private var hosts: [String: Host] = [:]
    /// The hosts with waiting feeds, the one whose turn it is first.
    private var turns: [String] = []
    private var hostOf: [FeedID: String] = [:]
    private(set) var running: Set<FeedID> = []

    init(parallel: Int, perHost: Int, gap: Duration) {
        self.parallel = max(parallel, 1)
        self.perHost = max(perHost, 1)
        self.gap = gap
    }

    /// Feeds that wait for their turn.
    var waitingCount: Int { hostOf.count - running.count }

    /// The host of a feed that waits or runs.
    func host(of feed: FeedID) -> String? { hostOf[feed] }

    /// Whether nothing waits and nothing runs.
    var isEmpty: Bool { hostOf.isEmpty }

    /// Puts a feed in line; one that a person asked for goes to the head of its host's line.
    ///
    /// Does nothing for a feed that runs already, and only moves up one that waits.
    mutating func add(_ feed: FeedID, host: String, first: Bool = false) {
        if let known = hostOf[feed] {
            guard first, !running.contains(feed), let index = hosts[known]?.waiting.firstIndex(of: feed) else { return }
            hosts[known]?.waiting.remove(at: index)
            hosts[known]?.waiting.insert(feed, at: 0)
            takeTurn(known)
            return
        }
        hostOf[feed] = host
        if hosts[host, default: Host()].waiting.isEmpty { turns.append(host) }
        if first {
            hosts[host, default: Host()].waiting.insert(feed, at: 0)
            takeTurn(host)
        } else {
            hosts[host, default: Host()].waiting.append(feed)
        }
    }

    private mutating func takeTurn(_ host: String) {
        guard let index = turns.firstIndex(of: host), index > 0 else { return }
        turns.remove(at: index)
        turns.insert(host, at: 0)
    }

    /// The next feed to fetch now, which counts as running from here on; `nil` when none may start.
    mutating func start(now: Date) -> FeedID? {
        guard running.count < parallel else { return nil }
        guard let index = turns.firstIndex(where: { mayStart($0, now) }) else { return nil }
        let name = turns.remove(at: index)
        guard var host = hosts[name], !host.waiting.isEmpty else { return nil }
        let feed = host.waiting.removeFirst()
        host.running += 1
        if !host.waiting.isEmpty { turns.append(name) }
        hosts[name] = host
        running.insert(feed)
        return feed
    }

    private func mayStart(_ name: String, _ now: Date) -> Bool {
        guard let host = hosts[name] else { return false }
        return host.running < perHost && host.restsUntil <= now
    }

    /// Ends a running feed's turn.
    mutating func finish(_ feed: FeedID, now: Date) {
        guard running.remove(feed) != nil, let name = hostOf.removeValue(forKey: feed), var host = hosts[name] else {
            return
        }
        host.running -= 1
        host.restsUntil = now + gap / .seconds(1)
        hosts[name] = host
        forget(now)
    }

    /// Takes a waiting feed out of the line.
    mutating func remove(_ feed: FeedID) {
        guard !running.contains(feed), let name = hostOf.removeValue(forKey: feed) else { return }
        hosts[name]?.waiting.removeAll { $0 == feed }
        if hosts[name]?.waiting.isEmpty ?? true { turns.removeAll { $0 == name } }
    }

    /// Empties the line; what runs goes on.
    mutating func removeWaiting() -> [FeedID] {
        let waiting = hostOf.keys.filter { !running.contains($0) }
        for feed in waiting { remove(feed) }
        return waiting
    }

    /// When the next resting host with a waiting feed may be asked, if nothing else happens first.
    func nextStart() -> Date? {
        guard running.count < parallel else { return nil }
        return turns.compactMap { hosts[$0] }.filter { $0.running < perHost }.map(\.restsUntil).min()
    }

    /// Hosts that rested enough and have nothing to do take no memory; looked at once in a while.
    private mutating func forget(_ now: Date) {
        guard hosts.count > 64, hosts.count > 2 * turns.count else { return }
        hosts = hosts.filter { !$0.value.waiting.isEmpty || $0.value.running > 0 || $0.value.restsUntil > now }
    }
}
