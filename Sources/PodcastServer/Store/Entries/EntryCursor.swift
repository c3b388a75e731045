import Database
import Foundation

/// A place in a list of entries, newest first: behind the entry it names.
///
/// A new entry on top, or a read one gone from a list of unread ones, moves nothing behind it.
struct EntryCursor: Sendable, Equatable {
    /// Milliseconds since 1970.
    var sortDate: Int64
    var entry: Int64

    init(sortDate: Int64, entry: Int64) {
        self.sortDate = sortDate
        self.entry = entry
    }

    /// The spelling that clients send back.
    var text: String { "\(String(sortDate, radix: 36)).\(String(entry, radix: 36))" }

    /// Reads ``text``.
    ///
    /// - Throws: ``StoreError/invalidCursor``.
    init(text: String) throws {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let sortDate = Int64(parts[0], radix: 36), let entry = Int64(parts[1], radix: 36) else {
            throw StoreError.invalidCursor
        }
        self.init(sortDate: sortDate, entry: entry)
    }
}
