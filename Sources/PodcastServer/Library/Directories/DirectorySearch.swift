import Essentials
import Foundation
import HTTP
import PodcastAPI

/// Asks the directories that the administrator named, all at once, and remembers what they said for a while.
///
/// The client must carry the guard against private addresses.
actor DirectorySearch {
    /// The limits of asking.
    struct Configuration: Sendable {
        /// How long an answer is good.
        var lifetime: TimeInterval = 600
        /// How long a list is good, which is the same for every search.
        var listLifetime: TimeInterval = 86_400
        /// Requests to one directory in a minute.
        var perMinute = 20
        /// How long a directory may take.
        var timeout: Duration = .seconds(10)
        /// Decoded bytes of an answer.
        var maximumLength: Int64 = 8 << 20
        /// Answers remembered.
        var kept = 200

        init() {}
    }

    private struct Key: Hashable {
        var directory: String
        var url: String
        var query: String
    }

    private struct Cached {
        var results: [DirectoryAnswer.Result]
        var until: Date
    }

    private let client: any HTTPClient
    private let configuration: Configuration
    private let now: @Sendable () -> Date
    private var cache: [Key: Cached] = [:]
    private var lists: [String: (body: [UInt8], until: Date)] = [:]
    private var asked: [String: [Date]] = [:]

    init(
        client: any HTTPClient,
        configuration: Configuration = Configuration(),
        now: @escaping @Sendable () -> Date
    ) {
        self.client = client
        self.configuration = configuration
        self.now = now
    }

    /// What the directories know, best first, each podcast once; those that failed say why.
    func search(_ query: String, in directories: [DirectorySettings.Entry]) async -> DirectoryAnswer {
        let query = query.trimmingBlanks
        let outcomes = await withTaskGroup { group in
            for (index, entry) in directories.enumerated() {
                group.addTask { (index, await self.outcome(entry, query)) }
            }
            var outcomes: [(Int, Result<[DirectoryAnswer.Result], any Error>)] = []
            for await outcome in group { outcomes.append(outcome) }
            return outcomes.sorted { $0.0 < $1.0 }
        }
        var failed: [DirectoryAnswer.Failure] = []
        var found: [[DirectoryAnswer.Result]] = []
        for (index, outcome) in outcomes {
            switch outcome {
            case .success(let results): found.append(results)
            case .failure(let error):
                let sentence = (error as? any SentenceError)?.sentence ?? "It could not be asked."
                failed.append(.init(source: directories[index].name, message: sentence))
            }
        }
        return DirectoryAnswer(results: Self.merged(found), failed: failed, directories: directories.count)
    }

    /// The first of each, then the second of each, and so on: nobody knows whose order is the better one.
    private static func merged(_ lists: [[DirectoryAnswer.Result]]) -> [DirectoryAnswer.Result] {
        var merged: [DirectoryAnswer.Result] = []
        var places: [String: Int] = [:]
        for rank in 0..<(lists.map(\.count).max() ?? 0) {
            for list in lists where rank < list.count {
                let result = list[rank]
                if let place = places[result.url] {
                    merged[place].sources += result.sources.filter { !merged[place].sources.contains($0) }
                    merged[place].author = merged[place].author ?? result.author
                    merged[place].description = merged[place].description ?? result.description
                } else {
                    places[result.url] = merged.count
                    merged.append(result)
                }
            }
        }
        return merged
    }

    private func outcome(
        _ entry: DirectorySettings.Entry,
        _ query: String
    ) async -> Result<[DirectoryAnswer.Result], any Error> {
        do { return .success(try await results(entry, query)) } catch { return .failure(error) }
    }

    private func results(_ entry: DirectorySettings.Entry, _ query: String) async throws -> [DirectoryAnswer.Result] {
        let key = Key(directory: entry.name, url: entry.url, query: query.lowercased())
        if let known = cache[key], known.until > now() { return known.results }
        let body = try await body(entry, query)
        let results = try await Self.read(entry, query, body)
        if cache.count >= configuration.kept {
            cache = cache.filter { $0.value.until > now() }
            if cache.count >= configuration.kept { cache = [:] }
        }
        cache[key] = Cached(results: results, until: now() + configuration.lifetime)
        return results
    }

    @concurrent
    private static func read(
        _ entry: DirectorySettings.Entry,
        _ query: String,
        _ body: [UInt8]
    ) async throws -> [DirectoryAnswer.Result] {
        try DirectoryProtocol.results(entry, query, body)
    }

    private func body(_ entry: DirectorySettings.Entry, _ query: String) async throws -> [UInt8] {
        if entry.kind == .opml, let list = lists[entry.url], list.until > now() { return list.body }
        let recent = (asked[entry.url] ?? []).filter { $0 > now() - 60 }
        guard recent.count < configuration.perMinute else { throw DirectoryError.resting }
        asked[entry.url] = recent + [now()]
        var options = HTTPRequestOptions()
        // Signed fields stay with the origin that they are meant for.
        options.redirects = entry.kind == .podcastIndex ? .sameOrigin : .follow
        options.totalTimeout = configuration.timeout
        options.maximumBodyLength = configuration.maximumLength
        let response = try await client.send(try DirectoryProtocol.request(entry, query, now: now()), options)
        guard response.status == .ok else { throw DirectoryError.refused(status: response.status.rawValue) }
        let body = try await response.body.collect(upTo: configuration.maximumLength)
        if entry.kind == .opml { lists[entry.url] = (body, now() + configuration.listLifetime) }
        return body
    }
}
