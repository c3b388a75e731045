import Essentials
import Foundation
import HTTP
import Testing

@testable import CommandLine

@Suite struct ServeOptionsTests {
    private let environment = ["HOME": "/home/someone"]

    @Test func theDefaultsArePrivate() throws {
        let options = try ServeOptions([], environment: environment)
        #expect(options.server.addresses == ["127.0.0.1"])
        #expect(options.server.port == 8099)
        #expect(options.server.identity == nil)
        #expect(!options.allowsPrivateAddresses)
        #expect(options.demoPort == nil)
        #expect(options.folders.data.path == "/home/someone/.local/share/tonearm")
        #expect(options.media.path == "/home/someone/.local/share/tonearm/media")
    }

    @Test func homeKeepsEverythingTogether() throws {
        let options = try ServeOptions(["--home", "/srv/tonearm"], environment: environment)
        #expect(options.folders.data.path == "/srv/tonearm/data")
        #expect(options.folders.cache.path == "/srv/tonearm/cache")
    }

    @Test func aCertificateNeedsItsKey() {
        #expect(throws: UsageError("--certificate and --key go together.")) {
            try ServeOptions(["--certificate", "a.pem"], environment: environment)
        }
    }

    @Test func anUnreadableCertificateIsNamed() {
        #expect(throws: FileError.missing(path: "/nowhere.pem")) {
            try ServeOptions(["--certificate", "/nowhere.pem", "--key", "/nowhere.key"], environment: environment)
        }
    }

    @Test func aWordTooManyIsRefused() {
        #expect(throws: UsageError("serve takes no \"now\".")) {
            try ServeOptions(["now"], environment: environment)
        }
    }
}
