/// The Podcasting 2.0 tags that feeds, entries and live items share (podcast-namespace 1.0).
public struct PodcastTags: Sendable, Equatable {
    /// `podcast:person`.
    public var persons: [PodcastPerson] = []
    /// `podcast:location`.
    public var locations: [Location] = []
    /// `podcast:funding`.
    public var funding: [Funding] = []
    /// `podcast:value`: an entry's replaces the feed's.
    public var values: [PodcastValue] = []
    /// `podcast:image` and the older `podcast:images`.
    public var images: [PodcastImage] = []
    /// `podcast:txt`.
    public var texts: [PodcastText] = []
    /// `podcast:license`.
    public var license: License?
    /// `podcast:socialInteract`.
    public var socialInteracts: [SocialInteract] = []
    /// `podcast:contentLink`.
    public var contentLinks: [ContentLink] = []
    /// `podcast:chat`.
    public var chat: Chat?

    /// No tags.
    public init() {}
}

/// `podcast:person`.
public struct PodcastPerson: Sendable, Equatable {
    /// The name.
    public var name: String
    /// The role, lower-cased; `host` when none is given.
    public var role = "host"
    /// The group, lower-cased; `cast` when none is given.
    public var group = "cast"
    /// A picture.
    public var image: String?
    /// A page.
    public var href: String?
}

/// `podcast:location`.
public struct Location: Sendable, Equatable {
    /// The place's name.
    public var name: String
    /// `subject` or `creator`.
    public var rel: String?
    /// A geo URI.
    public var geo: String?
    /// An OpenStreetMap object.
    public var osm: String?
    /// ISO 3166 country.
    public var country: String?
}

/// `podcast:funding`.
public struct Funding: Sendable, Equatable {
    /// Where to give.
    public var url: String
    /// What the button says.
    public var label: String?
}

/// `podcast:image`.
public struct PodcastImage: Sendable, Equatable {
    /// The picture's address.
    public var href: String
    /// What it shows, in words.
    public var alternative: String?
    /// Such as `16/9`.
    public var aspectRatio: String?
    /// Pixels.
    public var width: Int?
    /// Pixels.
    public var height: Int?
    /// The media type.
    public var type: String?
    /// What it is for: `artwork`, `social`, `canvas`.
    public var purposes: [String] = []
}

/// `podcast:txt`.
public struct PodcastText: Sendable, Equatable {
    /// The text.
    public var text: String
    /// What it is for.
    public var purpose: String?
}

/// `podcast:license`.
public struct License: Sendable, Equatable {
    /// An SPDX-like identifier or the publisher's own name.
    public var identifier: String
    /// The full text.
    public var url: String?
}

/// `podcast:socialInteract`.
public struct SocialInteract: Sendable, Equatable {
    /// The root post; `nil` only with protocol `disabled`.
    public var uri: String?
    /// Such as `activitypub`, lower-cased.
    public var `protocol`: String
    /// The account that posted.
    public var accountID: String?
    /// The account's page.
    public var accountURL: String?
    /// The lowest comes first.
    public var priority: Int?
}

/// `podcast:contentLink`.
public struct ContentLink: Sendable, Equatable {
    /// The address.
    public var href: String
    /// What the link says.
    public var label: String?
}

/// `podcast:chat`.
public struct Chat: Sendable, Equatable {
    /// The server.
    public var server: String
    /// Such as `irc`, lower-cased.
    public var `protocol`: String
    /// The account of the show.
    public var accountID: String?
    /// The room.
    public var space: String?
}
