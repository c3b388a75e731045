import Foundation
import HTTP

/// Keeps the feeds of a store fresh.
///
/// One service for a process. It fetches only while ``run()`` runs:
///
/// ```swift
/// var trust = HTTPClientConfiguration()
/// trust.allowsAddress = AddressGuard(allowsPrivateAddresses: false).allows
/// let refreshing = FeedRefreshing(store: store, client: SoupHTTPClient(configuration: trust))
///
/// await withTaskGroup { group in
///     group.addTask { await refreshing.run() }  // until cancelled: SIGTERM cancels the group
///     …
/// }
/// let report = try await refreshing.refresh(feed)           // POST /api/feeds/{id}/refresh: joins one under way
/// let count = try await refreshing.request(.user(user))     // POST /api/feeds/all/refresh: returns at once
/// let running = await refreshing.feeds                      // `Feed.refreshing`
/// let result = try await refreshing.subscriber.subscribe(user: user, address: text, folder: nil)
/// ```
///
/// Cancelling ``run()`` ends every fetch: what was stored stays, and interrupted feeds are due again. After `kill -9` the next
/// process takes the dead one's leases back at its start, as long as ``RefreshConfiguration/ownsStore`` says that it is alone.
///
/// The parts: `Policy/` decides without I/O (when, whether to move, which addresses), `Fetching/` gets and reads one feed,
/// `Scheduling/` says whose turn it is, `Storing/` maps what was read to the store, ``FeedRefresher`` puts one refresh together.
struct FeedRefreshing: Sendable {
    /// Subscribes to addresses and imports lists.
    let subscriber: Subscriber
    private let scheduler: RefreshScheduler

    /// A service over a store; nothing happens before ``run()``.
    ///
    /// - Parameters:
    ///   - client: its configuration must carry an ``AddressGuard``: what it allows to dial is fetched.
    ///   - now: the date, for times that are stored.
    ///   - clock: what waiting is measured by.
    init(
        store: PodcastStore,
        client: any HTTPClient,
        now: @escaping @Sendable () -> Date = { Date() },
        clock: any Clock<Duration> = ContinuousClock(),
        configuration: RefreshConfiguration = RefreshConfiguration()
    ) {
        let fetcher = FeedFetcher(client: client, configuration: configuration, now: now)
        let refresher = FeedRefresher(
            store: store,
            fetcher: fetcher,
            policy: configuration.policy,
            now: now,
            jitter: configuration.jitter
        )
        let scheduler = RefreshScheduler(
            store: store,
            refresher: refresher,
            configuration: configuration,
            now: now,
            clock: clock
        )
        self.scheduler = scheduler
        subscriber = Subscriber(store: store, refresher: refresher, configuration: configuration, now: now) {
            await scheduler.lookAgain()
        }
    }

    /// Refreshes feeds when they are due and when they are asked for, until cancelled.
    func run() async { await scheduler.run() }

    /// Refreshes a feed now, or joins its refresh under way; returns when that is done.
    ///
    /// Waits for its host's turn. A host that asked for rest (429) is not asked: the report says so.
    /// - Throws: ``RefreshError``, the store's error, or `CancellationError`, also when ``run()`` ends.
    func refresh(_ feed: Int64) async throws -> RefreshReport { try await scheduler.refresh(feed) }

    /// Refreshes feeds now and returns what came of each.
    func refreshAll(_ choice: RefreshChoice) async throws -> [RefreshReport] { try await scheduler.refreshAll(choice) }

    /// Puts feeds in line and returns at once: how many they are.
    func request(_ choice: RefreshChoice) async throws -> Int { try await scheduler.requestAll(choice) }

    /// The feeds being refreshed, and those asked for that wait for their turn.
    var feeds: Set<Int64> { get async { await scheduler.refreshing } }

    /// Tells that feeds were added or made due by somebody else.
    func lookAgain() async { await scheduler.lookAgain() }
}
