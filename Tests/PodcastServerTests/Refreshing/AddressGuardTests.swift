import PodcastServer
import Testing

@Suite("Address guard")
struct AddressGuardTests {
    @Test(
        "An address of the public Internet is allowed with and without the switch",
        arguments: [
            "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
            "128.0.0.1", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.0.3.0",
            "192.167.255.255", "192.169.0.0", "192.88.98.255", "192.88.100.0", "198.17.255.255", "198.20.0.0",
            "198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255",
            "2606:4700:4700::1111", "2001:4860:4860::8888", "2a00:1450::1", "[2606:4700::1]", "2001:200::1", "3ffe::1",
            "::ffff:8.8.8.8", "::ffff:808:808", "::8.8.8.8", "::ffff:0:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1",
            "2001:0:808:808::f7f7:f7f7", "2001:db7::1", "2001:db9::1", "2606:4700::5efe:8.8.8.8",
        ]
    )
    func publicAddress(_ address: String) {
        #expect(AddressGuard().allows(address))
        #expect(AddressGuard(allowsPrivateAddresses: true).allows(address))
    }

    @Test(
        "A private address is refused until the switch allows it",
        arguments: [
            "10.0.0.0", "10.1.2.3", "10.255.255.255", "172.16.0.0", "172.31.255.255", "192.168.0.1", "192.168.255.255",
            "127.0.0.1", "127.255.255.255", "169.254.0.1", "169.254.255.254", "::1", "[::1]", "fc00::1", "fdff::1",
            "fe80::1",
            "fe80::1%eth0", "febf::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::ffff:192.168.1.1",
            "::127.0.0.1", "::10.0.0.1", "::ffff:0:10.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::",
            "2002:c0a8:101::1", "2002:a00:1::1", "2001:0:a00:1::f7f7:f7f7", "2001:0:808:808::80ff:fffe",
            "2606:4700::5efe:10.0.0.1", "2606:4700::200:5efe:192.168.1.1", "fe80::5efe:192.168.1.1",
        ]
    )
    func privateAddress(_ address: String) {
        #expect(!AddressGuard().allows(address))
        #expect(AddressGuard(allowsPrivateAddresses: true).allows(address))
    }

    @Test(
        "An address that leads nowhere good is refused even with the switch",
        arguments: [
            "0.0.0.0", "0.0.0.1", "0.255.255.255", "100.64.0.1", "100.127.255.255", "100.100.100.200",
            "169.254.169.254",
            "169.254.170.2", "192.0.0.1", "192.0.0.170", "192.0.2.1", "198.51.100.1", "203.0.113.255", "192.88.99.1",
            "198.18.0.1", "198.19.255.255", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
            "::", "::2", "100::1", "64:ff9b:1::1", "64:ff9b:1::8.8.8.8", "2001:2::1", "2001:10::1", "2001:20::1",
            "2001:db8::1",
            "3fff::1", "3fff:fff::1", "5f00::1", "fec0::1", "feff::1", "ff02::1", "ff0e::1", "fd00:ec2::254", "4000::1",
            "8000::1",
            "::ffff:169.254.169.254", "::ffff:a9fe:a9fe", "::169.254.169.254", "64:ff9b::169.254.169.254",
            "2002:a9fe:a9fe::1",
            "2001:0:a9fe:a9fe::f7f7:f7f7", "2001:0:808:808::5601:5601", "::ffff:0.0.0.0", "::ffff:224.0.0.1",
            "::ffff:100.64.0.1", "2002:e000:1::1", "2002:c000:201::1", "64:ff9b::198.18.0.1",
            "2606:4700::5efe:169.254.169.254",
        ]
    )
    func neverAllowed(_ address: String) {
        #expect(!AddressGuard().allows(address))
        #expect(!AddressGuard(allowsPrivateAddresses: true).allows(address))
    }

    @Test(
        "A text that is no IP address is refused",
        arguments: [
            "", " ", "localhost", "example.org", "8.8.8", "8.8.8.8.8", "134744072", "0x8080808", "010.8.8.8.8",
            "8.8.8.256",
            "8.8.8.8 ", ":::", "2606:4700", "g::1", "1:2:3:4:5:6:7:8:9", "[2606:4700::1", "%eth0",
        ]
    )
    func noAddress(_ text: String) {
        #expect(!AddressGuard(allowsPrivateAddresses: true).allows(text))
    }
}
