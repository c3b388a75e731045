import Foundation
import HTTP

/// What a reader gets.
enum MediaPiece {
    case bytes([UInt8])
    case end
    /// The disk has failed: the reader goes to the publisher's server itself.
    case unavailable
}

/// What an answer's header is made from.
struct MediaHeader: Sendable {
    var facts: MediaFacts
    var tag: String
    var generation: Int
    /// A transfer for a reader that can't use the disk.
    var direct: OpenedMedia?
}

extension MediaEntry {
    /// What is known of the file, after the publisher's server has confirmed it if bytes of `wanted` are missing.
    ///
    /// - Parameter wanted: the range asked for, given the length and the tag; `nil` for the whole.
    /// - Throws: ``MediaError``, `HTTPError`, `CancellationError`.
    func header(first: Int64, wanted: (Int64, String) -> Range<Int64>?) async throws -> MediaHeader {
        let knownFailures = failures
        let knownChanges = changes
        while true {
            try Task.checkCancellation()
            var position = first
            if let facts {
                if let length = facts.length {
                    let range = wanted(length, tag) ?? 0..<0
                    position = present.firstMissing(from: range.lowerBound)
                    if position >= range.upperBound {
                        // The process ended between the last byte and the final name.
                        if present.contains(0..<length) { await keep(length) }
                        return header(facts)
                    }
                }
                if isConfirmed { return header(facts) }
            }
            guard isCaching else { return try await directHeader(first) }
            // Without a file another version is just taking the old one's place.
            if file != nil, !isServed(position) { startTransfer(at: position) }
            try await waitForSignal()
            if let failure, failures != knownFailures, !isConfirmed { throw failure.error }
            // A server that gives another version each time can't be followed.
            if changes - knownChanges > 2 { throw MediaError.changed(host: upstream.source.host) }
        }
    }

    private func header(_ facts: MediaFacts) -> MediaHeader {
        MediaHeader(facts: facts, tag: tag, generation: generation)
    }

    private func directHeader(_ first: Int64) async throws -> MediaHeader {
        let (opened, learned) = try await upstream.open(at: first, known: facts, from: manner)
        manner = learned
        if facts == nil {
            facts = opened.facts
            tag = MediaRecord.tag(source: upstream.source.identity, facts: opened.facts)
        }
        return MediaHeader(facts: facts ?? opened.facts, tag: tag, generation: generation, direct: opened)
    }

    /// Counts a reader in.
    func attach(_ range: Range<Int64>?, generation: Int) -> Int {
        let number = newNumber()
        readers[number] = Reader(position: range?.lowerBound ?? 0, end: range?.upperBound, generation: generation)
        uses += 1
        signal()
        return number
    }

    /// The next piece for a reader, waited for where it has to come from the publisher's server.
    ///
    /// - Throws: ``MediaError``, `HTTPError`, `CancellationError`.
    func read(_ number: Int) async throws -> MediaPiece {
        var knownFailures = failures
        while true {
            guard let reader = readers[number] else { throw CancellationError() }
            guard reader.generation == generation else { throw MediaError.changed(host: upstream.source.host) }
            let last = min(reader.end ?? .max, end ?? .max)
            guard reader.position < last else { return .end }
            if let piece = fromDisk(reader.position, before: last) {
                readers[number]?.position += Int64(piece.count)
                signal()
                return .bytes(piece)
            }
            guard isCaching else { return .unavailable }
            if let failure, failures != knownFailures, concerns(failure, reader.position) { throw failure.error }
            knownFailures = failures
            if !isServed(reader.position) { startTransfer(at: reader.position) }
            try await waitForSignal()
        }
    }

    private func fromDisk(_ position: Int64, before last: Int64) -> [UInt8]? {
        guard let file, let range = present.range(holding: position) else { return nil }
        let count = min(Int64(configuration.chunkSize), min(range.upperBound, last) - position)
        do {
            return try file.read(at: position, count: Int(count))
        } catch {
            stopCaching(error)
            return nil
        }
    }

    private func concerns(_ failure: Failure, _ position: Int64) -> Bool {
        failure.position <= position && (failure.isSequential || position - failure.position <= configuration.reach)
    }
}
