/// How a PostgreSQL database is used; the defaults fit a few server copies that share one.
public struct PostgreSQLConfiguration: Sendable {
    /// Connections that read, each with a thread; one more writes.
    public var readers = 3

    /// How long one attempt to connect may take.
    public var connectTimeout: Duration = .seconds(10)

    /// How long to wait for a server that was there a moment ago, as when it is restarted.
    public var patience: Duration = .seconds(10)

    /// How often a write is tried again because another copy got in between.
    public var conflictRetries = 30

    /// Prepared statements kept by each connection; the least recently used goes first.
    public var statementCacheCapacity = 96

    /// The defaults.
    public init() {}
}
