import CSoup
import GLibLoop
import HTTP

/// One libsoup session: the connections that share a client's configuration.
@GLibActor
final class ClientSession {
    nonisolated let configuration: HTTPClientConfiguration
    private var made: (session: UnsafeMutablePointer<SoupSession>, trust: CertificateTrust)?

    nonisolated init(_ configuration: HTTPClientConfiguration) { self.configuration = configuration }

    /// The session; made on the loop at the first request.
    var session: UnsafeMutablePointer<SoupSession> { parts.session }

    /// The judge of certificates.
    var trust: CertificateTrust { parts.trust }

    private var parts: (session: UnsafeMutablePointer<SoupSession>, trust: CertificateTrust) {
        if let made { return made }
        let trust = CertificateTrust(configuration.trust)
        let object = makeObject(
            soup_session_get_type(),
            [
                ("max-conns", .integer(Int32(clamping: configuration.maximumConnections))),
                ("max-conns-per-host", .integer(Int32(clamping: configuration.maximumConnectionsPerHost))),
                ("user-agent", .text(configuration.userAgent)),
                // Each exchange has timers of its own, which know what the caller asked for.
                ("timeout", .unsigned(0)),
                ("idle-timeout", .unsigned(30)),
            ]
        )
        guard let object else { preconditionFailure("out of memory") }
        let session = UnsafeMutableRawPointer(object).assumingMemoryBound(to: SoupSession.self)
        soup_session_remove_feature_by_type(session, soup_auth_manager_get_type())
        if !trust.usesSystemDatabase { soup_session_set_tls_database(session, nil) }
        // A proxy would be dialled instead of the address that the guard wants to see or the peer that was pinned.
        if configuration.allowsAddress != nil || !trust.usesSystemDatabase {
            soup_session_set_proxy_resolver(session, nil)
        }
        made = (session, trust)
        return (session, trust)
    }

    isolated deinit {
        guard let made else { return }
        soup_session_abort(made.session)
        g_object_unref(made.session)
    }
}
