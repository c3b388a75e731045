import Foundation
public import HTTP

/// Decides when a feed's stored address is replaced by the one it redirects to.
///
/// A move is stored after three refreshes in a row were led by wholly permanent redirects (301, 308) to the same place, and
/// what came from there was read as a feed. One temporary hop, another target or an answer without a redirect starts the
/// count again; so a redirect that names a new target at every request never moves anything.
public struct PermanentMove: Sendable, Equatable {
    /// A place that may become the feed's address.
    public struct Candidate: Sendable, Equatable {
        /// The address.
        public var url: String
        /// How many refreshes in a row led there.
        public var confirmations: Int

        /// Names a candidate.
        public init(url: String, confirmations: Int) {
            self.url = url
            self.confirmations = confirmations
        }
    }

    /// What an answer brought, as far as a move is concerned.
    public enum Reading: Sendable, Equatable {
        /// A feed was read from the body.
        case feed
        /// Not modified, or the same body as last time: as good as read where it was read before.
        case unchanged
    }

    /// What to store.
    public enum Decision: Sendable, Equatable {
        /// No move is in sight.
        case stay
        /// The candidate has to be seen again.
        case wait(Candidate)
        /// The candidate is the feed's address from now on.
        case move(to: String)
    }

    /// How many refreshes must agree.
    public var needed = 3

    /// The default: three.
    public init() {}

    /// Judges one successful answer for a feed.
    ///
    /// - Parameters:
    ///   - candidate: what the last refresh left behind.
    ///   - current: the feed's stored address.
    public func decide(
        candidate: Candidate?,
        current: String,
        redirects: [HTTPResponse.Redirect],
        reading: Reading
    ) -> Decision {
        guard let target = Self.target(of: redirects), let from = FeedURL.canonical(current),
            let to = FeedURL.canonical(target.absoluteString), from != to
        else { return .stay }
        // A stored address never gives up TLS because somebody on the way said so.
        if from.hasPrefix("https:"), !to.hasPrefix("https:") { return .stay }
        let known = candidate.flatMap { $0.url == to ? $0.confirmations : nil } ?? 0
        // `Not modified` from a place that never showed a feed proves nothing.
        guard reading == .feed || known > 0 else { return .stay }
        return known + 1 >= needed ? .move(to: to) : .wait(Candidate(url: to, confirmations: known + 1))
    }

    /// Where a chain leads for ever; `nil` without redirects, or when one of them is temporary.
    static func target(of redirects: [HTTPResponse.Redirect]) -> URL? {
        guard redirects.allSatisfy(\.status.isPermanentRedirect), let target = redirects.last?.to,
            target.user == nil, target.password == nil
        else { return nil }
        return target
    }

    /// The address an `itunes:new-feed-url` asks to move to; `nil` when it says nothing new.
    ///
    /// It is obeyed at once, but only when it loads as a feed that does not itself send elsewhere: ``confirms(_:of:)``.
    public static func announced(_ newFeedURL: String?, current: String) -> String? {
        guard let url = newFeedURL.flatMap(URL.init(string:)), url.user == nil, url.password == nil,
            let to = FeedURL.canonical(url.absoluteString), let from = FeedURL.canonical(current), to != from,
            !(from.hasPrefix("https:") && !to.hasPrefix("https:"))
        else { return nil }
        return to
    }

    /// Whether the feed loaded from an announced address agrees to be the new one: it names no other.
    ///
    /// Two feeds that name each other would otherwise change places at every refresh.
    public static func confirms(_ newFeedURL: String?, of announced: String) -> Bool {
        guard let newFeedURL else { return true }
        return FeedURL.canonical(newFeedURL) == announced
    }
}
