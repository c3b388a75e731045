import Database
import Foundation

/// A connection on a thread of its own, made again when it breaks.
actor PostgresActor {
    /// What the connection is for.
    enum Role: Sendable {
        case read
        case write

        /// A writer sees what it would see if it were alone; whoever can't be put in order is told to begin again.
        var begin: String {
            switch self {
            case .read: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
            case .write: "BEGIN ISOLATION LEVEL SERIALIZABLE"
            }
        }
    }

    private let role: Role
    private let address: PostgreSQLAddress
    private let configuration: PostgreSQLConfiguration
    private let thread: DatabaseThread
    private var connection: PostgresConnection?
    private var isClosed = false
    /// Until when a server that went away is waited for, and when it was last asked in vain.
    private var patienceEnds: ContinuousClock.Instant?
    private var lastRefusal: (at: ContinuousClock.Instant, error: DatabaseError)?

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(_ role: Role, _ address: PostgreSQLAddress, _ configuration: PostgreSQLConfiguration) {
        self.role = role
        self.address = address
        self.configuration = configuration
        thread = DatabaseThread(name: "postgres \(role)")
    }

    deinit { thread.stop() }

    /// Connects and brings the tables to the newest layout.
    func open(_ migrations: [Migration]) throws {
        // At the start of a machine the database may be a little later than we are.
        patienceEnds = .now + configuration.patience
        try PostgresLayout(connection: try connected()).bring(to: migrations)
        patienceEnds = nil
    }

    func run<Value: Sendable>(_ body: @Sendable (any DatabaseWriting) throws -> Value) throws -> Value {
        var conflicts = 0
        var losses = 0
        while true {
            try Task.checkCancellation()
            let connection = try connected()
            do {
                return try connection.transaction(role.begin) { try body(connection) }
            } catch {
                if connection.isBroken {
                    lose()
                    // The server has undone what was not confirmed, so it can be done again.
                    losses += 1
                    guard connection.isUndone, losses < 3 else {
                        throw DatabaseError.connectionLost(path: address.display)
                    }
                } else if connection.hasConflict, conflicts < configuration.conflictRetries {
                    conflicts += 1
                    Self.pause(after: conflicts)
                } else {
                    throw error
                }
            }
        }
    }

    /// Waits a moment that is different for each of those who met.
    private static func pause(after conflicts: Int) {
        let longest = 0.002 * Double(1 << min(conflicts, 6))
        Thread.sleep(forTimeInterval: .random(in: 0...longest))
    }

    /// Statements prepared so far and statements kept.
    var statementCounts: (misses: Int, kept: Int) {
        (connection?.statements.misses ?? 0, connection?.statements.count ?? 0)
    }

    func close() {
        isClosed = true
        connection = nil
    }

    // MARK: Connecting

    private func lose() {
        connection = nil
        patienceEnds = .now + configuration.patience
        lastRefusal = nil
    }

    /// The connection, made where there is none; a server that was there a moment ago is waited for.
    private func connected() throws -> PostgresConnection {
        guard !isClosed else { throw DatabaseError.closed }
        if let connection { return connection }
        // While a server is away, callers are told so at once and not each after a wait of its own.
        if let lastRefusal, lastRefusal.at + .seconds(1) > .now, !isPatient { throw lastRefusal.error }
        while true {
            try Task.checkCancellation()
            do {
                let made = try PostgresConnection(
                    address,
                    timeout: configuration.connectTimeout,
                    cacheCapacity: configuration.statementCacheCapacity,
                    isCancellable: role == .read
                )
                try made.prepareSession(isWriter: role == .write)
                connection = made
                (patienceEnds, lastRefusal) = (nil, nil)
                return made
            } catch let error as DatabaseError {
                lastRefusal = (.now, error)
                guard error.isRetryable, isPatient else { throw error }
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
    }

    private var isPatient: Bool { patienceEnds.map { $0 > .now } ?? false }
}
