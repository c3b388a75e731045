public import Foundation

/// `POST /api/feeds/{id}/read` and `POST /api/folders/{id}/read`: marks entries read.
///
/// What is given limits it; all that is given must hold.
public struct MarkRead: Codable, Sendable, Equatable {
    /// Only those published at or before this time.
    public var before: Date?
    /// Only those published at least so many days ago.
    public var olderThan: Double?
    /// Only this entry and those below it, from the newest on.
    public var entry: String?

    /// Makes a request.
    public init(before: Date? = nil, olderThan: Double? = nil, entry: String? = nil) {
        self.before = before
        self.olderThan = olderThan
        self.entry = entry
    }
}

/// The answer to ``MarkRead``.
public struct MarkedRead: Codable, Sendable, Equatable {
    /// Unread entries over all subscriptions.
    public var unread: Int
    /// How many were marked.
    public var marked: Int
    /// What takes it back, for a day, by `POST /api/undo`; absent when nothing was marked.
    public var undo: String?

    /// Makes an answer.
    public init(unread: Int, marked: Int, undo: String?) {
        self.unread = unread
        self.marked = marked
        self.undo = undo
    }
}

/// `POST /api/undo`: takes back what an answer gave a token for.
///
/// What was changed since by hand stays as it is.
public struct UndoRequest: Codable, Sendable, Equatable {
    /// The token.
    public var undo: String

    /// Makes a request.
    public init(undo: String) { self.undo = undo }
}
