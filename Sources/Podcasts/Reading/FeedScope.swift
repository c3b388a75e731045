/// Where in a feed an element stands: the same name means other things in other places.
enum FeedScope: UInt8 {
    /// Before the root.
    case document
    /// In `<rss>` or `<rdf:RDF>`.
    case root
    /// In the channel, or in an Atom feed.
    case feed
    case entry
    /// In the channel's `<image>`.
    case image
    case skipHours
    case skipDays
    /// In an Atom author or contributor.
    case person
    /// In `<itunes:owner>`.
    case owner
    /// In an `<itunes:category>`.
    case category
    /// In the feed that an Atom entry was copied from.
    case source
    case mediaGroup
    case mediaContent
    case chapters
    case alternate
    case value
    case timeSplit
    case podroll
    case publisher
    /// In an element whose children mean nothing here.
    case ignored
}

/// What becomes of an element's text.
enum TextCapture: UInt8 {
    /// It is dropped.
    case none
    /// It is kept; child elements are not.
    case text
    /// It is kept with its child elements as markup.
    case markup
}

/// How an element begins: the scope of its children and what becomes of its text.
struct Opening {
    var scope: FeedScope
    var capture: TextCapture

    static let ignored = Opening(scope: .ignored, capture: .none)
    static let text = Opening(scope: .ignored, capture: .text)
    static let markup = Opening(scope: .ignored, capture: .markup)

    static func inside(_ scope: FeedScope) -> Opening { Opening(scope: scope, capture: .none) }
}
