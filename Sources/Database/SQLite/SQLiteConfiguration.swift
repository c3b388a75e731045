/// How an SQLite file is used; the defaults fit a server on a small machine.
public struct SQLiteConfiguration: Sendable {
    /// The number in the file's header that tells our files from others': the letters `Tnrm`.
    public var applicationID: Int32 = 0x546E_726D

    /// Connections that read, each with a thread: more than cores gain nothing, each costs its cache.
    public var readers = 3

    /// How long to wait for another process that holds the file.
    public var busyTimeout: Duration = .seconds(5)

    /// The page cache of the writer in bytes: what one refresh touches fits.
    public var writerCacheBytes = 4 << 20

    /// The page cache of each reader in bytes: the inner pages of the indexes fit; the system caches the rest.
    public var readerCacheBytes = 2 << 20

    /// Prepared statements kept by each connection; the least recently used goes first.
    public var statementCacheCapacity = 96

    /// The defaults.
    public init() {}
}
