import Essentials
import Foundation
import PodcastServer
import PostgreSQL

/// Which store a command works on: `--database`, else `TONEARM_DATABASE`, else the file in the data folder.
enum StoreOptions {
    static let usage = """
          --database URL               keep everything in a PostgreSQL database, postgres://user@host/name, that several
                                       servers may share; a password belongs into TONEARM_DATABASE or ~/.pgpass, because
                                       everybody on a computer can read the words of a command (docs/server.md)
        """

    /// The store, and what a person should know about the way it was named.
    static func read(
        _ arguments: CommandArguments,
        _ environment: [String: String],
        _ folders: HomeFolders
    ) throws -> (location: StoreLocation, warning: String?) {
        if let named = arguments["--database"] {
            let address = try PostgreSQLAddress(named)
            return (.postgreSQL(address), address.hasPassword ? warning : nil)
        }
        if let named = environment["TONEARM_DATABASE"], !named.isEmpty {
            return (.postgreSQL(try PostgreSQLAddress(named)), nil)
        }
        return (.file(folders.data.appendingPathComponent("podcasts.sqlite")), nil)
    }

    private static let warning = """
        The password in --database is visible to everybody on this computer; put the address into TONEARM_DATABASE, or the \
        password into ~/.pgpass.
        """
}
