import Essentials

/// Why a signed assertion is not believed.
enum AssertionError: SentenceError, Equatable, CaseIterable {
    /// It has not the form of a token.
    case malformed
    /// Another algorithm than RS256 and ES256, no `kid`, or extensions that are not understood.
    case unsupported
    /// No key of that name and kind.
    case unknownKey
    /// The key did not sign it.
    case wrongSignature
    /// `iss` is another.
    case otherIssuer
    /// `aud` is another.
    case otherAudience
    /// `exp` is over, or missing.
    case expired
    /// `nbf` or `iat` is still to come.
    case notYetValid
    /// The claim with the user's name is missing.
    case noName

    var sentence: String {
        switch self {
        case .malformed: "The proxy's assertion is no signed token."
        case .unsupported:
            "The proxy's assertion is not signed in a way that this server takes (RS256 or ES256 with a kid)."
        case .unknownKey: "The proxy's assertion is signed with a key that is not in this server's key file."
        case .wrongSignature: "The proxy's assertion has a wrong signature."
        case .otherIssuer: "The proxy's assertion was issued by somebody else."
        case .otherAudience: "The proxy's assertion is meant for another application."
        case .expired: "The proxy's assertion has expired; reload the page."
        case .notYetValid: "The proxy's assertion is not valid yet; compare the clocks of proxy and server."
        case .noName: "The proxy's assertion does not name the user."
        }
    }

    var isRetryable: Bool { self == .expired || self == .notYetValid }
}
