public import Foundation

/// Media that the server fetches and keeps.
public struct Download: Codable, Sendable, Equatable {
    /// How a download stands.
    public enum State: String, Codable, Sendable, CaseIterable {
        /// It waits for its turn.
        case waiting
        /// It is being fetched.
        case running
        /// It is whole and stays until it is let go.
        case kept
        /// It failed; `message` says why, and `retry` when it is tried again by itself.
        case failed
    }

    /// The entry.
    public var entry: EntrySummary
    /// How it stands.
    public var state: State
    /// Whether the feed's rule asked for it, and may let it go.
    public var automatic: Bool
    /// Bytes that are here.
    public var received: Int64
    /// Bytes of the whole; absent when unknown.
    public var length: Int64?
    /// What went wrong, in one sentence.
    public var message: String?
    /// When it is tried again; absent when only the user can.
    public var retry: Date?
    /// When it was asked for.
    public var added: Date

    /// Makes a row.
    public init(entry: EntrySummary, state: State, automatic: Bool, received: Int64, added: Date) {
        self.entry = entry
        self.state = state
        self.automatic = automatic
        self.received = received
        self.added = added
    }
}

/// `GET /api/downloads`, the newest wish first.
public struct DownloadList: Codable, Sendable, Equatable {
    /// Room on the server.
    public struct Space: Codable, Sendable, Equatable {
        /// Bytes that kept media takes.
        public var used: Int64
        /// Bytes that it may take.
        public var limit: Int64
        /// Bytes that the disk has left; absent when unknown.
        public var free: Int64?
        /// Why nothing is fetched at the moment, in one sentence; absent when all is well.
        public var message: String?

        /// Describes room.
        public init(used: Int64, limit: Int64, free: Int64? = nil, message: String? = nil) {
            self.used = used
            self.limit = limit
            self.free = free
            self.message = message
        }
    }

    /// The downloads.
    public var downloads: [Download]
    /// Room on the server.
    public var space: Space
    /// What to send as `after` for the next page; absent on the last.
    public var next: String?

    /// Makes a list.
    public init(downloads: [Download], space: Space, next: String? = nil) {
        self.downloads = downloads
        self.space = space
        self.next = next
    }
}

/// `POST /api/downloads`: fetches media and keeps it until it is let go.
public struct DownloadRequest: Codable, Sendable, Equatable {
    /// Ids of entries, at most 500.
    public var entries: [String]

    /// Makes a request.
    public init(entries: [String]) { self.entries = entries }
}
