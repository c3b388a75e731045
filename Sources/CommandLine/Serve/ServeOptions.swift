import Essentials
import Foundation
import HTTP
import PodcastServer

/// What `tonearm serve` was asked for.
struct ServeOptions: Sendable {
    static let usage = """
        usage: tonearm serve [options]

        Serves your podcasts: the page, the API and the media. The first start prints a link that sets the
        administrator's password.

          --port N                     port to listen on (8099; 0 takes a free one)
          --listen ADDRESS             IP address to listen on, may be repeated (127.0.0.1; 0.0.0.0 for your network)
          --certificate FILE, --key FILE
                                       serve HTTPS with this certificate chain and key (PEM)
          --home FOLDER                keep everything below this folder instead of the XDG folders
        \(StoreOptions.usage)
          --lease SECONDS              when other servers on the same database take over what this one was fetching, should
                                       it die (900)
          --media FOLDER               keep media there instead of the data folder
          --media-limit GIB            evict the least recently played media beyond this size (20)
          --page FOLDER                the built page, if it is not beside the program
          --allow-private-addresses    fetch feeds from private networks too (for feeds on your own machines)
          --sign-in-link               print a one-use link that signs the administrator in
          --demo                       make a small podcast, serve it on its own port and subscribe to it
          --demo-port N                the demo podcast's port (8098; 0 takes a free one)
          --open                       open the printed link in a browser where there is a display

        Behind a proxy (docs/sso.md):

        \(AccessOptions.usage)
        """

    var server = HTTPServerConfiguration()
    var folders: HomeFolders
    var store: StoreLocation
    /// What a person should know about the options, before anything else.
    var warning: String?
    /// Seconds.
    var lease: Int?
    var media: URL
    /// Bytes of media kept.
    var mediaLimit: Int64
    var page: URL
    var allowsPrivateAddresses: Bool
    var printsSignInLink: Bool
    var demoPort: Int?
    var opensBrowser: Bool
    var access: AccessConfiguration

    /// Reads the words after `serve`.
    ///
    /// - Throws: ``UsageError``, or `FileError` for a certificate that can't be read.
    init(_ words: [String], environment: [String: String]) throws {
        let arguments = try CommandArguments(
            words,
            flags: AccessOptions.flags.union(["--allow-private-addresses", "--sign-in-link", "--demo", "--open"]),
            options: AccessOptions.options.union([
                "--port", "--listen", "--certificate", "--key", "--home", "--media", "--media-limit", "--page",
                "--demo-port", "--database", "--lease",
            ])
        )
        if let extra = arguments.positional.first { throw UsageError("serve takes no \"\(extra)\".") }
        folders = CommandArguments.folders(arguments["--home"], environment)
        (store, warning) = try StoreOptions.read(arguments, environment, folders)
        lease = try arguments.number("--lease", in: 10...86_400)
        media = arguments["--media"].map { URL(fileURLWithPath: $0) } ?? folders.data.appendingPathComponent("media")
        mediaLimit = Int64(try arguments.number("--media-limit", in: 1...1_000_000) ?? 20) << 30
        page = arguments["--page"].map { URL(fileURLWithPath: $0) } ?? Self.builtPage(environment)
        allowsPrivateAddresses = arguments.has("--allow-private-addresses")
        printsSignInLink = arguments.has("--sign-in-link")
        opensBrowser = arguments.has("--open")
        access = try AccessOptions.read(arguments)
        if arguments.has("--demo") { demoPort = try arguments.number("--demo-port", in: 0...65_535) ?? 8098 }
        // Each route bounds what it reads; the largest is an export that is taken in.
        server.maximumRequestBody = 4 << 30
        server.port = try arguments.number("--port", in: 0...65_535) ?? 8099
        let addresses = arguments.all("--listen")
        if !addresses.isEmpty { server.addresses = addresses }
        server.identity = try Self.identity(arguments["--certificate"], arguments["--key"])
    }

    private static func identity(_ certificate: String?, _ key: String?) throws -> HTTPServerConfiguration.Identity? {
        guard certificate != nil || key != nil else { return nil }
        guard let certificate, let key else { throw UsageError("--certificate and --key go together.") }
        func text(_ path: String) throws -> String {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                throw FileError.missing(path: path)
            }
            return text
        }
        return .init(certificatePEM: try text(certificate), keyPEM: try text(key))
    }

    /// An installed page lies beside the program's prefix, one being worked on in the checkout.
    private static func builtPage(_ environment: [String: String]) -> URL {
        if let named = environment["TONEARM_PAGE"], !named.isEmpty { return URL(fileURLWithPath: named) }
        let program = Bundle.main.executableURL?.resolvingSymlinksInPath() ?? URL(fileURLWithPath: "tonearm")
        let installed = program.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("share/tonearm/page")
        if FileManager.default.fileExists(atPath: installed.path) { return installed }
        // .build/<triple>/<configuration>/tonearm
        var folder = program.deletingLastPathComponent()
        for _ in 0..<4 {
            let candidate = folder.appendingPathComponent("web/dist")
            if FileManager.default.fileExists(atPath: candidate.path) { return candidate }
            folder = folder.deletingLastPathComponent()
        }
        return installed
    }
}

extension CommandArguments {
    /// The folders below `--home`, else by the environment.
    static func folders(_ home: String?, _ environment: [String: String]) -> HomeFolders {
        var environment = environment
        if let home { environment["TONEARM_HOME"] = URL(fileURLWithPath: home).standardizedFileURL.path }
        return HomeFolders(environment: environment)
    }
}
