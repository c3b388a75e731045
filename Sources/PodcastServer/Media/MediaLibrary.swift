import Essentials
import Foundation
import HTTP
import PodcastAPI

/// Answers requests for the audio or video of entries.
///
/// A complete file is served from the folder. For anything else the publisher's server is asked for just the bytes that
/// are missing, they are passed on at the client's pace, and what passes fills the cache until the file is complete.
/// Several clients of one entry share what comes.
///
/// When the last client of an entry is gone, its connection upstream rests for a few seconds (players probe, hang up and
/// come back), then it is ended; a file that lacks less than 2 MiB is finished.
actor MediaLibrary {
    let folder: MediaFolder
    let configuration: MediaConfiguration
    private let client: any HTTPClient
    let catalog: MediaCatalog
    private var entries: [Int64: MediaEntry] = [:]
    private var isEvicting = false
    private var grown: Int64 = 0

    /// Uses `folder`, which is created where it is missing.
    ///
    /// - Parameters:
    ///   - client: fetches media; give it no address guard weaker than that of feeds, and more than two connections a host,
    ///     because a paused player holds one.
    ///   - catalog: where entries' media come from.
    init(
        folder: URL,
        client: any HTTPClient,
        catalog: @escaping MediaCatalog,
        configuration: MediaConfiguration = MediaConfiguration()
    ) {
        self.folder = MediaFolder(url: folder)
        self.client = client
        self.catalog = catalog
        self.configuration = configuration
        // Where the folder can't be made, files can't be opened, and each entry reports it and is passed through.
        try? HomeFolders.prepare(folder)
    }

    /// The answer to a GET or HEAD for an entry's media.
    ///
    /// - Parameter name: the last part of the path; it is for people and decides nothing.
    func respond(entry: Int64, name: String, request: HTTPServerRequest) async -> HTTPServerResponse {
        guard request.method == .get || request.method == .head else {
            var failure = APIFailure(.methodNotAllowed, .methodNotAllowed, "Media can only be read.")
            failure.fields["Allow"] = "GET, HEAD"
            return failure.response
        }
        do {
            guard let source = try await catalog(entry) else {
                return APIFailure(.notFound, .noMedia, "There is no audio or video at this address.").response
            }
            while true {
                if let kept = await folder.kept(entry), let answer = await answer(kept, entry, source, request) {
                    return answer
                }
                // `nil` where the file became complete between the two questions.
                if let answer = try await passThrough(entry, source, request) { return answer }
            }
        } catch {
            return APIFailure(fetching: error).response
        }
    }

    /// Removes the files of entries that are gone; what is being read stays readable to its end.
    func remove(_ gone: some Sequence<Int64> & Sendable) async {
        for entry in gone {
            if let open = entries.removeValue(forKey: entry) { await open.close() }
            folder.remove(entry)
        }
    }

    /// Ends every transfer and saves what has come; the library is of no use afterwards.
    func close() async {
        for entry in entries.values { await entry.close() }
        entries = [:]
    }
}

// MARK: - Complete files

extension MediaLibrary {
    /// The answer from a complete file; `nil` where it is out of date and was removed.
    private func answer(
        _ kept: MediaFolder.Kept,
        _ entry: Int64,
        _ source: MediaSource,
        _ request: HTTPServerRequest
    ) async -> HTTPServerResponse? {
        var kept = kept
        if kept.record == nil { kept.record = await describe(kept, entry, source) }
        guard var record = kept.record else { return nil }
        guard record.facts.length ?? kept.size == kept.size else {
            // Somebody shortened or replaced it.
            folder.remove(entry)
            return nil
        }
        if record.source != source.identity {
            guard await isSame(record, as: source) else {
                folder.remove(entry)
                return nil
            }
            record.source = source.identity
            try? await folder.save(record, entry)
        }
        folder.touch(entry, configuration.now())
        return MediaAnswer.file(path: kept.path, size: kept.size, facts: record.facts, tag: record.tag, request)
    }

    /// Describes a complete file anew whose description was lost.
    private func describe(_ kept: MediaFolder.Kept, _ entry: Int64, _ source: MediaSource) async -> MediaRecord? {
        let prefixLength = min(kept.size, Int64(MediaSniffer.prefixLength))
        guard
            let prefix = try? await HTTPBody(file: .init(path: kept.path, range: 0..<prefixLength)).collect(upTo: 4096)
        else { return nil }
        let type = MediaSniffer.type(of: prefix, served: nil, source: source)
        let facts = MediaFacts(length: kept.size, type: type, entityTag: nil, modified: nil)
        var whole = ByteRangeSet()
        whole.insert(0..<kept.size)
        let tag = MediaRecord.tag(source: source.identity, facts: facts)
        let record = MediaRecord(source: source.identity, facts: facts, tag: tag, ranges: whole)
        try? await folder.save(record, entry)
        return record
    }

    /// Whether the file at an entry's new address is the one that is kept; a server that can't be asked does not make
    /// a good file bad.
    private func isSame(_ record: MediaRecord, as source: MediaSource) async -> Bool {
        do {
            let upstream = MediaUpstream(client: client, source: source, idleTimeout: configuration.idleTimeout)
            let (opened, _) = try await upstream.open(at: 0, known: nil, from: .ranged)
            return !record.facts.contradicts(opened.facts)
        } catch {
            return true
        }
    }
}

// MARK: - Passing through

extension MediaLibrary {
    private func passThrough(
        _ id: Int64,
        _ source: MediaSource,
        _ request: HTTPServerRequest
    ) async throws -> HTTPServerResponse? {
        guard let entry = await open(id, source) else { return nil }
        do {
            let header = try await entry.header(first: MediaAnswer.firstByte(request)) { length, tag in
                MediaAnswer.range(request, length: length, tag: tag)
            }
            let response = await MediaAnswer.stream(entry, header, request)
            await entry.finish()
            return response
        } catch {
            await entry.finish()
            throw error
        }
    }

    /// The entry's file, opened here or already in use, counted in; `nil` where it is complete.
    func open(_ id: Int64, _ source: MediaSource) async -> MediaEntry? {
        while true {
            if let entry = entries[id] {
                if entry.upstream.source.identity == source.identity, await entry.begin() { return entry }
                // Another file or the end of its use: the folder is free when it is closed.
                await entry.close()
                forget(entry)
            } else if folder.isKept(id) {
                return nil
            } else {
                entries[id] = MediaEntry(
                    id: id,
                    folder: folder,
                    upstream: MediaUpstream(client: client, source: source, idleTimeout: configuration.idleTimeout),
                    configuration: configuration,
                    grew: { [weak self] bytes in await self?.makeRoom(after: bytes) },
                    released: { [weak self] entry in await self?.forget(entry) }
                )
            }
        }
    }

    private func forget(_ entry: MediaEntry) {
        if entries[entry.id] === entry { entries[entry.id] = nil }
    }
}

// MARK: - Room

extension MediaLibrary {
    /// Removes what was used least recently until the limit is kept; what is in use stays.
    private func makeRoom(after bytes: Int64) async {
        grown += bytes
        // Looking through the folder costs more than some megabytes above the limit do.
        guard bytes == 0 || grown >= min(32 << 20, configuration.cacheLimit / 8), !isEvicting else { return }
        grown = 0
        await evict()
    }

    /// Looks through the folder and removes what is too much.
    func evict() async {
        guard !isEvicting else { return }
        isEvicting = true
        defer { isEvicting = false }
        let pinned = await configuration.pinned()
        let usage = await folder.usage().sorted { ($0.lastUse, $0.entry) < ($1.lastUse, $1.entry) }
        var total = usage.reduce(0) { $0 + $1.bytes }
        for item in usage where total > configuration.cacheLimit {
            guard entries[item.entry] == nil, !pinned.contains(item.entry) else { continue }
            folder.remove(item.entry)
            total -= item.bytes
        }
    }
}
