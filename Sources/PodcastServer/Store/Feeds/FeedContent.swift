import Foundation

/// What a feed says about itself.
struct FeedContent: Sendable, Equatable {
    var title: String
    var author: String?
    /// HTML or text, not sanitised.
    var description: String?
    /// The web page it belongs to.
    var link: String?
    var imageURL: String?
    var language: String?
    var categories: [String] = []
    var isExplicit: Bool?
    /// `serial` or `episodic`.
    var kind: String?
    var podcastGUID: String?
    /// JSON of what the store does not look into: hub, self link, funding, people, location.
    var extras: String?

    init(title: String) { self.title = title }

    /// Tells whether any of it changed.
    var hash: [UInt8] {
        var hash = ContentHash()
        for text in [title, author, description, link, imageURL, language, kind, podcastGUID, extras] { hash.add(text) }
        hash.add(JSONText.encode(categories))
        hash.add(isExplicit.map { $0 ? 1.0 : 0 })
        return hash.finish()
    }
}
