import Foundation
import PodcastAPI

/// Which entries a list holds and in which order: what a route, a saved search and a search have in common.
struct EntryList: Sendable, Equatable {
    /// Where entries are from.
    enum Scope: Sendable, Equatable {
        case all
        case feed(Int64)
        /// Any of these.
        case feeds([Int64])
        /// By its name.
        case folder(String)
    }

    var scope = Scope.all
    /// All must hold.
    var filters: Set<EntryFilter> = []
    /// Seconds.
    var minimumDuration: Double?
    /// Seconds.
    var maximumDuration: Double?
    /// Published then or later.
    var from: Date?
    /// Published then or earlier.
    var until: Date?
    /// The feed's own, else newest first, when `nil`.
    var order: EntryOrder?

    init(_ scope: Scope = .all, _ filters: Set<EntryFilter> = []) {
        self.scope = scope
        self.filters = filters.subtracting([.all])
    }

    /// The same list as one that a single index is made for; `nil` when it needs more.
    var selection: EntrySelection? {
        guard minimumDuration == nil, maximumDuration == nil, from == nil, until == nil else { return nil }
        switch scope {
        case .all, .feed: break
        case .feeds, .folder: return nil
        }
        if filters.isEmpty { return .all }
        guard filters.count == 1, let filter = filters.first else { return nil }
        switch filter {
        case .unread: return .unread
        case .starred: return .starred
        case .started: return .started
        default: return nil
        }
    }
}
