import Foundation

// One measurement a call; scripts/bench runs them beside their peers and writes docs/benchmarks.md.
do {
    exit(try await Bench.run(Array(ProcessInfo.processInfo.arguments.dropFirst())))
} catch {
    try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
    exit(1)
}
