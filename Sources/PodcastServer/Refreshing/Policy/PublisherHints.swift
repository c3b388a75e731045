public import Foundation
public import HTTP
import Podcasts

/// What a feed says about how often to ask for it.
///
/// Kept as JSON beside the feed's state, so that a `304` still knows it.
public struct PublisherHints: Sendable, Equatable, Codable {
    /// RSS `ttl`.
    public var ttl: Duration?
    /// `sy:updatePeriod` divided by `sy:updateFrequency`.
    public var updatePeriod: Duration?
    /// RSS `skipHours`: hours of the day in GMT, 0 to 23 (24 is midnight too).
    public var skippedHours: Set<Int> = []
    /// RSS `skipDays`: days of the week in GMT, 0 for Sunday.
    public var skippedDays: Set<Int> = []
    /// `itunes:complete`: no more entries will come.
    public var isComplete = false

    /// No hints.
    public init() {}

    /// What a parsed feed says.
    init(_ feed: ParsedFeed) {
        ttl = feed.refreshHints.timeToLive
        updatePeriod = feed.refreshHints.updateInterval
        skippedHours = Set(feed.refreshHints.skipHours)
        skippedDays = Set(feed.refreshHints.skipDays.compactMap(Self.weekday))
        isComplete = feed.isComplete || feed.refreshHints.updateFrequency?.isComplete ?? false
    }

    /// Reads what ``json`` wrote; no hints when it is something else.
    init(json: String?) {
        self = json.flatMap { try? JSONDecoder().decode(Self.self, from: Data($0.utf8)) } ?? Self()
    }

    /// The hints as JSON; `nil` without any.
    var json: String? {
        guard self != Self() else { return nil }
        return (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func weekday(_ name: String) -> Int? {
        let days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
        return days.firstIndex(of: String(name.lowercased().prefix(3)))
    }
}

/// What the answer's header says about how long it stays fresh.
public struct FreshnessHints: Sendable, Equatable {
    /// `Cache-Control: max-age`, else `Expires` minus `Date`; `nil` when there is none or it has passed.
    public var lifetime: Duration?

    /// A lifetime, or none.
    public init(lifetime: Duration? = nil) { self.lifetime = lifetime }

    /// Reads an answer's fields (RFC 9111 section 4.2.1).
    ///
    /// An `Expires` that is no date (`0`, `-1`) means that the answer is old already, and asks for nothing.
    public init(_ fields: HTTPFields, now: Date) {
        let control = CacheControl(fields["Cache-Control"])
        if control.noStore || control.noCache { return }
        if let age = control.maximumAge {
            lifetime = age
        } else if let expires = fields["Expires"].flatMap(HTTPDate.date) {
            // The sender's own clock, so that a wrong one does no harm.
            let sent = fields["Date"].flatMap(HTTPDate.date) ?? now
            lifetime = .seconds(min(max(0, expires.timeIntervalSince(sent)), 315_576_000))
        }
        if let given = lifetime, given <= .zero { lifetime = nil }
    }
}
