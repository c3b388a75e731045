import Essentials

/// Names pictures of chapters and people in `/api/art/{owner}-{token}`.
///
/// The token is a digest of where the picture comes from: another picture has another path, so browsers may keep it, and
/// no path makes the server fetch what no feed names.
enum ArtToken {
    /// The token of a picture's source.
    static func token(_ source: String) -> String { String(SHA256Digest.of(source).hexadecimal.prefix(16)) }

    /// The path of a picture that belongs to a feed (`f12`) or an entry (`e345`).
    static func path(owner: String, source: String) -> String { "/api/art/\(owner)-\(token(source))" }
}
