import Essentials
import Foundation
import HTTP
import HTTPSoup
import PodcastServer

/// The demo podcast while it is being served.
struct Demo: Sendable {
    let listener: SoupHTTPServer

    /// Makes the podcast where it is missing and serves it on its own port of the loopback address.
    static func start(in data: URL, port: Int, output: CommandOutput) async throws -> Demo {
        let folder = data.appendingPathComponent("demo")
        try await DemoMaker(folder: folder, now: Date()).make { output.write($0) }
        var configuration = HTTPServerConfiguration()
        configuration.port = port
        let listener = try await SoupHTTPServer.start(configuration, handler: DemoHandler(folder: folder))
        output.write("The demo podcast is at http://127.0.0.1:\(listener.port)/feed.xml")
        return Demo(listener: listener)
    }

    /// Subscribes the server to it as to any feed.
    func subscribe(_ server: PodcastServer, _ output: CommandOutput) async {
        do {
            try await server.subscribeAdministrator(to: "http://127.0.0.1:\(listener.port)/feed.xml")
        } catch is CancellationError {
            return
        } catch {
            output.writeError("The demo podcast could not be subscribed to: \(error)")
        }
    }
}
