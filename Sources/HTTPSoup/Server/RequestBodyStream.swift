import GLibLoop
import HTTP

/// A request's body between libsoup, which pushes, and the handler, which pulls: the connection is paused in between.
@GLibActor
final class RequestBodyStream {
    /// Bytes kept before the connection is paused.
    private static let highWater = 256 * 1024

    private let limit: Int64
    private var pending: [UInt8] = []
    private var total: Int64 = 0
    private var end: Result<Void, any Error>?
    private var isDiscarding = false
    private var waiter: CheckedContinuation<Void, Never>?
    /// Called when there is room again.
    var resume: (@GLibActor () -> Void)?

    init(limit: Int64) { self.limit = limit }

    /// What to do after a piece was taken in.
    enum Flow {
        case goOn
        case pause
        case refuse
    }

    func append(_ bytes: [UInt8]) -> Flow {
        total += Int64(bytes.count)
        guard total <= limit else {
            finish(.failure(HTTPError.bodyTooLarge(limit: limit)))
            return .refuse
        }
        if isDiscarding { return .goOn }
        pending += bytes
        wake()
        return pending.count >= Self.highWater ? .pause : .goOn
    }

    func finish(_ result: Result<Void, any Error>) {
        guard end == nil else { return }
        end = result
        wake()
    }

    /// Takes what still comes without keeping it: the answer is on its way.
    func discard() {
        isDiscarding = true
        pending = []
        resume?()
    }

    func next() async throws -> [UInt8]? {
        while pending.isEmpty {
            if let end {
                try end.get()
                return nil
            }
            try Task.checkCancellation()
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    waiter?.resume()
                    waiter = continuation
                    if Task.isCancelled { wake() }
                }
            } onCancel: {
                GLibActor.post { self.wake() }
            }
        }
        let chunk = pending
        pending = []
        resume?()
        return chunk
    }

    private func wake() {
        waiter?.resume()
        waiter = nil
    }
}
