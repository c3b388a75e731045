import Foundation

/// Addresses of feeds as people type, click and export them.
public enum FeedAddress {
    /// The http or https address meant, or `nil` when it can't be one.
    ///
    /// `feed:`, `itpc:`, `pcast:` and their kind stand for http; a bare host gets https.
    public static func normalized(_ text: String) -> String? {
        var address = Address.resolve(text, against: nil)
        for scheme in ["feed://", "itpc://", "itms-pcast://", "pcast://", "podcast://", "rss://"]
        where address.lowercased().hasPrefix(scheme) {
            address = "http://" + address.dropFirst(scheme.count)
        }
        for scheme in ["feed:", "itpc:", "pcast:"] where address.lowercased().hasPrefix(scheme) {
            address = String(address.dropFirst(scheme.count))
        }
        if address.hasPrefix("//") { address = "https:" + address }
        // "localhost:8080/feed" has a port, not a scheme.
        if !Address.isWeb(address), isBareHost(address) { address = "https://" + address }
        guard Address.isWeb(address), let host = host(of: address), !host.isEmpty else { return nil }
        return address
    }

    private static func isBareHost(_ address: String) -> Bool {
        let host = address.prefix { $0 != "/" && $0 != ":" && $0 != "?" }
        guard !host.isEmpty, host.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" }) else {
            return false
        }
        let rest = address[host.endIndex...]
        guard rest.first == ":" else { return host.contains(".") }
        let port = rest.dropFirst().prefix { $0.isNumber }
        let next = rest[port.endIndex...].first
        return !port.isEmpty && (next == nil || next == "/" || next == "?")
    }

    private static func host(of address: String) -> Substring? {
        guard let start = address.range(of: "://")?.upperBound else { return nil }
        let authority = address[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return authority.split(separator: "@", omittingEmptySubsequences: false).last?.prefix { $0 != ":" }
    }
}
