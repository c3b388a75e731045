import Foundation

/// Decides which stored entry a given one is: a pure rule over what the store found.
///
/// Within one refresh a stored entry is given once. So what shares a guid or an enclosure with an entry that was given
/// already is another one (two episodes under one guid), and what shares one with an entry that was not given yet may be
/// the same with a changed enclosure or guid: date or title decide, or the end of the feed does.
enum EntryMatcher {
    enum Decision: Equatable {
        /// The same as `known`, perhaps changed.
        case same(KnownEntry)
        /// Never seen.
        case new
        /// Given twice in this feed.
        case duplicate
        /// To be decided when the whole feed was seen.
        case later
    }

    /// - Parameters:
    ///   - exact: the stored entry with the same identity.
    ///   - similar: stored entries with the same guid, else with the same enclosure.
    ///   - given: the stored entries this refresh has matched.
    ///   - isEnd: whether the whole feed was seen.
    static func decide(
        _ key: EntryKey,
        exact: KnownEntry?,
        similar: [KnownEntry],
        given: (Int64) -> Bool,
        isEnd: Bool
    ) -> Decision {
        if let exact { return given(exact.id) ? .duplicate : .same(exact) }
        let open = similar.filter { !given($0.id) }
        if let known = open.first(where: { $0.agrees(with: key) }) { return .same(known) }
        guard !open.isEmpty else { return .new }
        guard isEnd else { return .later }
        return open.first { $0.isReplaced(by: key) }.map(Decision.same) ?? .new
    }
}
