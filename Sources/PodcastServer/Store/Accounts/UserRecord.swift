import Database
import Foundation

/// A user as stored.
struct UserRecord: Sendable, Equatable {
    var id: Int64
    /// As the user wrote it; compared without case.
    var name: String
    /// The PHC string; `nil` for a user who signs in by other means only.
    var passwordHash: String?
    var isAdministrator: Bool
    /// Shut out: no door opens, everything is kept.
    var isDisabled: Bool
    var created: Date
    /// When the user was last here, to the hour; `nil` for one who never was.
    var lastSeen: Date?

    static let columns = columns(of: "users")

    /// The columns of the table called `table` in a query.
    static func columns(of table: String) -> String {
        ["id", "name", "password_hash", "is_administrator", "is_disabled", "created", "last_seen"]
            .map { "\(table).\($0) AS user_\($0)" }.joined(separator: ", ")
    }

    init(_ row: Row) throws {
        id = try row["user_id"]
        name = try row["user_name"]
        passwordHash = try row["user_password_hash"]
        isAdministrator = try row["user_is_administrator"]
        isDisabled = try row["user_is_disabled"]
        created = try row["user_created"]
        lastSeen = try row["user_last_seen"]
    }

    /// What makes two names the same: case, and the way accents are composed, do not count.
    static func key(of name: String) -> String {
        name.precomposedStringWithCompatibilityMapping.lowercased()
    }
}
