import Foundation

/// Which dates of a publisher are believed.
enum EntryDates {
    /// Before there were feeds, a date is a mistake: the epoch, or a zero.
    static let earliest = Date(timeIntervalSince1970: 631_152_000)

    /// The date to keep: `nil` for none or an absurd one; what lies in the future was published when it was first seen.
    static func sane(_ published: Date?, now: Date) -> Date? {
        guard let published, published >= earliest else { return nil }
        return min(published, now)
    }

    /// Where a new entry without a date stands: at the time it was first seen, in the order the feed gives it.
    ///
    /// Feeds name the newest first, so each stands a millisecond below the one before.
    static func place(undated index: Int, now: Date) -> Date {
        now - Double(index) / 1_000
    }
}
