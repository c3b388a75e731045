import Database
import Foundation

/// A user's tick: see step 2 of the schema.
///
/// Ticks follow the seconds since 1970 as clients expect, and never stand still or go back.
extension PodcastStore {
    /// How long a program takes between asking for changes and sending its own, at most.
    static let syncWindow: TimeInterval = 15 * 60

    /// The tick that what changes now gets; held until the end of the transaction.
    static func tick(of user: Int64, _ writer: any DatabaseWriting) throws -> Int64 {
        // Writing the row holds it in every database.
        let row = try writer.row("UPDATE sync_clocks SET tick = tick WHERE user_id = ? RETURNING tick", [user])
        guard let row else { throw StoreError.noSuchUser }
        return try row["tick"]
    }

    /// Begins the next tick: what changes from now on is not in the answer that this one goes with.
    static func nextTick(of user: Int64, now: Date, _ writer: any DatabaseWriting) throws -> Int64 {
        let seconds = Int64(now.timeIntervalSince1970)
        let row = try writer.row(
            """
            UPDATE sync_clocks SET tick = CASE WHEN tick + 1 > ? THEN tick + 1 ELSE ? END
            WHERE user_id = ? RETURNING tick
            """,
            [seconds, seconds, user]
        )
        guard let row else { throw StoreError.noSuchUser }
        return try row["tick"]
    }

    /// From when a program that has just sent something should ask next.
    ///
    /// Programs ask for changes, send their own, and go on from the answer to the latter. What another program sent between the
    /// two would be skipped; so the answer goes back to the oldest such change, as far as that can be.
    static func since(
        _ tick: Int64,
        oldestForeign: [Int64?]
    ) -> Int64 {
        min(tick, oldestForeign.compactMap { $0 }.min() ?? tick)
    }

    /// The oldest tick that such a change can have.
    static func windowStart(now: Date) -> Int64 { Int64(now.timeIntervalSince1970 - syncWindow) }
}
