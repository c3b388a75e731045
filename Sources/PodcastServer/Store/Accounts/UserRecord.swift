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
    var created: Date

    static let columns = "id, name, password_hash, is_administrator, created"

    init(_ row: Row) throws {
        id = try row["id"]
        name = try row["name"]
        passwordHash = try row["password_hash"]
        isAdministrator = try row["is_administrator"]
        created = try row["created"]
    }

    /// What makes two names the same: case, and the way accents are composed, do not count.
    static func key(of name: String) -> String {
        name.precomposedStringWithCompatibilityMapping.lowercased()
    }
}
