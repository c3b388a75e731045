/// `GET /api/queue`, and the answer to every change of it.
public struct PlayQueue: Codable, Sendable, Equatable {
    /// Grows with every change.
    public var version: Int
    /// What is to be played, the next first.
    public var entries: [EntrySummary]

    /// Makes a queue.
    public init(version: Int, entries: [EntrySummary]) {
        self.version = version
        self.entries = entries
    }
}

/// `POST /api/queue`: adds entries, or moves those that are in it.
public struct QueueAddition: Codable, Sendable, Equatable {
    /// Ids of entries, in the order in which they are to stand.
    public var entries: [String]
    /// `top` or `end`; the end when absent.
    public var place: QueuePlace?
    /// Instead of `place`: how many entries stand before them.
    public var index: Int?

    /// Makes a request.
    public init(entries: [String], place: QueuePlace? = nil, index: Int? = nil) {
        self.entries = entries
        self.place = place
        self.index = index
    }
}

/// An end of the queue.
public enum QueuePlace: String, Codable, Sendable, CaseIterable {
    /// Before all others.
    case top
    /// Behind all others.
    case end
}

/// `PUT /api/queue`: the queue as a device has it.
///
/// What other devices did since `version` is kept: what they added stays, what they removed goes.
public struct QueueReplacement: Codable, Sendable, Equatable {
    /// The version that the device changed.
    public var version: Int
    /// Ids of entries, the next first.
    public var entries: [String]

    /// Makes a request.
    public init(version: Int, entries: [String]) {
        self.version = version
        self.entries = entries
    }
}

/// `PUT /api/queue/{entry}`: moves an entry.
public struct QueueMove: Codable, Sendable, Equatable {
    /// How many entries stand before it afterwards.
    public var index: Int

    /// Makes a request.
    public init(index: Int) { self.index = index }
}

/// `GET /api/entries/{id}/next`: what follows an entry in its show.
public struct NextEntry: Codable, Sendable, Equatable {
    /// The entry; absent where there is none.
    public var entry: EntrySummary?

    /// Makes an answer.
    public init(entry: EntrySummary?) { self.entry = entry }
}
