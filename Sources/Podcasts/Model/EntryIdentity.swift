extension ParsedEntry {
    /// Whether there is an ``identity``, without making it.
    var hasIdentity: Bool { guid?.isEmpty == false || !enclosures.isEmpty || link != nil || title != nil }
}

/// What tells an entry from the others of its feed and finds it again at the next refresh.
///
/// guid, else enclosure address, else link and title. Guids compare exactly: letter case counts, "0" is one.
public enum EntryIdentity: Sendable, Hashable {
    /// The publisher's own identifier.
    case guid(String)
    /// A guid that another entry of the feed has too, with the address or title that tells them apart.
    case repeatedGUID(String, other: String)
    /// The address of the file.
    case enclosure(String)
    /// Page and title; either may be empty, not both.
    case linkAndTitle(link: String, title: String)

    /// Chooses by the rule; `nil` when the entry has none of them.
    public init?(of entry: ParsedEntry) {
        if let guid = entry.guid, !guid.isEmpty {
            if entry.guidIsRepeated, let other = entry.primaryEnclosure?.url ?? entry.link ?? entry.title {
                self = .repeatedGUID(guid, other: other)
            } else {
                self = .guid(guid)
            }
        } else if let enclosure = entry.primaryEnclosure ?? entry.enclosures.first {
            self = .enclosure(enclosure.url)
        } else if entry.link != nil || entry.title != nil {
            self = .linkAndTitle(link: entry.link ?? "", title: entry.title ?? "")
        } else {
            return nil
        }
    }

    /// One text for a store's unique column; different identities have different keys.
    public var key: String {
        switch self {
        case .guid(let guid): "g:\(guid)"
        case .repeatedGUID(let guid, let other): "r:\(guid.utf8.count):\(guid)\(other)"
        case .enclosure(let url): "e:\(url)"
        case .linkAndTitle(let link, let title): "l:\(link.utf8.count):\(link)\(title)"
        }
    }
}
