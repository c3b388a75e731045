import Essentials

/// `tonearm serve`: runs the podcast server until it is told to stop.
enum ServeCommand: Command {
    static let name = "serve"
    static let summary = "Serve podcasts: the page, the API and the media."
    static let usage = ServeOptions.usage

    static func run(_ arguments: [String], _ context: CommandContext) async -> Int32 {
        do {
            let options = try ServeOptions(arguments, environment: context.environment)
            try await Serving(options: options, output: context.output).run()
            return 0
        } catch {
            return context.output.report(error)
        }
    }
}

extension CommandOutput {
    /// Writes what went wrong as one sentence.
    ///
    /// - Returns: the exit code.
    func report(_ error: any Error) -> Int32 {
        switch error {
        case let error as UsageError:
            writeError("\(error.sentence) --help tells more.")
            return 2
        case let error as any SentenceError:
            writeError(error.sentence)
        case is CancellationError:
            writeError("Stopped.")
        default:
            writeError("Something unexpected went wrong: \(error).")
        }
        return 1
    }
}
