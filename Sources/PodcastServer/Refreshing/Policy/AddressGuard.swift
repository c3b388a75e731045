/// Which IP addresses feeds, pages, art and media may be fetched from.
///
/// A feed's address comes from outside, so without this the server would fetch from the router, the cloud's metadata
/// service or its own loopback for anybody who may subscribe. Give ``allows(_:)`` to the HTTP client, which asks it about the
/// address really dialled: names that resolve to private addresses, rebinding and redirects are covered by that.
///
/// The ranges are those of the IANA special-purpose registries (RFC 6890 and its successors). What is not global unicast
/// is refused, IPv6 addresses that carry an IPv4 address are judged by both.
public struct AddressGuard: Sendable, Equatable {
    /// Whether the person's own networks may be fetched from: RFC 1918, loopback, link-local and unique local addresses.
    ///
    /// Off by default. The metadata services of clouds stay refused.
    public var allowsPrivateAddresses: Bool

    /// A guard.
    public init(allowsPrivateAddresses: Bool = false) {
        self.allowsPrivateAddresses = allowsPrivateAddresses
    }

    /// Whether a connection to `address`, an IP address as text, may be made.
    ///
    /// A text that is no address is refused.
    public func allows(_ address: String) -> Bool {
        guard let address = IPAddress(address) else { return false }
        return allows(address)
    }

    private func allows(_ address: IPAddress) -> Bool {
        if contains(Self.metadata, address) { return false }
        if contains(Self.privateNetworks, address) { return allowsPrivateAddresses }
        if address.isV4 { return !contains(Self.specialV4, address) }
        if let embedded = embeddedAddresses(address) { return embedded.allSatisfy(allows) }
        return Self.globalUnicast.contains { $0.contains(address) } && !contains(Self.specialV6, address)
    }

    /// The IPv4 addresses that an IPv6 address leads to; `nil` for an ordinary address.
    private func embeddedAddresses(_ address: IPAddress) -> [IPAddress]? {
        // `::` and `::1` look like IPv4-compatible addresses; as 0.0.0.0 and 0.0.0.1 they are refused.
        if contains(Self.embeddedLast, address) { return [address.embedded(at: 12)] }
        if contains(Self.sixToFour, address) { return [address.embedded(at: 2)] }
        if contains(Self.teredo, address) {
            // RFC 4380: the server at byte 4, the client at byte 12 with all bits inverted.
            let client = IPAddress(bytes: address.embedded(at: 12).bytes.map { ~$0 })
            return [address.embedded(at: 4), client]
        }
        // ISATAP (RFC 5214): the interface identifier is 0:5efe or 200:5efe and the address.
        let identifier = address.bytes[8..<12]
        if identifier.elementsEqual([0, 0, 0x5E, 0xFE]) || identifier.elementsEqual([2, 0, 0x5E, 0xFE]) {
            return [address.embedded(at: 12)]
        }
        return nil
    }

    private func contains(_ networks: [IPNetwork], _ address: IPAddress) -> Bool {
        networks.contains { $0.contains(address) }
    }
}

extension AddressGuard {
    private static func networks(_ texts: String...) -> [IPNetwork] {
        texts.compactMap { text in
            guard let network = IPNetwork(text) else { preconditionFailure("\(text) is not a network") }
            return network
        }
    }

    /// Where clouds answer with credentials: EC2 and most others, ECS tasks, Alibaba, EC2 over IPv6.
    private static let metadata = networks(
        "169.254.169.254/32",
        "169.254.170.2/32",
        "100.100.100.200/32",
        "fd00:ec2::254/128"
    )

    private static let privateNetworks = networks(
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "::1/128",
        "fc00::/7",
        "fe80::/10"
    )

    private static let specialV4 = networks(
        "0.0.0.0/8",  // this network, unspecified
        "100.64.0.0/10",  // shared by carriers (RFC 6598)
        "192.0.0.0/24",  // protocol assignments
        "192.0.2.0/24",
        "198.51.100.0/24",
        "203.0.113.0/24",  // documentation
        "192.88.99.0/24",  // 6to4 relays, withdrawn
        "198.18.0.0/15",  // benchmarking
        "224.0.0.0/4",  // multicast
        "240.0.0.0/4"  // reserved, broadcast
    )

    private static let globalUnicast = networks("2000::/3")

    private static let specialV6 = networks(
        "2001::/23",  // protocol assignments, benchmarking and ORCHID among them
        "2001:db8::/32",
        "3fff::/20"  // documentation
    )

    /// The last four bytes are an IPv4 address: compatible, mapped, translated (RFC 2765), NAT64 (RFC 6052).
    private static let embeddedLast = networks("::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96")
    private static let sixToFour = networks("2002::/16")
    private static let teredo = networks("2001::/32")
}
