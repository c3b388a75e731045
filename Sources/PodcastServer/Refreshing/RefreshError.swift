public import Essentials

/// Why a refresh that was asked for could not begin.
public enum RefreshError: SentenceError, Equatable {
    /// The feed was removed.
    case noSuchFeed

    /// One sentence.
    public var sentence: String {
        switch self {
        case .noSuchFeed: "That feed is no longer subscribed to."
        }
    }

    /// It does not come back by itself.
    public var isRetryable: Bool { false }
}
