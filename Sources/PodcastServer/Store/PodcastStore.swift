import Database
import Foundation

/// What the podcast server remembers: users, feeds, entries, and what each user did with them.
///
/// Every method is one transaction. Times come from the caller. A user sees the entries of their own subscriptions only:
/// each has a row of state per user, made when the entry arrives or the user subscribes.
struct PodcastStore: Sendable {
    let database: any Database

    init(database: any Database) {
        self.database = database
    }

    /// Opens the store in the file at `url`, made when missing.
    ///
    /// - Throws: `DatabaseError` or `FileError`, whose sentence names the file.
    static func open(_ url: URL) async throws -> PodcastStore {
        PodcastStore(database: try await SQLiteDatabase.open(url, migrations: migrations))
    }

    /// Waits for what is under way and closes the files.
    func close() async {
        await database.close()
    }
}
