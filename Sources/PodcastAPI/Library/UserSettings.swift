/// `GET /api/settings`: how a user wants it, on every device.
public struct UserSettings: Codable, Sendable, Equatable {
    /// What makes an episode finished: `percent`, `remaining` or `off`.
    public var finishedBy: FinishedRule
    /// With `percent`: how much of it was heard, 50 to 100.
    public var finishedPercent: Double
    /// With `remaining`: how many seconds are left, 0 to 3,600.
    public var finishedRemaining: Double
    /// Seconds that a skip goes forward, 5 to 300.
    public var skipForward: Double
    /// Seconds that a skip goes back, 5 to 300.
    public var skipBack: Double
    /// Playback speed of feeds without their own, 0.5 to 3.
    public var speed: Double
    /// Whether the queue's next entry plays when one ends.
    public var playQueue: Bool
    /// What plays when one ends and the queue is empty or off: the show's `newer` or `older` entry, or nothing (`off`).
    public var autoplay: Autoplay
    /// Episodes of a new subscription that are downloaded by themselves; 0 for none, at most 100.
    public var keepNewest: Int

    /// The settings of a user who changed nothing.
    public init() {
        finishedBy = .percent
        finishedPercent = 90
        finishedRemaining = 60
        skipForward = 30
        skipBack = 15
        speed = 1
        playQueue = true
        autoplay = .off
        keepNewest = 0
    }
}

/// What makes an episode finished.
public enum FinishedRule: String, Codable, Sendable, CaseIterable {
    /// So much of it was heard.
    case percent
    /// So little of it is left.
    case remaining
    /// Only its end, or the user's word.
    case off
}

/// What plays after an episode of a show.
public enum Autoplay: String, Codable, Sendable, CaseIterable {
    /// The show's next one by date.
    case newer
    /// The show's one before by date.
    case older
    /// Nothing.
    case off
}

/// `PUT /api/settings`: only the keys given change; a key that is not known is refused, so that a slip of the pen shows.
public struct UserSettingsChange: Codable, Sendable, Equatable {
    /// See ``UserSettings/finishedBy``.
    public var finishedBy: FinishedRule?
    /// See ``UserSettings/finishedPercent``.
    public var finishedPercent: Double?
    /// See ``UserSettings/finishedRemaining``.
    public var finishedRemaining: Double?
    /// See ``UserSettings/skipForward``.
    public var skipForward: Double?
    /// See ``UserSettings/skipBack``.
    public var skipBack: Double?
    /// See ``UserSettings/speed``.
    public var speed: Double?
    /// See ``UserSettings/playQueue``.
    public var playQueue: Bool?
    /// See ``UserSettings/autoplay``.
    public var autoplay: Autoplay?
    /// See ``UserSettings/keepNewest``.
    public var keepNewest: Int?

    /// Changes nothing.
    public init() {}
}
