import Essentials
import HTTP

extension MediaLibrary {
    /// Fetches what is missing of an entry's media until the whole file is kept.
    ///
    /// Players of the entry meanwhile share what comes. What came before an error or a cancellation stays, and the next
    /// call asks for the rest only.
    ///
    /// - Parameter progress: told the bytes that are there and the length, after each piece.
    /// - Returns: the file's length in bytes.
    /// - Throws: ``DownloadError``, ``MediaError``, `HTTPError`, `CancellationError`.
    @concurrent
    func fetch(_ id: Int64, progress: @Sendable (Int64, Int64?) async -> Void) async throws -> Int64 {
        guard let source = try await catalog(id) else { throw DownloadError.noMedia }
        while true {
            if let kept = await folder.kept(id) { return kept.size }
            guard let entry = await open(id, source) else { continue }
            do {
                try await fetch(entry, progress)
                await entry.finish()
            } catch {
                await entry.finish()
                throw error
            }
            guard let kept = await folder.kept(id) else {
                // The whole came, and was not kept: the server tells neither a length nor a proven end.
                throw await entry.isCaching ? DownloadError.endless(host: source.host) : DownloadError.noRoom
            }
            return kept.size
        }
    }

    private func fetch(_ entry: MediaEntry, _ progress: @Sendable (Int64, Int64?) async -> Void) async throws {
        let header = try await entry.header(first: 0) { length, _ in 0..<length }
        guard header.direct == nil else { throw DownloadError.noRoom }
        let range = header.facts.length.map { 0..<$0 }
        let reader = await entry.attach(range, generation: header.generation)
        do {
            reading: while true {
                try Task.checkCancellation()
                switch try await entry.read(reader) {
                case .bytes: await progress(await entry.present.count, await entry.end)
                case .end: break reading
                case .unavailable: throw DownloadError.noRoom
                }
            }
            if let length = await entry.facts?.length { await entry.keep(length) }
            await entry.finish(reader: reader)
        } catch {
            await entry.finish(reader: reader)
            throw error
        }
    }
}

/// Why a file can't be kept.
enum DownloadError: SentenceError, Equatable {
    /// The entry has nothing that plays.
    case noMedia
    /// The disk is full or failed.
    case noRoom
    /// The server tells neither the length nor a proven end, so nobody knows whether all came.
    case endless(host: String)

    var sentence: String {
        switch self {
        case .noMedia: "This entry has no audio or video."
        case .noRoom: "The server's disk is full; it goes on when there is room."
        case .endless(let host): "\(host) does not tell how long this file is, so it can't be kept; it can be played."
        }
    }

    var isRetryable: Bool { self == .noRoom }
}
