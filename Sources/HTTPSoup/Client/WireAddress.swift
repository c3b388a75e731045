import Foundation

/// A URL as it goes to libsoup: http or https, with a host, and the credentials taken out of it.
struct WireAddress {
    /// The URL without credentials and fragment.
    let text: String
    /// The host's name or address, for errors.
    let host: String
    /// A Basic `Authorization` for the credentials that the URL had.
    let authorization: String?

    init?(_ url: URL) {
        guard var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true),
            let scheme = parts.scheme?.lowercased(), let host = parts.host, !host.isEmpty
        else { return nil }
        switch scheme {
        case "http", "ws": parts.scheme = "http"
        case "https", "wss": parts.scheme = "https"
        default: return nil
        }
        if let user = parts.user {
            let pair = Data("\(user):\(parts.password ?? "")".utf8)
            authorization = "Basic " + pair.base64EncodedString()
        } else {
            authorization = nil
        }
        parts.user = nil
        parts.password = nil
        parts.fragment = nil
        guard let text = parts.string else { return nil }
        self.text = text
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    }
}
