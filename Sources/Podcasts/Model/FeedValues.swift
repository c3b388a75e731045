/// Text with markup, as published; show it only through ``NotesSanitizer``.
public struct RichText: Sendable, Equatable {
    /// How the text is to be read.
    public enum Kind: String, Sendable, Equatable {
        /// Plain text: markup characters mean themselves.
        case text
        /// HTML, or text that may hold HTML (RSS does not say).
        case html
    }

    /// The text.
    public var value: String
    /// How it is to be read.
    public var kind: Kind
    /// What relative addresses in it are relative to.
    public var base: String?

    /// Takes the parts.
    public init(_ value: String, kind: Kind, base: String? = nil) {
        self.value = value
        self.kind = kind
        self.base = base
    }
}

/// A link with its relation.
public struct FeedLink: Sendable, Equatable {
    /// The address, resolved.
    public var href: String
    /// The relation, lower-cased; `alternate` when none is given.
    public var rel: String
    /// The media type as written.
    public var type: String?
    /// The title.
    public var title: String?
    /// The language of what is linked.
    public var language: String?

    /// Takes the parts.
    public init(
        href: String,
        rel: String = "alternate",
        type: String? = nil,
        title: String? = nil,
        language: String? = nil
    ) {
        self.href = href
        self.rel = rel
        self.type = type
        self.title = title
        self.language = language
    }
}

/// Somebody named by a feed.
public struct FeedPerson: Sendable, Equatable {
    /// The name.
    public var name: String?
    /// The mail address.
    public var email: String?
    /// The web page.
    public var url: String?
    /// A picture (JSON Feed `avatar`).
    public var image: String?

    /// Takes the parts.
    public init(name: String? = nil, email: String? = nil, url: String? = nil, image: String? = nil) {
        self.name = name
        self.email = email
        self.url = url
        self.image = image
    }

    var isEmpty: Bool { name == nil && email == nil && url == nil && image == nil }
}

/// A category in some vocabulary.
public struct FeedCategory: Sendable, Equatable {
    /// The term.
    public var term: String
    /// The category that this one lies in (`itunes:category` nests once).
    public var parent: String?
    /// The vocabulary: RSS `domain`, Atom `scheme`, or `itunes` and `googleplay`.
    public var scheme: String?
    /// A label for people.
    public var label: String?

    /// Takes the parts.
    public init(_ term: String, parent: String? = nil, scheme: String? = nil, label: String? = nil) {
        self.term = term
        self.parent = parent
        self.scheme = scheme
        self.label = label
    }
}

/// A chapter written in the feed (Podlove simple chapters).
public struct FeedChapter: Sendable, Equatable {
    /// From the beginning of the file.
    public var start: Duration
    /// The title.
    public var title: String?
    /// A page about it.
    public var href: String?
    /// A picture for it.
    public var image: String?

    /// Takes the parts.
    public init(start: Duration, title: String? = nil, href: String? = nil, image: String? = nil) {
        self.start = start
        self.title = title
        self.href = href
        self.image = image
    }
}
