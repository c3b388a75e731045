/// Somebody who takes part in an episode or makes a show.
public struct Person: Codable, Sendable, Equatable {
    /// The name.
    public var name: String
    /// `host`, `guest` or another word of the Podcasting 2.0 taxonomy, in lower case.
    public var role: String
    /// `cast`, `writing` or another word of the taxonomy, in lower case.
    public var group: String
    /// A web page about them.
    public var link: String?
    /// Path of their picture; takes `?size=` in pixels.
    public var art: String?

    /// Names a person.
    public init(name: String, role: String, group: String = "cast", link: String? = nil, art: String? = nil) {
        self.name = name
        self.role = role
        self.group = group
        self.link = link
        self.art = art
    }
}

/// A stretch of an episode that its publisher recommends to be heard first.
public struct Soundbite: Codable, Sendable, Equatable {
    /// Seconds from the beginning.
    public var start: Double
    /// How long it is, in seconds.
    public var duration: Double
    /// The title; absent where it is the entry's.
    public var title: String?

    /// Makes a soundbite.
    public init(start: Double, duration: Double, title: String? = nil) {
        self.start = start
        self.duration = duration
        self.title = title
    }
}

/// Where listeners can give money.
public struct FundingLink: Codable, Sendable, Equatable {
    /// A web page.
    public var url: String
    /// What the link says; absent where the publisher says nothing.
    public var label: String?

    /// Names a page.
    public init(url: String, label: String? = nil) {
        self.url = url
        self.label = label
    }
}

/// A place with its name.
public struct PlaceName: Codable, Sendable, Equatable {
    /// The name.
    public var name: String
    /// A `geo:` address.
    public var geo: String?
    /// An OpenStreetMap object such as `R113314`.
    public var osm: String?
    /// ISO 3166 code of the country.
    public var country: String?
    /// `subject` or `creator`; absent where the publisher does not say.
    public var rel: String?

    /// Names a place.
    public init(
        name: String,
        geo: String? = nil,
        osm: String? = nil,
        country: String? = nil,
        rel: String? = nil
    ) {
        self.name = name
        self.geo = geo
        self.osm = osm
        self.country = country
        self.rel = rel
    }
}

/// How a publisher takes payments by the minute: shown, never paid by this server.
public struct ValueOffer: Codable, Sendable, Equatable {
    /// Who gets a share.
    public struct Recipient: Codable, Sendable, Equatable {
        /// The name; absent where the publisher gives none.
        public var name: String?
        /// `node` or `lnaddress`.
        public var type: String
        /// The account.
        public var address: String
        /// Shares, not percent.
        public var split: Int
        /// Present and true for a fee that is taken off first.
        public var fee: Bool?

        /// Names a recipient.
        public init(name: String? = nil, type: String, address: String, split: Int, fee: Bool? = nil) {
            self.name = name
            self.type = type
            self.address = address
            self.split = split
            self.fee = fee
        }
    }

    /// Such as `lightning`.
    public var type: String
    /// Such as `keysend`.
    public var method: String
    /// A suggested amount, as written.
    public var suggested: String?
    /// Who gets a share.
    public var recipients: [Recipient]

    /// Makes an offer.
    public init(type: String, method: String, suggested: String? = nil, recipients: [Recipient]) {
        self.type = type
        self.method = method
        self.suggested = suggested
        self.recipients = recipients
    }
}

/// What else the Podcasting 2.0 tags of a feed or an entry say.
public struct PodcastDetails: Codable, Sendable, Equatable {
    /// A free text for programs or people.
    public struct Note: Codable, Sendable, Equatable {
        /// The text.
        public var text: String
        /// What it is for.
        public var purpose: String?

        /// Makes a note.
        public init(text: String, purpose: String? = nil) {
            self.text = text
            self.purpose = purpose
        }
    }

    /// A page with its label: the licence, a discussion, the same content elsewhere.
    public struct Link: Codable, Sendable, Equatable {
        /// A web page; absent for a licence that has none.
        public var url: String?
        /// What the link says: a label, the licence's name, the network of a discussion.
        public var label: String?

        /// Names a page.
        public init(url: String? = nil, label: String? = nil) {
            self.url = url
            self.label = label
        }
    }

    /// Places it is about or made at.
    public var locations: [PlaceName]
    /// How payments are taken; an entry's replace its feed's.
    public var values: [ValueOffer]
    /// `txt`.
    public var texts: [Note]
    /// The licence.
    public var license: Link?
    /// Where listeners talk about it, best first.
    public var discussions: [Link]
    /// The same content elsewhere.
    public var elsewhere: [Link]

    /// Makes details.
    public init(
        locations: [PlaceName] = [],
        values: [ValueOffer] = [],
        texts: [Note] = [],
        license: Link? = nil,
        discussions: [Link] = [],
        elsewhere: [Link] = []
    ) {
        self.locations = locations
        self.values = values
        self.texts = texts
        self.license = license
        self.discussions = discussions
        self.elsewhere = elsewhere
    }
}

/// A file beside the one that plays: another format, quality or language.
public struct OtherFile: Codable, Sendable, Equatable {
    /// The publisher's address.
    public var url: String
    /// The media type.
    public var type: String?
    /// Bytes.
    public var length: Int64?
    /// Such as `High quality`.
    public var title: String?
    /// A language tag.
    public var language: String?
    /// Pixels, for video.
    public var height: Int?
    /// Bits a second.
    public var bitrate: Double?

    /// Names a file.
    public init(url: String, type: String? = nil, length: Int64? = nil) {
        self.url = url
        self.type = type
        self.length = length
    }
}
