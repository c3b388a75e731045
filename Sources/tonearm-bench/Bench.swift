import Foundation
import Podcasts

/// The measurements by name.
enum Bench {
    static let usage = """
        usage: tonearm-bench corpus BYTES FILE         write a generated feed
               tonearm-bench null-parse FILE           libxml2 SAX doing nothing: seconds, best of five
               tonearm-bench parse FILE                Tonearm's feed parser: seconds, best of five
               tonearm-bench feed-host COUNT           serve small feeds until SIGTERM
               tonearm-bench refresh LIST HOME         subscribe to every address in LIST and fetch each once: seconds
               tonearm-bench http-bare FILE            libsoup's server: a small answer and FILE, until SIGTERM
               tonearm-bench http-ours FILE            the same through HTTPSoup
               tonearm-bench fill HOME FEEDS ENTRIES   make a store of that size
               tonearm-bench first-page HOME           the first page of entries in the server: median seconds
        """

    static func run(_ arguments: [String]) async throws -> Int32 {
        switch (arguments.first, arguments.count) {
        case ("corpus", 3):
            try Data(Corpus.feed(bytes: Int(arguments[1]) ?? 0)).write(to: URL(fileURLWithPath: arguments[2]))
        case ("null-parse", 2):
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: arguments[1])))
            print(bestOfFive { NullParser.run(bytes) })
        case ("parse", 2):
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: arguments[1])))
            print(try bestOfFive { try parse(bytes) })
        case ("feed-host", 2): try await Hosting.run(FeedHost(count: Int(arguments[1]) ?? 0))
        case ("refresh", 3): print(try await StoreBench.refresh(list: arguments[1], home: arguments[2]))
        case ("http-bare", 2): try await Hosting.runBare(media: arguments[1])
        case ("http-ours", 2): try await Hosting.run(PlainHandler(media: arguments[1]))
        case ("fill", 4):
            try await StoreBench.fill(
                home: arguments[1],
                feeds: Int(arguments[2]) ?? 0,
                entries: Int(arguments[3]) ?? 0
            )
        case ("first-page", 2): print(try await StoreBench.firstPage(home: arguments[1]))
        default:
            print(usage)
            return 2
        }
        return 0
    }

    /// Reads a document in the pieces that a network gives, and drops each entry when it is complete, as a refresh does.
    private static func parse(_ bytes: [UInt8]) throws {
        let parser = FeedParser()
        var offset = 0
        while offset < bytes.count {
            let end = min(offset + 64 * 1024, bytes.count)
            try parser.feed(Array(bytes[offset..<end]))
            _ = parser.takeEntries()
            offset = end
        }
        _ = try parser.finish()
    }

    /// Seconds of the fastest of five runs: the one that other work on the machine disturbed least.
    private static func bestOfFive(_ work: () throws -> Void) rethrows -> Double {
        let clock = ContinuousClock()
        var best = Double.infinity
        for _ in 0..<5 { best = min(best, try clock.measure(work) / .seconds(1)) }
        return best
    }
}
