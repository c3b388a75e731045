import Database
import Foundation

/// An API token as stored: its secret's digest is only compared, never read back.
struct APITokenRecord: Sendable, Equatable {
    /// The beginning of the secret.
    var id: String
    var name: String
    var created: Date
    /// To the hour.
    var lastUsed: Date?

    static let columns = "t.id, t.name, t.created, t.last_used"

    init(_ row: Row) throws {
        id = try row["id"]
        name = try row["name"]
        created = try row["created"]
        lastUsed = try row["last_used"]
    }
}
