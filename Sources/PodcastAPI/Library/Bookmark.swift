public import Foundation

/// A place in an episode that a user marked.
public struct Bookmark: Codable, Sendable, Equatable {
    /// A number as text.
    public var id: String
    /// The entry's id.
    public var entry: String
    /// The entry's title.
    public var entryTitle: String
    /// The feed's title as the user sees it.
    public var feedTitle: String
    /// Path of the entry's artwork.
    public var art: String
    /// Seconds from the beginning.
    public var seconds: Double
    /// What the user calls it; may be empty.
    public var title: String
    /// What the user wrote about it.
    public var note: String?
    /// When it was made.
    public var created: Date

    /// Makes a bookmark.
    public init(
        id: String,
        entry: String,
        entryTitle: String,
        feedTitle: String,
        art: String,
        seconds: Double,
        title: String,
        note: String?,
        created: Date
    ) {
        self.id = id
        self.entry = entry
        self.entryTitle = entryTitle
        self.feedTitle = feedTitle
        self.art = art
        self.seconds = seconds
        self.title = title
        self.note = note
        self.created = created
    }
}

/// `GET /api/bookmarks`, newest first; `GET /api/entries/{id}/bookmarks`, by place.
public struct BookmarkPage: Codable, Sendable, Equatable {
    /// The bookmarks.
    public var bookmarks: [Bookmark]
    /// What to send as `after` for the next page; absent on the last.
    public var next: String?

    /// Makes a page.
    public init(bookmarks: [Bookmark], next: String? = nil) {
        self.bookmarks = bookmarks
        self.next = next
    }
}

/// `POST /api/entries/{id}/bookmarks`.
public struct BookmarkRequest: Codable, Sendable, Equatable {
    /// Seconds from the beginning.
    public var seconds: Double
    /// At most 500 characters.
    public var title: String?
    /// At most 10,000 characters.
    public var note: String?

    /// Makes a request.
    public init(seconds: Double, title: String? = nil, note: String? = nil) {
        self.seconds = seconds
        self.title = title
        self.note = note
    }
}

/// `PATCH /api/bookmarks/{id}`: only the keys given change; an empty note takes it away.
public struct BookmarkChange: Codable, Sendable, Equatable {
    /// Seconds from the beginning.
    public var seconds: Double?
    /// The title.
    public var title: String?
    /// The note.
    public var note: String?

    /// Makes a change.
    public init(seconds: Double? = nil, title: String? = nil, note: String? = nil) {
        self.seconds = seconds
        self.title = title
        self.note = note
    }
}

/// `GET` and `PUT /api/entries/{id}/skipped-chapters`: the chapters that the user does not want to hear.
public struct SkippedChapters: Codable, Sendable, Equatable {
    /// Where they start, in seconds as the chapter list gives it; ascending.
    public var starts: [Double]

    /// Makes a list.
    public init(starts: [Double]) { self.starts = starts }
}
