import Foundation

/// Addresses as the gpodder API cleans them: what a client sends and what the server makes of it.
enum SyncURL {
    /// The address in the store's spelling; `nil` for one that is refused.
    static func clean(_ sent: String) -> String? {
        var text = sent.trimmingBlanks
        for (shortcut, prefix) in shortcuts where text.lowercased().hasPrefix(shortcut) {
            text = prefix + text.dropFirst(shortcut.count)
        }
        text = webScheme(text)
        // Shorter ones hold no host.
        guard text.utf8.count >= 8, text.utf8.count <= FeedURL.maximumLength else { return nil }
        guard let canonical = FeedURL.canonical(withoutUser(text)) ?? escaped(text) else { return nil }
        return canonical.hasSuffix("?") ? String(canonical.dropLast()) : canonical
    }

    /// The pairs of what was sent and what it became, for those that changed; an empty text is a refusal.
    static func updates(_ sent: [String], known: [String: String] = [:]) -> [[String]] {
        var seen: Set<String> = []
        return sent.compactMap { sent in
            let clean = clean(sent) ?? ""
            let stored = known[clean] ?? clean
            return stored == sent || !seen.insert(sent).inserted ? nil : [sent, stored]
        }
    }

    private static let shortcuts = [
        ("fb:", "http://feeds.feedburner.com/"), ("yt:", "https://www.youtube.com/feeds/videos.xml?user="),
        ("sc:", "https://soundcloud.com/"),
    ]

    /// Other names of HTTP, and none, become HTTP.
    private static func webScheme(_ text: String) -> String {
        guard let colon = text.firstIndex(of: ":"), text[..<colon].allSatisfy({ $0.isASCII && $0.isLetter }) else {
            return text.isEmpty ? text : "http://" + text
        }
        let rest = text[text.index(after: colon)...]
        switch text[..<colon].lowercased() {
        case "http", "https": return text
        case "feed", "itpc", "itms", "pcast":
            // `feed:https://…` wraps a whole address.
            if rest.lowercased().hasPrefix("http") { return String(rest) }
            return "http:" + (rest.hasPrefix("//") ? rest : "//" + rest)
        default:
            // `example.org:8080/feed` has no scheme either.
            return rest.first?.isNumber == true ? "http://" + text : ""
        }
    }

    private static func withoutUser(_ text: String) -> String { Subscriber.withoutUser(text) }

    /// Addresses with blanks or letters that must be escaped.
    private static func escaped(_ text: String) -> String? {
        let allowed = CharacterSet(charactersIn: "%:/?#[]@!$&'()*+,;=-._~").union(.alphanumerics)
        let ascii = allowed.intersection(CharacterSet(charactersIn: Unicode.Scalar(33)...Unicode.Scalar(126)))
        return withoutUser(text).addingPercentEncoding(withAllowedCharacters: ascii).flatMap(FeedURL.canonical)
    }
}
