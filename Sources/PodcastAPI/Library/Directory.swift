/// `GET /api/directory?q=`: what the directories that the administrator named know.
public struct DirectoryAnswer: Codable, Sendable, Equatable {
    /// A podcast in a directory.
    public struct Result: Codable, Sendable, Equatable {
        /// The feed's address: what to subscribe to.
        public var url: String
        /// The title.
        public var title: String
        /// Who makes it.
        public var author: String?
        /// Plain text.
        public var description: String?
        /// Its web page.
        public var link: String?
        /// The directories that know it.
        public var sources: [String]
        /// The id of the user's subscription to it.
        public var feed: String?

        /// Makes a result.
        public init(url: String, title: String, sources: [String]) {
            self.url = url
            self.title = title
            self.sources = sources
        }
    }

    /// A directory that did not answer.
    public struct Failure: Codable, Sendable, Equatable {
        /// The directory's name.
        public var source: String
        /// One sentence.
        public var message: String

        /// Describes a failure.
        public init(source: String, message: String) {
            self.source = source
            self.message = message
        }
    }

    /// What was found, best first.
    public var results: [Result]
    /// Directories that did not answer.
    public var failed: [Failure]
    /// How many directories the administrator named.
    public var directories: Int

    /// Makes an answer.
    public init(results: [Result], failed: [Failure], directories: Int) {
        self.results = results
        self.failed = failed
        self.directories = directories
    }
}

/// A directory that is asked.
public struct Directory: Codable, Sendable, Equatable {
    /// How a directory is asked, and how it answers.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// `?term=`, JSON with `results` as iTunes gives it.
        case itunes
        /// Podcast Index: `?q=`, signed fields, JSON with `feeds`.
        case podcastIndex
        /// gpodder's `search.json?q=`: a JSON list.
        case gpodder
        /// An OPML list, searched here.
        case opml
    }

    /// What people call it; unique.
    public var name: String
    /// How it is asked.
    public var kind: Kind
    /// Its address.
    public var url: String
    /// The key for Podcast Index; never given out.
    public var key: String?
    /// The secret that belongs to it; never given out.
    ///
    /// Absent in a `PUT`: the stored one stays.
    public var secret: String?
    /// Whether a key and a secret are stored.
    public var hasKey: Bool?

    /// Names a directory.
    public init(name: String, kind: Kind, url: String) {
        self.name = name
        self.kind = kind
        self.url = url
    }
}

/// `GET` and `PUT /api/admin/directories`.
public struct DirectoryList: Codable, Sendable, Equatable {
    /// At most 20.
    public var directories: [Directory]

    /// Makes a list.
    public init(directories: [Directory]) { self.directories = directories }
}
