import Essentials
import HTTP

/// The body of one answer: bytes from the entry, or, where the disk has failed, from the publisher's server.
///
/// Its owner is the answer's body; when that is dropped, the entry is told.
actor MediaReader {
    private let entry: MediaEntry
    private let upstream: MediaUpstream
    private let attempts: Int
    private let number: Int
    private let facts: MediaFacts
    private var position: Int64
    private let end: Int64?
    private var isDirect: Bool
    private var opened: OpenedMedia?
    private var openedPosition: Int64 = 0
    private var manner = UpstreamManner.ranged

    /// Reads `range`, `nil` for all there is.
    init(_ entry: MediaEntry, number: Int, header: MediaHeader, range: Range<Int64>?) {
        self.entry = entry
        upstream = entry.upstream
        attempts = entry.configuration.resumeAttempts
        self.number = number
        facts = header.facts
        position = range?.lowerBound ?? 0
        end = range?.upperBound ?? header.facts.length
        isDirect = header.direct != nil
        openedPosition = header.direct?.start ?? 0
        // A transfer that begins behind the first byte is of no use: another is opened at the right place.
        opened = openedPosition <= position ? header.direct : nil
    }

    deinit {
        let (entry, number) = (entry, number)
        // Lives for one hop: it only counts this reader out.
        Task { await entry.finish(reader: number) }
    }

    /// The next piece; `nil` at the end.
    ///
    /// - Throws: whatever keeps the rest from coming; the connection is then cut, never ended as if all had come.
    func next() async throws -> [UInt8]? {
        if !isDirect {
            switch try await entry.read(number) {
            case .bytes(let piece):
                position += Int64(piece.count)
                return piece
            case .end: return nil
            case .unavailable: isDirect = true
            }
        }
        return try await nextDirect()
    }

    /// Takes bytes from the publisher's server, taking up a broken connection at its byte.
    private func nextDirect() async throws -> [UInt8]? {
        var failures = 0
        while true {
            if let end, position >= end { return nil }
            do {
                if let piece = try await pull() { return piece }
                guard end == nil else { throw HTTPError.connectionLost(host: upstream.source.host) }
                return nil
            } catch {
                opened = nil
                failures += 1
                guard (error as? any SentenceError)?.isRetryable == true, failures <= attempts else { throw error }
                if case MediaError.changed = error { throw error }
            }
        }
    }

    /// The next wanted piece of the open transfer; bytes before the wanted one are skipped.
    private func pull() async throws -> [UInt8]? {
        if opened == nil {
            let (fresh, learned) = try await upstream.open(at: position, to: end, known: facts, from: manner)
            manner = learned
            opened = fresh
            openedPosition = fresh.start
        }
        while let piece = try await opened?.body.next() {
            let skipped = Int(min(Int64(piece.count), max(0, position - openedPosition)))
            openedPosition += Int64(piece.count)
            let wanted = piece.dropFirst(skipped).prefix(Int(min(end.map { $0 - position } ?? .max, 1 << 40)))
            guard !wanted.isEmpty else { continue }
            position += Int64(wanted.count)
            return Array(wanted)
        }
        return nil
    }
}

extension MediaUpstream {
    /// Begins a transfer, learning from refusals how the server wants to be asked.
    func open(
        at offset: Int64,
        to end: Int64? = nil,
        known: MediaFacts?,
        from manner: UpstreamManner
    ) async throws -> (OpenedMedia, UpstreamManner) {
        var manner = manner
        while true {
            do {
                return (try await open(at: offset, to: end, known: known, manner: manner), manner)
            } catch let needed as MannerNeeded where needed.manner.rawValue > manner.rawValue {
                manner = needed.manner
            }
        }
    }
}
