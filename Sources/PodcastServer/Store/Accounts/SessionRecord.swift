import Database
import Foundation

/// What opened a session, and where it is good for.
enum SessionKind: String, Sendable, DatabaseValueConvertible {
    /// The page's login.
    case page
    /// A program's login at the gpodder addresses, which is good for nothing else.
    case sync
}

/// A signed-in browser or app.
///
/// The token itself is never stored, only its SHA-256.
struct SessionRecord: Sendable, Equatable {
    var tokenHash: [UInt8]
    var user: UserRecord
    var userAgent: String
    var created: Date
    var lastSeen: Date
    var expires: Date

    init(_ row: Row) throws {
        tokenHash = try row["token_hash"]
        user = try UserRecord(row)
        userAgent = try row["user_agent"]
        created = try row["created"]
        lastSeen = try row["last_seen"]
        expires = try row["expires"]
    }
}
