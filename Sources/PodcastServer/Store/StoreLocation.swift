public import Foundation
public import PostgreSQL

/// Where the store is.
public enum StoreLocation: Sendable {
    /// An SQLite file, made where it is missing; one server uses it.
    case file(URL)
    /// A PostgreSQL database, which several servers may share.
    case postgreSQL(PostgreSQLAddress)

    /// Whether other processes may be at work on it.
    public var isShared: Bool {
        if case .postgreSQL = self { true } else { false }
    }
}
