import Essentials
import Foundation
import HTTP
import HTTPSoup
import PodcastServer

/// One run of the podcast server: opens the store, listens, refreshes, and ends everything in order.
struct Serving: Sendable {
    /// How long transfers may go on after a stop was asked for.
    static let grace: Duration = .seconds(5)

    let options: ServeOptions
    let output: CommandOutput

    /// Runs until SIGINT or SIGTERM.
    ///
    /// - Throws: `SentenceError` where the server can't start.
    func run() async throws {
        let signals = StopSignals()
        if let warning = options.warning { output.writeError(warning) }
        for folder in [options.folders.data, options.folders.cache, options.media] {
            try HomeFolders.prepare(folder)
        }
        let lock = try ServeLock(folder: options.folders.data)
        defer { withExtendedLifetime(lock) {} }
        let server = try await PodcastServer.open(configuration, clients: clients)
        do {
            try await serve(server, until: signals)
        } catch {
            await server.close()
            throw error
        }
        await server.close()
        output.write("Stopped.")
    }

    private func serve(_ server: PodcastServer, until signals: StopSignals) async throws {
        let listener = try await SoupHTTPServer.start(options.server, handler: server)
        let scheme = options.server.identity == nil ? "http" : "https"
        let address = "\(scheme)://\(Self.reachable(options.server.addresses)):\(listener.port)"
        output.write("Listening on \(address)")
        let demo = try await startDemo(server)
        if let link = try await link(server, address) {
            output.write(link.text)
            if options.opensBrowser { await Browser.open(link.url) }
        }
        if options.server.addresses == ["127.0.0.1"], demo == nil {
            output.write("Only this computer can reach it; --listen 0.0.0.0 opens it to your network.")
        }
        await withTaskGroup { group in
            group.addTask { await server.run() }
            if let demo { group.addTask { await demo.subscribe(server, output) } }
            await signals.wait()
            output.write("Stopping.")
            // Listening ends first, so that nothing new begins while the rest is brought to an end.
            await listener.stop(grace: Self.grace)
            await demo?.listener.stop(grace: .zero)
            group.cancelAll()
        }
    }

    private func startDemo(_ server: PodcastServer) async throws -> Demo? {
        guard let port = options.demoPort else { return nil }
        let demo = try await Demo.start(in: options.folders.data, port: port, output: output)
        try await server.createDemoAdministrator()
        return demo
    }

    private func link(_ server: PodcastServer, _ address: String) async throws -> (text: String, url: String)? {
        if let token = try await server.makeSetupToken() {
            let url = "\(address)/#setup=\(token)"
            return ("Set the administrator's password, once, within a day: \(url)", url)
        }
        guard options.printsSignInLink || options.demoPort != nil else { return nil }
        guard let token = try await server.makeSignInToken() else { return nil }
        let url = "\(address)/#token=\(token)"
        return ("Sign in, once, within a day: \(url)", url)
    }

    private var configuration: PodcastServer.Configuration {
        var configuration = PodcastServer.Configuration(
            store: options.store,
            media: options.media,
            mediaLimit: options.mediaLimit,
            art: options.folders.cache.appendingPathComponent("art"),
            page: options.page,
            version: Tonearm.version,
            log: ServerLog { [output] line in output.writeError(line) }
        )
        configuration.access = options.access
        if let lease = options.lease { configuration.refreshing.lease = .seconds(lease) }
        return configuration
    }

    private var clients: PodcastServer.Clients {
        Self.clients(
            allowsPrivateAddresses: options.allowsPrivateAddresses,
            exceptions: options.demoPort == nil ? [] : ["127.0.0.1"]
        )
    }

    /// A phone can't use 0.0.0.0; the machine's own name is the best guess that needs no network.
    private static func reachable(_ addresses: [String]) -> String {
        let address = addresses.first ?? "127.0.0.1"
        if address == "0.0.0.0" || address == "::" { return ProcessInfo.processInfo.hostName }
        return address.contains(":") ? "[\(address)]" : address
    }

    /// The clients that feeds, media and artwork are fetched with.
    ///
    /// - Parameter exceptions: addresses that are reached whatever the rule says: the demo's own.
    static func clients(allowsPrivateAddresses: Bool, exceptions: Set<String> = []) -> PodcastServer.Clients {
        func client(_ connectionsPerHost: Int) -> SoupHTTPClient {
            var configuration = HTTPClientConfiguration()
            configuration.userAgent = "Tonearm/\(Tonearm.version) (podcast player)"
            configuration.maximumConnectionsPerHost = connectionsPerHost
            let rule = AddressGuard(allowsPrivateAddresses: allowsPrivateAddresses)
            configuration.allowsAddress = { exceptions.contains($0) || rule.allows($0) }
            return SoupHTTPClient(configuration: configuration)
        }
        // A paused player holds a connection, so media gets more of them and never waits behind feeds.
        return PodcastServer.Clients(feeds: client(2), media: client(16))
    }
}
