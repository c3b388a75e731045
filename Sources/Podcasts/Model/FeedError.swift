public import Essentials

/// Why a document is not a feed.
public enum FeedError: SentenceError, Equatable {
    /// Nothing came, or only blanks.
    case empty
    /// A web page.
    case webPage
    /// An OPML list of feeds.
    case opml
    /// JSON, but not a JSON Feed.
    case otherJSON
    /// XML with a root element that no feed has.
    case otherXML(root: String)
    /// Neither XML nor JSON.
    case notText
    /// More bytes than allowed.
    case tooLarge(limit: Int)
    /// JSON that can't be read.
    case malformedJSON

    /// One sentence.
    public var sentence: String {
        switch self {
        case .empty: "The answer is empty: there is no feed in it."
        case .webPage: "This is a web page, not a feed."
        case .opml: "This is an OPML list of feeds, not a feed; import it instead."
        case .otherJSON: "This is JSON, but not a JSON Feed."
        case .otherXML(let root): "This is an XML document of another kind (its root element is “\(root)”), not a feed."
        case .notText: "This is not a feed: it is neither XML nor JSON."
        case .tooLarge(let limit): "The feed is larger than the limit of \(limit) bytes."
        case .malformedJSON: "The feed is JSON with an error in it, and JSON can't be repaired."
        }
    }

    /// A server that is being repaired answers with anything; it may be a feed again later.
    public var isRetryable: Bool {
        switch self {
        case .tooLarge, .opml: false
        default: true
        }
    }
}
