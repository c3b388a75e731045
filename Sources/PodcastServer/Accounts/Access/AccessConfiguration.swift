public import Essentials
public import Foundation

/// Who stands in front of the server, and whom it believes.
public struct AccessConfiguration: Sendable {
    /// Host names under which only players with a token are served.
    public var tokenHosts: [String] = []
    /// Peers whose forwarding headers are believed.
    public var trustedProxies: [TrustedNetwork] = []
    /// The header in which a trusted proxy names the user it has signed in; `nil` believes none.
    public var userHeader: String?
    /// Whether a user whom proxy or assertion names is added at first sight.
    public var createsUsers = false
    /// The signed assertions that sign in; `nil` takes none.
    public var assertions: AssertionConfiguration?

    /// Believes nobody.
    public init() {}
}

/// An address or a network in prefix notation.
public struct TrustedNetwork: Sendable {
    let network: IPNetwork

    /// Reads `192.0.2.1`, `10.0.0.0/8`, `::1` or `fd00::/8`.
    ///
    /// - Throws: ``InvalidNetwork``.
    public init(_ text: String) throws {
        let whole = text.contains("/") ? text : text + (text.contains(":") ? "/128" : "/32")
        guard let network = IPNetwork(whole) else { throw InvalidNetwork(text: text, isEverybody: false) }
        guard network.prefixLength > 0 else { throw InvalidNetwork(text: text, isEverybody: true) }
        self.network = network
    }
}

/// A text is no network that could be trusted.
public struct InvalidNetwork: SentenceError, Equatable {
    let text: String
    let isEverybody: Bool

    /// One sentence.
    public var sentence: String {
        isEverybody
            ? "\"\(text)\" is everybody; give the proxy's own address."
            : "\"\(text)\" is no IP address or network; give one like 192.0.2.1 or 10.0.0.0/8."
    }

    /// A text does not change by itself.
    public var isRetryable: Bool { false }
}

/// Which signed assertions (JSON Web Tokens) sign somebody in.
public struct AssertionConfiguration: Sendable {
    /// The file with the signer's public keys (JSON Web Key Set), read again when it changes.
    public var keys: URL
    /// Who must have issued them: `iss`, letter for letter.
    public var issuer: String
    /// Whom they must be meant for: one of `aud`.
    public var audiences: Set<String>
    /// The header that carries one.
    public var header = "Cf-Access-Jwt-Assertion"
    /// The claim that is the user's name.
    public var userClaim = "email"

    /// Takes what has no default.
    public init(keys: URL, issuer: String, audiences: Set<String>) {
        self.keys = keys
        self.issuer = issuer
        self.audiences = audiences
    }
}
