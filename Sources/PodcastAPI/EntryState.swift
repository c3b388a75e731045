public import Foundation

/// Where playing is: `PUT /api/entries/{id}/position`, and its answer.
///
/// The newer `at` wins, whoever sends it.
public struct PlayPosition: Codable, Sendable, Equatable {
    /// Seconds from the beginning.
    public var seconds: Double
    /// The whole length in seconds as the player found it; absent when unknown.
    public var duration: Double?
    /// When the player was there, by its own clock.
    public var at: Date
    /// In the answer: whether the entry is read, by this position or before; not looked at in a request.
    public var read: Bool?

    /// Makes a position.
    public init(seconds: Double, duration: Double?, at: Date) {
        self.seconds = seconds
        self.duration = duration
        self.at = at
    }
}

/// `PUT /api/entries/{id}/read`, and its answer.
public struct ReadFlag: Codable, Sendable, Equatable {
    /// Whether it is read.
    public var read: Bool

    /// Makes a flag.
    public init(read: Bool) { self.read = read }
}

/// `PUT /api/entries/{id}/starred`, and its answer.
public struct StarredFlag: Codable, Sendable, Equatable {
    /// Whether it is starred.
    public var starred: Bool

    /// Makes a flag.
    public init(starred: Bool) { self.starred = starred }
}

/// `GET /api/entries/unread-count`, and the answer to ``UndoRequest``.
public struct UnreadCount: Codable, Sendable, Equatable {
    /// Unread entries over all subscriptions.
    public var unread: Int

    /// Makes a count.
    public init(unread: Int) { self.unread = unread }
}
