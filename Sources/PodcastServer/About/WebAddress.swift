import Foundation

/// Addresses from feeds that become links.
enum WebAddress {
    /// Where chats are: programs open these, browsers ask first.
    private static let chatSchemes = ["irc", "ircs", "xmpp", "matrix", "nostr"]

    /// The address when it is http or https and absolute, so that no link runs a script.
    static func safe(_ address: String?) -> String? {
        guard let address, let scheme = scheme(of: address), scheme == "http" || scheme == "https" else { return nil }
        return address
    }

    /// Whether it is a web page or a chat.
    static func isLink(_ address: String?) -> Bool {
        guard let address, let scheme = scheme(of: address) else { return false }
        return scheme == "http" || scheme == "https" || chatSchemes.contains(scheme)
    }

    private static func scheme(of address: String) -> String? {
        guard let end = address.range(of: "://"), !address.utf8.contains(where: { $0 <= 32 || $0 == 127 }) else {
            return nil
        }
        return address[..<end.lowerBound].lowercased()
    }
}
