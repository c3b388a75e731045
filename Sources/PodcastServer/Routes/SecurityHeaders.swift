import HTTP

/// The fields that every answer carries so that hostile feed content stays harmless in the page.
enum SecurityHeaders {
    /// No inline or foreign script or style, no frames; pictures and media only from here, because the server fetches
    /// and checks the feeds' own.
    static let contentSecurityPolicy =
        "default-src 'self'; img-src 'self' data:; media-src 'self' blob:; style-src 'self'; script-src 'self'; "
        + "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

    /// Adds the fields to `response`.
    static func apply(to response: inout HTTPServerResponse) {
        // Media and pictures bring a stricter one of their own.
        if response.fields["Content-Security-Policy"] == nil {
            response.fields["Content-Security-Policy"] = contentSecurityPolicy
        }
        response.fields["X-Content-Type-Options"] = "nosniff"
        if response.fields["Referrer-Policy"] == nil { response.fields["Referrer-Policy"] = "no-referrer" }
        response.fields["Cross-Origin-Opener-Policy"] = "same-origin"
        response.fields["Cross-Origin-Resource-Policy"] = "same-origin"
        response.fields["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
    }
}
