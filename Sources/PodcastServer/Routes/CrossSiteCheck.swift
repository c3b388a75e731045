import HTTP
import PodcastAPI

/// Refuses changes that another site's page asks for with the user's cookie (CSRF).
///
/// Three fences: the cookie is SameSite=Lax, bodies must be JSON or OPML by media type, and this check of the fields
/// that a page can't forge (Fetch Metadata, RFC 6454 Origin).
enum CrossSiteCheck {
    /// - Throws: ``APIFailure`` with 403 when the request comes from elsewhere.
    static func check(_ request: HTTPServerRequest) throws {
        guard ![.get, .head, .options].contains(request.method) else { return }
        if let site = request.fields["Sec-Fetch-Site"], site != "same-origin", site != "none" { throw refusal }
        if let origin = request.fields["Origin"], !isOwn(origin, request) { throw refusal }
    }

    private static func isOwn(_ origin: String, _ request: HTTPServerRequest) -> Bool {
        guard let host = request.fields["Host"] else { return false }
        // The scheme is not compared: behind a proxy that ends TLS the page's scheme is https and this server's http.
        return origin == "https://\(host)" || origin == "http://\(host)"
    }

    private static var refusal: APIFailure {
        APIFailure(.forbidden, .crossSite, "This request came from another site and was refused.")
    }
}
