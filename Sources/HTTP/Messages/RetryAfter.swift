public import Foundation

/// The value of a `Retry-After` field (RFC 9110 section 10.2.3).
public enum RetryAfter: Sendable, Equatable {
    /// So long after the answer came.
    case delay(Duration)
    /// Not before this moment.
    case date(Date)

    /// Reads seconds or a date; `nil` for anything else.
    public init?(_ text: String) {
        if let seconds = Int64(saturatingDecimal: text.trimmingBlanks) {
            // A century is for ever, and cannot overflow anybody's sum.
            self = .delay(.seconds(min(seconds, 3_155_760_000)))
        } else if let date = HTTPDate.date(from: text) {
            self = .date(date)
        } else {
            return nil
        }
    }

    /// How long to wait when the answer came at `now`; never negative.
    public func delay(from now: Date) -> Duration {
        switch self {
        case .delay(let duration): duration
        case .date(let date): .seconds(max(0, date.timeIntervalSince(now)))
        }
    }
}
