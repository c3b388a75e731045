/// The limits and manners of refreshing.
public struct RefreshConfiguration: Sendable {
    /// When a feed is fetched next.
    public var policy = RefreshPolicy()
    /// Feeds fetched at once, over all hosts.
    public var parallel = 16
    /// Feeds fetched at once from one host: one, because many shows live on few hosts.
    public var perHost = 1
    /// How long a host is left alone between two feeds.
    public var hostGap: Duration = .milliseconds(250)
    /// How long a host that answered 429 or 503 without a time is left alone: 10 minutes.
    public var hostRest: Duration = .seconds(600)
    /// How long a feed is held by a process that may have died; longer than any fetch with its waiting takes.
    public var lease: Duration = .seconds(900)
    /// At the start, overdue feeds beyond ``parallel`` begin this far apart, so that a restart is no burst.
    public var startSpacing: Duration = .milliseconds(50)
    /// Whether this process is the only one on the store; then leases found at the start are a dead process's own.
    public var ownsStore = true
    /// Feeds taken from the store ahead of their turn.
    public var lookahead = 1000
    /// How long to sleep at most; feeds subscribed elsewhere are noticed after it.
    public var longestSleep: Duration = .seconds(60)
    /// Decoded bytes of one feed: 64 MiB.
    public var maximumBody: Int64 = 64 << 20
    /// Bodies up to this size are compared with the last one before they are read: 1 MiB.
    public var maximumSpool = 1 << 20
    /// How long one fetch may take, body and redirects included.
    public var timeout: Duration = .seconds(60)
    /// Redirects followed.
    public var maximumRedirects = 10
    /// Entries stored in one transaction.
    public var batch = 200
    /// A random number from 0 up to 1, drawn for each next time.
    public var jitter: @Sendable () -> Double = { .random(in: 0..<1) }
    /// Told when a feed's refresh begins (`true`) and when it has ended.
    public var onRefresh: (@Sendable (_ feed: Int64, _ begins: Bool) async -> Void)?
    /// Told of errors of the store, which nobody else waits for; they are tried again.
    public var onStoreError: (@Sendable (any Error) -> Void)?

    /// The defaults.
    public init() {}
}
