import Foundation

// One measurement a call; scripts/bench runs them beside their peers and writes docs/benchmarks.md.
let arguments = Array(ProcessInfo.processInfo.arguments.dropFirst())
exit(await Bench.run(arguments))
