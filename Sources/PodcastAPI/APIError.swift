/// The body of every answer that is not a success.
public struct APIError: Codable, Sendable, Equatable {
    /// What happened, for programs; codes are never renamed.
    public struct Code: RawRepresentable, Codable, Sendable, Hashable {
        /// The code on the wire.
        public var rawValue: String
        /// Any code: an older client may meet a newer server.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No valid session: sign in.
        public static let signedOut = Code(rawValue: "signed-out")
        /// No administrator yet: open the link that the terminal printed.
        public static let setupNeeded = Code(rawValue: "setup-needed")
        /// Wrong name or password, or a link that is used up.
        public static let wrongCredentials = Code(rawValue: "wrong-credentials")
        /// Too many attempts; `Retry-After` tells when to try again.
        public static let tooManyAttempts = Code(rawValue: "too-many-attempts")
        /// The account is disabled; an administrator can enable it.
        public static let accountDisabled = Code(rawValue: "account-disabled")
        /// Only administrators may do that.
        public static let administratorNeeded = Code(rawValue: "administrator-needed")
        /// An API token can't do that: sign in on the page.
        public static let sessionNeeded = Code(rawValue: "session-needed")
        /// This host name is for players with a token, and only for what they need.
        public static let tokenHost = Code(rawValue: "token-host")
        /// Another user has the name.
        public static let nameTaken = Code(rawValue: "name-taken")
        /// There would be no administrator left.
        public static let lastAdministrator = Code(rawValue: "last-administrator")
        /// The request came from another site.
        public static let crossSite = Code(rawValue: "cross-site")
        /// Nothing has that address.
        public static let notFound = Code(rawValue: "not-found")
        /// That method does not work there.
        public static let methodNotAllowed = Code(rawValue: "method-not-allowed")
        /// The request is not well-formed.
        public static let badRequest = Code(rawValue: "bad-request")
        /// The body is larger than allowed.
        public static let tooLarge = Code(rawValue: "too-large")
        /// Already subscribed.
        public static let alreadySubscribed = Code(rawValue: "already-subscribed")
        /// The address is a page that links to several feeds: ``APIError/choices`` holds them.
        public static let chooseFeed = Code(rawValue: "choose-feed")
        /// What the address gave is no feed and links to none.
        public static let notAFeed = Code(rawValue: "not-a-feed")
        /// The feed's server could not be reached or refused.
        public static let fetchFailed = Code(rawValue: "fetch-failed")
        /// The entry has no audio or video.
        public static let noMedia = Code(rawValue: "no-media")
        /// The store or the disk failed.
        public static let storageFailed = Code(rawValue: "storage-failed")
        /// Anything else that went wrong inside.
        public static let internalError = Code(rawValue: "internal")
    }

    /// What happened, for programs.
    public var error: Code
    /// What happened and what to do, in one sentence for a person.
    public var message: String
    /// With ``Code/chooseFeed``: the feeds the page links to, best first.
    public var choices: [FeedChoice]?

    /// Makes an error body.
    public init(_ error: Code, _ message: String, choices: [FeedChoice]? = nil) {
        self.error = error
        self.message = message
        self.choices = choices
    }
}

/// A feed that a page links to.
public struct FeedChoice: Codable, Sendable, Equatable {
    /// The feed's address.
    public var url: String
    /// The link's title, or the address's last part.
    public var title: String
    /// `rss`, `atom` or `json`; absent when the page does not say.
    public var format: String?

    /// Names a feed.
    public init(url: String, title: String, format: String? = nil) {
        self.url = url
        self.title = title
        self.format = format
    }
}
