import Database
import Foundation
import PostgreSQL

/// What the podcast server remembers: users, feeds, entries, and what each user did with them.
///
/// Every method is one transaction. Times come from the caller. A user sees the entries of their own subscriptions only:
/// each has a row of state per user, made when the entry arrives or the user subscribes.
struct PodcastStore: Sendable {
    let database: any Database
    /// Rings after a change that open pages want to know of.
    let signal = EventSignal()

    init(database: any Database) {
        self.database = database
    }

    /// Opens the store and brings its tables to the newest layout.
    ///
    /// - Throws: `DatabaseError` or `FileError`, whose sentence names the file or the database.
    static func open(_ location: StoreLocation) async throws -> PodcastStore {
        switch location {
        case .file(let url):
            PodcastStore(database: try await SQLiteDatabase.open(url, migrations: migrations))
        case .postgreSQL(let address):
            PodcastStore(database: try await PostgreSQLDatabase.open(address, migrations: migrations))
        }
    }

    /// Waits for what is under way and closes the files.
    func close() async {
        await database.close()
    }
}
