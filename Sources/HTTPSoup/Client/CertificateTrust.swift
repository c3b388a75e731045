import CSoup
import Essentials
import Foundation
import GLibLoop
import HTTP

/// Judges server certificates by a client's idea of trust.
@GLibActor
final class CertificateTrust {
    private enum Rule {
        case system
        case authorities([UnsafeMutablePointer<GTlsCertificate>])
        case pinned([UInt8])
    }

    private let rule: Rule

    /// Whether the system's verdict counts.
    ///
    /// Without a certificate database GLib finds fault with every certificate, so that ``refusal(of:errors:host:)`` is asked about
    /// each, those of public authorities included.
    let usesSystemDatabase: Bool

    init(_ trust: HTTPClientConfiguration.Trust) {
        switch trust {
        case .system: rule = .system
        case .authorities(let pem): rule = .authorities(Self.certificates(in: pem))
        case .pinned(let digest): rule = .pinned(digest)
        }
        usesSystemDatabase = if case .system = rule { true } else { false }
    }

    isolated deinit {
        if case .authorities(let authorities) = rule { authorities.forEach { g_object_unref($0) } }
    }

    /// Why a certificate is not accepted; `nil` where it is.
    ///
    /// - Parameter errors: what GLib found.
    func refusal(
        of certificate: UnsafeMutablePointer<GTlsCertificate>,
        errors: GTlsCertificateFlags,
        host: String
    )
        -> HTTPError?
    {
        switch rule {
        case .system:
            return errors.rawValue == 0 ? nil : .untrustedCertificate(host: host, reason: Self.reason(errors))
        case .pinned(let digest):
            return Self.digest(of: certificate) == digest ? nil : .pinMismatch(host: host)
        case .authorities(let authorities):
            return Self.verify(certificate, authorities, host: host)
        }
    }

    private static func verify(
        _ certificate: UnsafeMutablePointer<GTlsCertificate>,
        _ authorities: [UnsafeMutablePointer<GTlsCertificate>],
        host: String
    ) -> HTTPError? {
        let identity = g_network_address_new(host, 0)
        defer { g_object_unref(gpointer(identity)) }
        var found = G_TLS_CERTIFICATE_UNKNOWN_CA
        for authority in authorities {
            let errors = g_tls_certificate_verify(certificate, identity, authority)
            if errors.rawValue == 0 { return nil }
            // The most telling verdict is that of the authority that really signed it.
            if errors.rawValue & G_TLS_CERTIFICATE_UNKNOWN_CA.rawValue == 0 { found = errors }
        }
        return .untrustedCertificate(host: host, reason: reason(found))
    }

    private static func certificates(in pem: String) -> [UnsafeMutablePointer<GTlsCertificate>] {
        let marker = "-----BEGIN CERTIFICATE-----"
        return pem.components(separatedBy: marker).dropFirst().compactMap { part in
            g_tls_certificate_new_from_pem(marker + part, -1, nil)
        }
    }

    /// The SHA-256 of the DER, which is what a pin names.
    static func digest(of certificate: UnsafeMutablePointer<GTlsCertificate>) -> [UInt8]? {
        var value = GValue()
        g_value_init(&value, g_byte_array_get_type())
        defer { g_value_unset(&value) }
        g_object_get_property(
            UnsafeMutableRawPointer(certificate).assumingMemoryBound(to: GObject.self),
            "certificate",
            &value
        )
        guard let array = g_value_get_boxed(&value)?.assumingMemoryBound(to: GByteArray.self).pointee else {
            return nil
        }
        return SHA256Digest.of(Array(UnsafeBufferPointer(start: array.data, count: Int(array.len))))
    }

    private static func reason(_ errors: GTlsCertificateFlags) -> String {
        let reasons: [(GTlsCertificateFlags, String)] = [
            (G_TLS_CERTIFICATE_EXPIRED, "it has expired"),
            (G_TLS_CERTIFICATE_NOT_ACTIVATED, "it is not valid yet"),
            (G_TLS_CERTIFICATE_BAD_IDENTITY, "it is for another name"),
            (G_TLS_CERTIFICATE_REVOKED, "it was revoked"),
            (G_TLS_CERTIFICATE_INSECURE, "its algorithm is not secure"),
            (G_TLS_CERTIFICATE_UNKNOWN_CA, "nobody known has signed it"),
        ]
        let found = reasons.first { errors.rawValue & $0.0.rawValue != 0 }
        return found?.1 ?? "it could not be checked"
    }
}
