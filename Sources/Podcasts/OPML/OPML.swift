public import Essentials

/// A list of subscriptions (OPML 1.0 and 2.0).
public struct OPML: Sendable, Equatable {
    /// One subscription.
    public struct Feed: Sendable, Equatable {
        /// The feed's address.
        public var url: String
        /// The title as the list has it.
        public var title: String?
        /// The web page.
        public var link: String?
        /// The folders that it lies in, the outermost first.
        public var folders: [String]
        /// The line in the document, from 1.
        public var line: Int

        /// Takes the parts.
        public init(url: String, title: String? = nil, link: String? = nil, folders: [String] = [], line: Int = 0) {
            self.url = url
            self.title = title
            self.link = link
            self.folders = folders
            self.line = line
        }
    }

    /// An outline that was not taken, and why.
    public struct Problem: Sendable, Equatable {
        /// Why an outline was not taken.
        public enum Reason: String, Sendable, Equatable, CaseIterable {
            /// It names no address.
            case missingURL
            /// Its address is not one that a feed can have.
            case invalidURL
            /// The same address stands in the list before.
            case duplicate
            /// It stands for another list, which is not fetched.
            case include
        }

        /// Why.
        public var reason: Reason
        /// What the outline calls itself.
        public var title: String?
        /// The line in the document, from 1.
        public var line: Int

        /// One sentence for a person.
        public var sentence: String {
            let name = title.map { "“\($0)”" } ?? "An outline without a title"
            return switch reason {
            case .missingURL: "\(name) (line \(line)) names no feed address."
            case .invalidURL: "\(name) (line \(line)) has an address that is not http or https."
            case .duplicate: "\(name) (line \(line)) is in the list twice."
            case .include: "\(name) (line \(line)) stands for another list; import that one by itself."
            }
        }
    }

    /// The list's title.
    public var title: String?
    /// The subscriptions in order, each address once.
    public var feeds: [Feed]
    /// What was not taken.
    public var problems: [Problem]

    /// A list as a program makes it.
    public init(title: String? = nil, feeds: [Feed] = [], problems: [Problem] = []) {
        self.title = title
        self.feeds = feeds
        self.problems = problems
    }
}

/// Why a document is not an OPML list.
public enum OPMLError: SentenceError, Equatable {
    /// It is something else.
    case notOPML
    /// It is larger than a list of subscriptions can be.
    case tooLarge(limit: Int)

    /// One sentence.
    public var sentence: String {
        switch self {
        case .notOPML: "This is not an OPML list of feeds."
        case .tooLarge(let limit): "The OPML list is larger than the limit of \(limit) bytes."
        }
    }

    /// The same document stays what it is.
    public var isRetryable: Bool { false }
}
