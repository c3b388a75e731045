import Essentials
import Foundation
import HTTP

/// One connection to the publisher's server that brings bytes in order.
struct Transfer {
    /// Ended by `release`, by `MediaEntry.close`, or by itself.
    var task: Task<Void, Never>?
    /// Where the next byte belongs.
    var position: Int64
    /// The first byte it was started for; bytes before it are only compared.
    let goal: Int64
    /// Whether the server has answered.
    var isOpen = false
    let generation: Int
}

/// A transfer that ended badly.
struct Failure {
    var error: any Error
    var position: Int64
    var isSequential: Bool
}

// MARK: - Who needs which transfer

extension MediaEntry {
    /// Whether some transfer will bring the byte at `position`.
    func isServed(_ position: Int64) -> Bool {
        // Until the first answer nothing is known about the server: everybody waits for it.
        if facts == nil { return !transfers.isEmpty }
        return transfers.values.contains { serves($0, position) }
    }

    private func serves(_ transfer: Transfer, _ position: Int64) -> Bool {
        guard transfer.generation == generation, transfer.position <= position else { return false }
        return isSequential || position - transfer.position <= configuration.reach
    }

    /// Whether a reader is near enough that the transfer should go on.
    func isWanted(_ transfer: Transfer) -> Bool {
        readers.values.contains { reader in
            guard reader.generation == generation else { return false }
            let last = min(reader.end ?? .max, end ?? .max)
            let wanted = min(reader.position + configuration.readAhead, last)
            let missing = present.firstMissing(from: reader.position)
            return missing < wanted && transfer.position < wanted && serves(transfer, missing)
        }
    }

    /// Whether so little of the file is missing that it is finished without a listener.
    func isNearlyDone(_ number: Int) -> Bool {
        guard isCaching, transfers[number]?.isOpen == true, let length = facts?.length else { return false }
        return length - present.count <= configuration.finishWithin
    }

    /// Starts a transfer for the byte at `position` and ends those that nobody wants any more.
    func startTransfer(at position: Int64) {
        for (other, transfer) in transfers where transfer.isOpen && !isWanted(transfer) && !isNearlyDone(other) {
            transfer.task?.cancel()
        }
        let number = newNumber()
        transfers[number] = Transfer(position: position, goal: position, generation: generation)
        // Ended by `close`, by the line above, or by itself.
        transfers[number]?.task = Task { await self.run(number) }
    }
}

// MARK: - The life of a transfer

extension MediaEntry {
    private func run(_ number: Int) async {
        defer {
            transfers[number] = nil
            signal()
        }
        var attempts = 0
        while let transfer = transfers[number], transfer.generation == generation {
            let began = transfer.position
            do {
                try await carry(number)
                return
            } catch let needed as MannerNeeded where needed.manner.rawValue > manner.rawValue {
                manner = needed.manner
                isSequential = true
            } catch MediaError.changed {
                await replaceVersion(number)
                return
            } catch is CancellationError {
                return
            } catch {
                guard !Task.isCancelled else { return }
                attempts = (transfers[number]?.position ?? began) - began >= configuration.reach ? 0 : attempts + 1
                guard await shouldRetry(number, after: error, attempts: attempts) else {
                    fail(number, error)
                    return
                }
            }
        }
    }

    /// Whether to go on after an error; waits a little before saying so.
    ///
    /// A first contact that fails is told to the client at once; a connection that broke in the middle is taken up again.
    private func shouldRetry(_ number: Int, after error: any Error, attempts: Int) async -> Bool {
        let isTransient = (error as? any SentenceError)?.isRetryable ?? false
        guard isTransient, isCaching, isConfirmed, attempts <= configuration.resumeAttempts else { return false }
        do {
            // At once, then after 0.5 s, 1 s, 2 s …
            if attempts > 1 { try await configuration.pause(.milliseconds(250 << min(attempts - 1, 6))) }
            return !Task.isCancelled
        } catch {
            return false
        }
    }

    private func fail(_ number: Int, _ error: any Error) {
        guard let transfer = transfers[number], transfer.generation == generation else { return }
        failures += 1
        failure = Failure(error: error, position: transfer.position, isSequential: isSequential)
    }

    /// One connection: from the request to the end of its body, to the next byte that is there, or to an error.
    private func carry(_ number: Int) async throws {
        guard let transfer = transfers[number] else { return }
        let start = comparisonStart(transfer.position)
        let opened = try await upstream.open(
            at: start,
            to: facts?.length.map { present.firstPresent(from: transfer.position) ?? $0 },
            known: facts,
            manner: manner
        )
        guard transfer.generation == generation else { return }
        adopt(opened, number)
        signal()
        while true {
            while let transfer = transfers[number], !isWanted(transfer), !isNearlyDone(number) {
                try await waitForSignal()
            }
            guard let piece = try await opened.body.next() else { break }
            guard transfer.generation == generation, isCaching else { return }
            try store(piece, number)
            signal()
            if unsaved >= configuration.saveInterval { await save() }
            if await isFinished(number) { return }
        }
        try await end(number, opened, from: start)
    }

    /// A publisher that names no versions is checked by some bytes that are there already.
    private func comparisonStart(_ position: Int64) -> Int64 {
        guard manner == .ranged, let facts, !facts.namesVersions, position > 0,
            let before = present.range(holding: position - 1)
        else { return position }
        return max(before.lowerBound, position - 4096)
    }

    private func adopt(_ opened: OpenedMedia, _ number: Int) {
        if facts == nil {
            facts = opened.facts
            tag = MediaRecord.tag(source: upstream.source.identity, facts: opened.facts)
        }
        if facts?.length == nil { facts?.length = opened.facts.length }
        isConfirmed = true
        if !opened.isPart { isSequential = true }
        transfers[number]?.isOpen = true
        transfers[number]?.position = opened.start
    }

    /// Whether the transfer has met bytes that are there already, or the whole file is there.
    private func isFinished(_ number: Int) async -> Bool {
        if let length = facts?.length, present.contains(0..<length) {
            await keep(length)
            return true
        }
        guard let transfer = transfers[number], !isSequential, transfer.position >= transfer.goal else { return false }
        return present.range(holding: transfer.position) != nil
    }

    /// The body came to its end.
    private func end(_ number: Int, _ opened: OpenedMedia, from start: Int64) async throws {
        guard let position = transfers[number]?.position else { return }
        if let length = facts?.length {
            // Some servers give less than was asked for; what is missing is asked for again.
            if position < length, present.range(holding: position) == nil {
                throw HTTPError.connectionLost(host: upstream.source.host)
            }
        } else if opened.endIsProven {
            facts?.length = position
            unsaved += 1
            await keep(position)
        } else {
            metEnd = position
        }
    }
}

// MARK: - Bytes to the disk

extension MediaEntry {
    /// Writes what is missing of a piece and compares what is there.
    private func store(_ piece: [UInt8], _ number: Int) throws {
        guard let file, let position = transfers[number]?.position else { throw CancellationError() }
        if let length = facts?.length, position + Int64(piece.count) > length {
            throw HTTPError.malformedResponse(host: upstream.source.host)
        }
        var rest = piece[...]
        var offset = position
        while !rest.isEmpty {
            let count: Int
            if let range = present.range(holding: offset) {
                count = Int(min(Int64(rest.count), range.upperBound - offset))
                guard try file.read(at: offset, count: count)[...] == rest.prefix(count) else {
                    throw MediaError.changed(host: upstream.source.host)
                }
            } else {
                let next = present.firstPresent(from: offset) ?? .max
                count = Int(min(Int64(rest.count), next - offset))
                try write(rest.prefix(count), at: offset, to: file)
            }
            rest = rest.dropFirst(count)
            offset += Int64(count)
        }
        transfers[number]?.position = offset
    }

    private func write(_ bytes: ArraySlice<UInt8>, at offset: Int64, to file: PartialFile) throws {
        do {
            try file.write(bytes, at: offset)
        } catch {
            stopCaching(error)
            throw error
        }
        present.insert(offset..<(offset + Int64(bytes.count)))
        unsaved += Int64(bytes.count)
    }

    /// Makes the segment map on disk name what is on disk.
    func save() async {
        while isSaving { await nextSignal() }
        guard let file, let facts, unsaved > 0, !isKept else { return }
        isSaving = true
        defer {
            isSaving = false
            signal()
        }
        let record = MediaRecord(source: upstream.source.identity, facts: facts, tag: tag, ranges: present)
        let added = unsaved
        unsaved = 0
        do {
            // The order is the promise: bytes first, then the map that names them.
            try await file.synchronize()
            try await folder.save(record, id)
            await grew(added)
        } catch {
            stopCaching(error)
        }
    }

    /// Gives the whole file its final name.
    func keep(_ length: Int64) async {
        await save()
        while isSaving { await nextSignal() }
        guard isCaching, !isKept, let file, present.contains(0..<length), file.size == length else { return }
        isSaving = true
        defer {
            isSaving = false
            signal()
        }
        do {
            try await folder.keep(id)
            isKept = true
            await grew(0)
        } catch {
            stopCaching(error)
        }
    }

    /// Throws the cached version away, because another one has come.
    private func replaceVersion(_ number: Int) async {
        guard transfers[number]?.generation == generation, !isKept else { return }
        generation += 1
        changes += 1
        facts = nil
        tag = ""
        present = ByteRangeSet()
        file = nil
        metEnd = nil
        isConfirmed = false
        isSequential = false
        unsaved = 0
        for (other, transfer) in transfers where other != number { transfer.task?.cancel() }
        signal()
        while isSaving { await nextSignal() }
        folder.removePartial(id)
        guard isCaching else { return }
        do { file = try PartialFile(path: folder.partPath(id)) } catch { stopCaching(error) }
    }
}
