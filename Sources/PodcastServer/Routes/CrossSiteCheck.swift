import HTTP
import PodcastAPI

/// Refuses changes that another site's page asks for with what the user's browser adds by itself (CSRF): the cookie, a
/// password of Basic that it remembers, the proxy's sign-in.
///
/// Three fences: the cookie is SameSite=Lax, bodies must be JSON or OPML by media type, and this check of the fields
/// that a page can't forge (Fetch Metadata, RFC 6454 Origin). It stands before every route, so none can forget it.
struct CrossSiteCheck: Sendable {
    let proxies: ProxyTrust

    /// - Throws: ``APIFailure`` with 403 when the request comes from elsewhere.
    func check(_ request: HTTPServerRequest) throws {
        guard ![.get, .head, .options].contains(request.method) else { return }
        // No browser adds a bearer token by itself, and where there is one nothing else counts.
        guard request.bearerToken == nil else { return }
        if let site = request.fields["Sec-Fetch-Site"], site != "same-origin", site != "none" { throw Self.refusal }
        if let origin = request.fields["Origin"], !isOwn(origin, request) { throw Self.refusal }
    }

    private func isOwn(_ origin: String, _ request: HTTPServerRequest) -> Bool {
        // The scheme is not compared: behind a proxy that ends TLS the page's scheme is https and this server's http.
        proxies.hosts(request).contains { origin == "https://\($0)" || origin == "http://\($0)" }
    }

    private static var refusal: APIFailure {
        APIFailure(.forbidden, .crossSite, "This request came from another site and was refused.")
    }
}
