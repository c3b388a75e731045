/// `GET /api/events`: one server-sent event's data.
///
/// The event's name is ``kind``. Events with an id are kept for a while: `Last-Event-ID` continues behind it, or
/// brings a `reset`.
public struct ServerEvent: Codable, Sendable, Equatable {
    /// What happened; clients ignore kinds that they don't know.
    public struct Kind: RawRepresentable, Codable, Sendable, Hashable {
        /// The name on the wire.
        public var rawValue: String
        /// Any kind.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Events were missed: load everything anew.
        public static let reset = Kind(rawValue: "reset")
        /// `feed` has new `entries`.
        public static let entries = Kind(rawValue: "entries")
        /// `entry` is `read` or not; without `entry`: many are, of `feed`, `folder` or all.
        public static let read = Kind(rawValue: "read")
        /// `entry` is `starred` or not.
        public static let starred = Kind(rawValue: "starred")
        /// `entry` is at `position`; absent when it was cleared.
        public static let position = Kind(rawValue: "position")
        /// The queue has a new `version`.
        public static let queue = Kind(rawValue: "queue")
        /// Subscriptions, folders or their settings changed.
        public static let feeds = Kind(rawValue: "feeds")
        /// The user's settings changed.
        public static let settings = Kind(rawValue: "settings")
        /// Bookmarks, of `entry` where it is given, changed.
        public static let bookmarks = Kind(rawValue: "bookmarks")
        /// Saved searches changed.
        public static let searches = Kind(rawValue: "searches")
        /// The download of `entry` has another `state`; absent when it was let go.
        public static let download = Kind(rawValue: "download")
        /// The download of `entry` has `received` bytes of `length`; without an id.
        public static let progress = Kind(rawValue: "progress")
        /// The refresh of `feed` began or ended (`refreshing`); without an id.
        public static let refresh = Kind(rawValue: "refresh")
    }

    /// What happened.
    public var kind: Kind
    /// A feed's id.
    public var feed: String?
    /// A folder's id.
    public var folder: String?
    /// An entry's id.
    public var entry: String?
    /// Ids of entries, at most 50; more have to be loaded.
    public var entries: [String]?
    /// Whether it is read.
    public var read: Bool?
    /// Whether it is starred.
    public var starred: Bool?
    /// Where playing is.
    public var position: PlayPosition?
    /// The queue's version.
    public var version: Int?
    /// How a download stands.
    public var state: Download.State?
    /// Bytes that are here.
    public var received: Int64?
    /// Bytes of the whole.
    public var length: Int64?
    /// Whether a refresh is under way.
    public var refreshing: Bool?

    /// Makes an event.
    public init(_ kind: Kind) { self.kind = kind }
}
