import Foundation

/// A JSON Web Token in its compact form (RFC 7519, RFC 7515), taken apart and not yet believed.
struct JSONWebToken: Sendable {
    /// Far above what any signer puts in; read before anything is verified.
    static let maximumLength = 16 * 1024

    struct Header: Decodable, Sendable {
        var alg: String
        var kid: String?
        /// Extensions that a reader must understand; this one understands none.
        var crit: [String]?
    }

    struct Claims: Decodable, Sendable {
        var iss: String?
        var aud: Audience?
        var exp: Double?
        var nbf: Double?
        var iat: Double?
    }

    /// One audience or several.
    enum Audience: Decodable, Sendable {
        case these([String])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let one = try? container.decode(String.self) {
                self = .these([one])
            } else {
                self = .these(try container.decode([String].self))
            }
        }

        var names: [String] {
            switch self {
            case .these(let names): names
            }
        }
    }

    let header: Header
    let claims: Claims
    let signature: [UInt8]
    /// What was signed.
    let message: [UInt8]
    private let payload: [UInt8]

    /// Takes a token apart; `nil` when it has not the form of one.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let head = [UInt8](base64URL: parts[0]), let payload = [UInt8](base64URL: parts[1]),
            let signature = [UInt8](base64URL: parts[2]),
            let header = try? JSONDecoder().decode(Header.self, from: Data(head)),
            let claims = try? JSONDecoder().decode(Claims.self, from: Data(payload))
        else { return nil }
        self.header = header
        self.claims = claims
        self.signature = signature
        self.payload = payload
        message = Array("\(parts[0]).\(parts[1])".utf8)
    }

    /// A claim that is a text.
    func text(_ claim: String) -> String? {
        let object = try? JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any]
        return object?[claim] as? String
    }
}
