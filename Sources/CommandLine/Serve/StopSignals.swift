import Dispatch
import Foundation

/// SIGINT and SIGTERM as values, so that a stop is an ordinary event with time to finish what is under way.
final class StopSignals {
    private let stream: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]

    /// Takes both signals over from the system until the process ends.
    init() {
        let (stream, continuation) = AsyncStream<Int32>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.stream = stream
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
    }

    deinit { for source in sources { source.cancel() } }

    /// Returns when one of them arrives, or when the task is cancelled.
    func wait() async {
        _ = await stream.first { _ in true }
    }
}
