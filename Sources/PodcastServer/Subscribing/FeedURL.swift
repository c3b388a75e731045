import Essentials
import Foundation

/// A feed's address as people write it, and as it is compared.
struct FeedURL: Sendable, Equatable {
    /// The URLs to try, in order: a bare host is tried with https, then with http.
    let candidates: [URL]

    /// Reads what a person typed or pasted.
    ///
    /// Accepts http and https URLs, bare hosts (`example.org/feed`), and the spellings that podcast links use: `feed:`, `feed://`,
    /// `itpc://`, `pcast://`, `podcast://`, `rss://`. Surrounding blanks, quotes and angle brackets are dropped, line breaks inside too.
    /// - Throws: ``FeedURLError``.
    init(_ text: String) throws {
        let cleaned = Self.cleaned(text)
        guard !cleaned.isEmpty else { throw FeedURLError.empty }
        guard cleaned.utf8.count <= Self.maximumLength else { throw FeedURLError.tooLong }
        let (schemes, rest) = try Self.schemes(of: cleaned)
        candidates = try schemes.map { try Self.url($0, rest) }
    }

    /// Browsers and servers give up at about this length.
    static let maximumLength = 8192

    private static let podcastSchemes: Set<String> = ["feed", "feeds", "itpc", "itpcs", "pcast", "podcast", "rss"]

    private static func cleaned(_ text: String) -> Substring {
        let oneLine = text.unicodeScalars.filter {
            !CharacterSet.newlines.contains($0) && $0 != "\0" && $0 != "\u{FEFF}"
        }
        let edges = CharacterSet.whitespaces.union(CharacterSet(charactersIn: "<>\"'\u{201C}\u{201D}\u{2018}\u{2019}"))
        return Substring(String(String.UnicodeScalarView(oneLine)).trimmingCharacters(in: edges))
    }

    /// The schemes to try and what follows `//`.
    private static func schemes(of text: Substring) throws -> ([String], Substring) {
        if text.hasPrefix("//") { return (["https", "http"], text.dropFirst(2)) }
        guard let colon = text.firstIndex(of: ":"), isScheme(text[..<colon]) else { return (["https", "http"], text) }
        let scheme = text[..<colon].lowercased()
        var rest = text[text.index(after: colon)...]
        if !rest.hasPrefix("//"), rest.first?.isASCII == true, rest.first?.isNumber == true {
            // `example.org:8080/feed`: what looks like a scheme is a host.
            return (["https", "http"], text)
        }
        if podcastSchemes.contains(scheme) {
            // `feed:https://…` wraps a whole address, `feed://…` stands in the place of http.
            if !rest.hasPrefix("//") { return try schemes(of: rest) }
            rest = rest.dropFirst(2)
            // `feed://https://…` and `feed://https//…` are common mistakes.
            for inner in ["https", "http"]
            where rest.lowercased().hasPrefix(inner + ":") || rest.lowercased().hasPrefix(inner + "//") {
                return ([inner], rest.dropFirst(inner.count).drop { $0 == ":" || $0 == "/" })
            }
            return (["https", "http"], rest)
        }
        guard scheme == "http" || scheme == "https" else { throw FeedURLError.otherScheme(scheme) }
        return ([scheme], rest.drop { $0 == "/" })
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.first, first.isASCII, first.isLetter else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+" || $0 == "-" || $0 == ".") }
    }

    private static func url(_ scheme: String, _ rest: Substring) throws -> URL {
        let spelled = rest.replacingOccurrences(of: " ", with: "%20")
        let authority = spelled.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        // Looked for in the text: a parser may accept what it can't take apart.
        if authority.contains("@") { throw FeedURLError.credentials }
        guard let url = URL(string: scheme + "://" + spelled), let host = url.host, isPlausible(host, url: url) else {
            throw FeedURLError.noAddress
        }
        guard url.user == nil, url.password == nil else { throw FeedURLError.credentials }
        guard url.port.map({ (1...65_535).contains($0) }) ?? true else { throw FeedURLError.noAddress }
        return url
    }

    /// A single word is a search, not a host, unless a port or a path makes it one of the home network.
    private static func isPlausible(_ host: String, url: URL) -> Bool {
        guard !host.isEmpty, !host.contains(" "), !host.contains("%") else { return false }
        return host.contains(".") || host.contains(":") || host == "localhost" || url.port != nil || url.path.count > 1
    }
}

extension FeedURL {
    /// The spelling under which addresses are stored and compared; `nil` for what is no http or https URL.
    ///
    /// Scheme and host in lower case, no default port, no fragment, `/` for an empty path (RFC 3986 section 6.2). Path and
    /// query stay as they are: servers may tell `A` from `a`, and private feeds keep their key there.
    static func canonical(_ text: String) -> String? {
        guard var parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            scheme == "http" || scheme == "https", let host = parts.encodedHost, !host.isEmpty
        else { return nil }
        parts.scheme = scheme
        // A name may end in the dot of the root.
        parts.encodedHost = host.lowercased().hasSuffix(".") ? String(host.lowercased().dropLast()) : host.lowercased()
        parts.fragment = nil
        if parts.port == (scheme == "https" ? 443 : 80) { parts.port = nil }
        if parts.percentEncodedPath.isEmpty { parts.percentEncodedPath = "/" }
        return parts.string
    }

    /// The server an address belongs to, for politeness: its host, with the port where it is not the usual one.
    static func host(of text: String) -> String {
        guard let parts = URLComponents(string: text), let host = parts.encodedHost?.lowercased() else { return "" }
        guard let port = parts.port, port != 80, port != 443 else { return host }
        return "\(host):\(port)"
    }
}

/// Why a text is no feed address.
enum FeedURLError: SentenceError, Equatable {
    /// Nothing was given.
    case empty
    /// More than 8,192 bytes.
    case tooLong
    /// Another scheme than http and https.
    case otherScheme(String)
    /// A name or password stands before the host.
    case credentials
    /// No host can be made out.
    case noAddress

    /// One sentence; the address itself is not repeated, because it may hold a password.
    var sentence: String {
        switch self {
        case .empty: "Give the address of a feed, or of a page that links to one."
        case .tooLong: "That is too long for an address."
        case .otherScheme(let scheme):
            "Addresses that begin with \(scheme): can't be subscribed to; give an http or https address."
        case .credentials:
            "Addresses with a name or password in them can't be subscribed to yet; look for a private feed address without one."
        case .noAddress: "That is not a web address; give one like https://example.org/feed."
        }
    }

    /// A text does not change by itself.
    var isRetryable: Bool { false }
}
