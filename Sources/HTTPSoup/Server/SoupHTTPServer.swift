import GLibLoop
public import HTTP

/// An HTTP server over libsoup.
///
/// It serves from ``start(_:handler:)`` until ``stop(grace:)``.
public final class SoupHTTPServer: HTTPServer {
    /// The port listened on.
    public let port: Int
    private let core: ServerCore

    private init(core: ServerCore, port: Int) {
        self.core = core
        self.port = port
    }

    /// Listens on every address of the configuration and serves.
    ///
    /// The handler runs on the GLib thread: an answer that needs no waiting costs no change of threads.
    /// - Throws: ``HTTPError/cannotListen(address:port:reason:)``.
    @GLibActor
    public static func start(
        _ configuration: HTTPServerConfiguration,
        handler: any HTTPHandler
    ) async throws
        -> SoupHTTPServer
    {
        let core = try ServerCore(configuration, handler)
        return SoupHTTPServer(core: core, port: try core.listen())
    }

    /// Serves while `body` runs, and stops after it without grace.
    @discardableResult
    public static func withServer<Value>(
        _ configuration: HTTPServerConfiguration = HTTPServerConfiguration(),
        handler: any HTTPHandler,
        _ body: (SoupHTTPServer) async throws -> Value
    ) async throws -> Value {
        let server = try await start(configuration, handler: handler)
        do {
            let value = try await body(server)
            await server.stop(grace: .zero)
            return value
        } catch {
            await server.stop(grace: .zero)
            throw error
        }
    }

    /// Stops accepting, lets exchanges in progress finish for `grace`, then closes what is left.
    public func stop(grace: Duration) async { await core.stop(grace: grace) }
}
