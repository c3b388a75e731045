import Essentials
import Foundation
import PodcastServer

/// The options of `tonearm serve` about who stands in front of it.
enum AccessOptions {
    static let flags: Set<String> = ["--proxy-create-users"]
    static let options: Set<String> = [
        "--token-host", "--trusted-proxy", "--proxy-user-header", "--jwt-keys", "--jwt-issuer", "--jwt-audience",
        "--jwt-header", "--jwt-user-claim",
    ]

    static let usage = """
          --token-host NAME            serve only players with an API token under this host name, may be repeated
          --trusted-proxy ADDRESS[/BITS]
                                       believe X-Forwarded-For, -Proto and -Host from there, may be repeated
          --proxy-user-header NAME     a trusted proxy names the user it signed in there (Remote-User)
          --jwt-keys FILE              sign in by assertions signed with these keys (JSON Web Key Set)
          --jwt-issuer URL, --jwt-audience TEXT
                                       who must have issued them and for whom; the audience may be repeated
          --jwt-header NAME            the header with the assertion (Cf-Access-Jwt-Assertion)
          --jwt-user-claim NAME        the claim with the user's name (email)
          --proxy-create-users         add a user whom proxy or assertion names, at first sight
        """

    /// Reads them.
    ///
    /// - Throws: ``UsageError``.
    static func read(_ arguments: CommandArguments) throws -> AccessConfiguration {
        var access = AccessConfiguration()
        access.tokenHosts = try arguments.all("--token-host").map(host)
        access.trustedProxies = try arguments.all("--trusted-proxy").map { text in
            do { return try TrustedNetwork(text) } catch let error as InvalidNetwork {
                throw UsageError("--trusted-proxy: \(error.sentence)")
            }
        }
        access.userHeader = try fieldName(arguments, "--proxy-user-header")
        access.assertions = try assertions(arguments)
        access.createsUsers = arguments.has("--proxy-create-users")
        if access.userHeader != nil, access.trustedProxies.isEmpty {
            throw UsageError("--proxy-user-header needs --trusted-proxy: from anybody else the name proves nothing.")
        }
        if access.createsUsers, access.userHeader == nil, access.assertions == nil {
            throw UsageError("--proxy-create-users goes with --proxy-user-header or --jwt-keys.")
        }
        return access
    }

    private static func assertions(_ arguments: CommandArguments) throws -> AssertionConfiguration? {
        let others = ["--jwt-issuer", "--jwt-audience", "--jwt-header", "--jwt-user-claim"]
        guard let keys = arguments["--jwt-keys"] else {
            if let lonely = others.first(where: { arguments[$0] != nil }) {
                throw UsageError("\(lonely) goes with --jwt-keys.")
            }
            return nil
        }
        let audiences = Set(arguments.all("--jwt-audience").filter { !$0.isEmpty })
        guard let issuer = arguments["--jwt-issuer"], !issuer.isEmpty, !audiences.isEmpty else {
            throw UsageError(
                "--jwt-keys needs --jwt-issuer and --jwt-audience: anybody's assertion would do otherwise."
            )
        }
        var assertions = AssertionConfiguration(
            keys: URL(fileURLWithPath: keys),
            issuer: issuer,
            audiences: audiences
        )
        if let header = try fieldName(arguments, "--jwt-header") { assertions.header = header }
        if let claim = arguments["--jwt-user-claim"] {
            guard !claim.isEmpty else { throw UsageError("--jwt-user-claim takes the name of a claim.") }
            assertions.userClaim = claim
        }
        return assertions
    }

    private static func fieldName(_ arguments: CommandArguments, _ option: String) throws -> String? {
        guard let name = arguments[option] else { return nil }
        let isName =
            !name.isEmpty
            && name.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 45
                    || byte == 95
            }
        guard isName else { throw UsageError("\(option) takes the name of a header, such as Remote-User.") }
        let reserved = ["authorization", "cookie", "host", "origin", "x-forwarded-for"]
        guard !reserved.contains(name.lowercased()) else { throw UsageError("\(option) can't be \(name).") }
        return name
    }

    private static func host(_ text: String) throws -> String {
        let isName =
            !text.isEmpty && text.utf8.count <= 253 && !text.hasPrefix(".")
            && text.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 45
                    || byte == 46
            }
        guard isName else {
            throw UsageError(
                "--token-host takes a host name without scheme, port and path, such as player.example.org."
            )
        }
        return text
    }
}
