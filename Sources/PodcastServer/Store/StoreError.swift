import Essentials

/// What the store refuses.
enum StoreError: SentenceError, Equatable {
    /// There is no such feed, or the user is not subscribed to it.
    case noSuchFeed
    /// There is no such entry, or it belongs to no subscription of the user.
    case noSuchEntry
    /// The user has no such folder.
    case noSuchFolder
    /// The user has no such saved search.
    case noSuchSearch
    /// The user has no such bookmark.
    case noSuchBookmark
    /// Nothing of that token can be taken back.
    case noSuchUndo
    /// The user asked for no such download.
    case noSuchDownload
    /// There is no more room for things of this kind.
    case tooMany(String)
    /// There is no such user.
    case noSuchUser
    /// Another user has the name.
    case nameTaken
    /// There would be nobody left who can administer.
    case lastAdministrator
    /// The user has no such API token.
    case noSuchToken
    /// The user has as many API tokens as anybody may.
    case tooManyTokens
    /// The user has no such device.
    case noSuchDevice
    /// The user has as many devices as anybody may.
    case tooManyDevices
    /// A program keeps more settings than any needs.
    case tooManySettings
    /// The link was used, has expired or never was.
    case linkInvalid
    /// The text is not a place in a list that this server gave out.
    case invalidCursor
    /// The position is no number of seconds.
    case invalidPosition

    var sentence: String {
        switch self {
        case .noSuchFeed: "There is no such subscription."
        case .noSuchEntry: "There is no such entry in the subscriptions."
        case .noSuchFolder: "There is no such folder."
        case .noSuchSearch: "There is no such saved search."
        case .noSuchBookmark: "There is no such bookmark."
        case .noSuchUndo: "This can no longer be taken back."
        case .noSuchDownload: "There is no such download."
        case .tooMany(let things): "There are too many \(things); remove some first."
        case .noSuchUser: "There is no such user."
        case .nameTaken: "Another user has this name; choose another."
        case .lastAdministrator: "This is the only administrator; make somebody else one first."
        case .noSuchToken: "There is no such token."
        case .tooManyTokens: "There are too many tokens; revoke some that are no longer used."
        case .noSuchDevice: "There is no such device."
        case .tooManyDevices: "There are too many devices."
        case .tooManySettings: "There are too many settings."
        case .linkInvalid: "This link was used or has expired; ask for a new one."
        case .invalidCursor: "The place in the list is not valid; load the list from its beginning."
        case .invalidPosition: "A position is a number of seconds from 0."
        }
    }

    var isRetryable: Bool { false }
}
