public import Essentials

/// Why a refresh that was asked for could not begin.
public enum RefreshError: SentenceError, Equatable {
    /// The feed was removed.
    case noSuchFeed
    /// Another copy of the server fetches the feed at this moment.
    case underWayElsewhere

    /// One sentence.
    public var sentence: String {
        switch self {
        case .noSuchFeed: "That feed is no longer subscribed to."
        case .underWayElsewhere: "The feed is being refreshed at this moment; look again in a minute."
        }
    }

    /// A feed that was removed does not come back by itself.
    public var isRetryable: Bool { self == .underWayElsewhere }
}
