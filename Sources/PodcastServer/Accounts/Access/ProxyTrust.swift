import HTTP

/// What forwarding headers say, where the peer that sent them is trusted; from anybody else they are ignored.
struct ProxyTrust: Sendable {
    private let networks: [IPNetwork]

    init(_ networks: [TrustedNetwork]) { self.networks = networks.map(\.network) }

    /// Whether the peer of a request is a trusted proxy.
    func isTrusted(_ request: HTTPServerRequest) -> Bool { isTrusted(request.remoteAddress) }

    /// The address of the client: the peer's, or the last one that a trusted proxy has not added itself.
    func clientAddress(_ request: HTTPServerRequest) -> String {
        guard isTrusted(request) else { return request.remoteAddress }
        var client = request.remoteAddress
        // Each proxy appends who it heard from, so the truth is read from the right, up to the first that is not ours.
        for entry in Self.list(request.fields, "X-Forwarded-For").reversed() {
            guard let address = Self.address(entry) else { break }
            client = address
            guard isTrusted(address) else { break }
        }
        return client
    }

    /// Whether the client's own connection is protected by TLS.
    func isSecure(_ request: HTTPServerRequest) -> Bool {
        if request.isSecure { return true }
        guard isTrusted(request) else { return false }
        return Self.list(request.fields, "X-Forwarded-Proto").last?.lowercased() == "https"
    }

    /// The host names that the client may have asked for, with their ports.
    func hosts(_ request: HTTPServerRequest) -> [String] {
        let own = request.fields["Host"].map { [$0] } ?? []
        return isTrusted(request) ? own + Self.list(request.fields, "X-Forwarded-Host") : own
    }

    /// Scheme and host as the client sees them, for addresses that are handed out.
    func base(_ request: HTTPServerRequest) -> String {
        let host = hosts(request).last ?? "localhost"
        return (isSecure(request) ? "https://" : "http://") + host
    }

    private func isTrusted(_ text: String) -> Bool {
        guard !networks.isEmpty, let address = IPAddress(text)?.unmapped else { return false }
        return networks.contains { $0.contains(address) }
    }

    private static func list(_ fields: HTTPFields, _ name: String) -> [String] {
        fields.values(of: name).flatMap { $0.split(separator: ",") }.map { String($0).trimmingBlanks }
    }

    /// An entry without the port that some proxies add.
    private static func address(_ entry: String) -> String? {
        if IPAddress(entry) != nil { return entry }
        guard let colon = entry.lastIndex(of: ":"), IPAddress(String(entry[..<colon])) != nil else { return nil }
        return String(entry[..<colon])
    }
}

extension IPAddress {
    /// The IPv4 address that an IPv6 socket spells `::ffff:a.b.c.d`; else itself.
    var unmapped: IPAddress {
        guard !isV4, bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF else { return self }
        return embedded(at: 12)
    }
}
