import Foundation
import PostgreSQL
import TestSupport

@testable import PodcastServer

/// A place for an empty store in the database that the tests run on.
struct TestPlace: Sendable {
    let location: StoreLocation
    private let database: String?

    /// A file in `folder`, or a copy of a database whose tables were made once.
    static func make(in folder: URL) async throws -> TestPlace {
        guard !TestDatabase.isSQLite else {
            return TestPlace(location: .file(folder.appendingPathComponent("store.sqlite")), database: nil)
        }
        let cluster = PostgreSQLCluster.shared
        await cluster.takePlace()
        let database = try await cluster.makeDatabase(like: "podcasts") { url in
            let store = try await PodcastStore.open(.postgreSQL(try PostgreSQLAddress(url)))
            await store.close()
        }
        let address = try PostgreSQLAddress(try await cluster.url(database))
        return TestPlace(location: .postgreSQL(address), database: database)
    }

    /// Removes what is not in the folder.
    func remove() async {
        guard let database else { return }
        await PostgreSQLCluster.shared.giveBack(database, like: "podcasts")
        await PostgreSQLCluster.shared.leavePlace()
    }
}
