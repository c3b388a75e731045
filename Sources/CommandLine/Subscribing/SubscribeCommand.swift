import Essentials
import Foundation
import PodcastAPI
import PodcastServer

/// `tonearm subscribe`: adds subscriptions to the server's store, whether or not it is running.
enum SubscribeCommand: Command {
    static let name = "subscribe"
    static let summary = "Subscribe to a feed, a page that links to one, or an OPML file."
    static let usage = """
        usage: tonearm subscribe [options] ADDRESS|FILE…

        Each word is the address of a feed, of a page that links to one, or of an OPML list, or the path of an OPML file
        (- reads one from standard input). Feeds of a list are fetched by the running server, or at its next start.

          --home FOLDER                the folder that tonearm serve was given
        \(StoreOptions.usage)
          --allow-private-addresses    fetch from private networks too
          --json                       print the report as JSON
        """

    static func run(_ arguments: [String], _ context: CommandContext) async -> Int32 {
        do {
            let words = try CommandArguments(
                arguments,
                flags: ["--allow-private-addresses", "--json"],
                options: ["--home", "--database"]
            )
            guard !words.positional.isEmpty else { throw UsageError("subscribe needs an address or a file.") }
            let server = try await open(words, context)
            let report = await subscribe(to: words.positional, server)
            await server.close()
            try show(report, asJSON: words.has("--json"), context.output)
            return report.failed.isEmpty ? 0 : 1
        } catch {
            return context.output.report(error)
        }
    }

    private static func open(_ words: CommandArguments, _ context: CommandContext) async throws -> PodcastServer {
        let folders = CommandArguments.folders(words["--home"], context.environment)
        try HomeFolders.prepare(folders.data)
        try HomeFolders.prepare(folders.cache)
        let (store, warning) = try StoreOptions.read(words, context.environment, folders)
        if let warning { context.output.writeError(warning) }
        return try await PodcastServer.open(
            PodcastServer.Configuration(folders, store: store, version: Tonearm.version),
            clients: Serving.clients(allowsPrivateAddresses: words.has("--allow-private-addresses"))
        )
    }

    private static func subscribe(to words: [String], _ server: PodcastServer) async -> SubscribeReport {
        var report = SubscribeReport()
        for word in words {
            do {
                let part = try await subscribe(to: word, server)
                report.added += part.added
                report.existing += part.existing
                report.failed += part.failed
            } catch {
                let sentence = (error as? any SentenceError)?.sentence ?? "\(error)"
                report.failed.append(.init(url: word, message: sentence))
            }
        }
        return report
    }

    private static func subscribe(to word: String, _ server: PodcastServer) async throws -> SubscribeReport {
        if word == "-" {
            return try await server.importAdministratorsOPML(Array(FileHandle.standardInput.readToEnd() ?? Data()))
        }
        guard let data = FileManager.default.contents(atPath: word) else {
            return try await server.subscribeAdministrator(to: word)
        }
        return try await server.importAdministratorsOPML(Array(data))
    }

    private static func show(_ report: SubscribeReport, asJSON: Bool, _ output: CommandOutput) throws {
        if asJSON {
            output.write(String(decoding: try APICoding.encode(report), as: UTF8.self))
            return
        }
        for feed in report.added { output.write("Subscribed to \(feed.title).") }
        for feed in report.existing { output.write("\(feed.title) was subscribed to before.") }
        for failure in report.failed { output.writeError("\(failure.title ?? failure.url): \(failure.message)") }
    }
}

extension PodcastServer.Configuration {
    /// The usual places below the folders.
    init(_ folders: HomeFolders, store: StoreLocation, version: String) {
        self.init(
            store: store,
            media: folders.data.appendingPathComponent("media"),
            mediaLimit: 20 << 30,
            art: folders.cache.appendingPathComponent("art"),
            page: folders.data,
            version: version
        )
    }
}
