/// Which entries a saved search holds; all that is given must be so.
public struct EntryCriteria: Codable, Sendable, Equatable {
    /// Words, as in `GET /api/search`.
    public var text: String?
    /// Ids of feeds.
    public var feeds: [String]?
    /// The id of a folder.
    public var folder: String?
    /// Filters that must all hold; `all` says nothing.
    public var filters: [EntryFilter]?
    /// At least so many seconds long.
    public var minimumDuration: Double?
    /// At most so many seconds long.
    public var maximumDuration: Double?
    /// Published at most so many days ago.
    public var newerThan: Double?
    /// Published at least so many days ago.
    public var olderThan: Double?
    /// `newest` or `oldest` first; newest when absent.
    public var order: EntryOrder?

    /// Holds everything.
    public init() {}
}

/// Which end of a list comes first.
public enum EntryOrder: String, Codable, Sendable, CaseIterable {
    /// The newest first.
    case newest
    /// The oldest first, as a serial is heard.
    case oldest
}

/// A search that a user keeps.
public struct SavedSearch: Codable, Sendable, Equatable {
    /// A number as text.
    public var id: String
    /// What the user calls it.
    public var title: String
    /// What it holds.
    public var criteria: EntryCriteria
    /// How many entries it holds now; in `GET /api/searches/{id}` only.
    public var count: Int?

    /// Makes a saved search.
    public init(id: String, title: String, criteria: EntryCriteria, count: Int? = nil) {
        self.id = id
        self.title = title
        self.criteria = criteria
        self.count = count
    }
}

/// `GET /api/searches`: the saved searches by title.
public struct SavedSearchList: Codable, Sendable, Equatable {
    /// The searches.
    public var searches: [SavedSearch]

    /// Makes a list.
    public init(searches: [SavedSearch]) { self.searches = searches }
}

/// `POST /api/searches`, and `PUT /api/searches/{id}`.
public struct SavedSearchRequest: Codable, Sendable, Equatable {
    /// 1 to 200 characters.
    public var title: String
    /// What it holds.
    public var criteria: EntryCriteria

    /// Makes a request.
    public init(title: String, criteria: EntryCriteria) {
        self.title = title
        self.criteria = criteria
    }
}
