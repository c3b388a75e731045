import Foundation

/// The measurements by name.
enum Bench {
    static let usage = """
        usage: tonearm-bench corpus BYTES FILE      write a generated feed
               tonearm-bench null-parse FILE        libxml2 SAX doing nothing: seconds, best of five
        """

    static func run(_ arguments: [String]) async -> Int32 {
        switch arguments.first {
        case "corpus" where arguments.count == 3:
            guard let bytes = Int(arguments[1]) else { break }
            try? Data(Corpus.feed(bytes: bytes)).write(to: URL(fileURLWithPath: arguments[2]))
            return 0
        case "null-parse" where arguments.count == 2:
            guard let data = FileManager.default.contents(atPath: arguments[1]) else { break }
            let bytes = Array(data)
            print(bestOfFive { NullParser.run(bytes) })
            return 0
        default: break
        }
        print(usage)
        return 2
    }

    /// Seconds of the fastest of five runs: the one that other work on the machine disturbed least.
    static func bestOfFive(_ work: () -> Void) -> Double {
        let clock = ContinuousClock()
        let times = (0..<5).map { _ in clock.measure(work) / .seconds(1) }
        return times.min() ?? 0
    }
}
