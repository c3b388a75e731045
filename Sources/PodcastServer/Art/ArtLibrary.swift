import Essentials
import Foundation
import HTTP
import PodcastAPI

/// The limits and manners of an art library.
struct ArtConfiguration: Sendable {
    /// Bytes of a picture accepted: the largest in real feeds have some megabytes.
    var maximumBytes: Int64 = 10 << 20
    /// How long fetching may take.
    var timeout: Duration = .seconds(30)
    /// Pictures fetched at once, each held in memory while it comes.
    var maximumFetches = 4
    /// After which time the server is asked whether the picture has changed.
    var freshness: TimeInterval = 7 * 86_400
    /// Bytes on disk before what was asked for longest ago goes.
    var cacheLimit: Int64 = 1 << 30
    /// The time.
    var now: @Sendable () -> Date = { Date() }
}

/// Answers requests for the pictures of feeds and entries: small, cached, and never an error.
///
/// Where there is no picture, or none that can be had, a placeholder made from the title takes its place.
actor ArtLibrary {
    /// The sizes in pixels that are made; the smallest that is enough is given.
    static let sizes = [64, 128, 256, 512, 1024]

    let folder: ArtFolder
    private let client: any HTTPClient
    private let configuration: ArtConfiguration
    private let renderer = PictureRenderer()
    private let fetches = SingleFlight<String, ArtRecord>()
    private let renderings = SingleFlight<String, Void>()
    private var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var refreshes: [String: Task<Void, Never>] = [:]
    private var savedSinceEviction = 0
    /// A disk that can't be written can't remember failures either: nobody is asked for a minute.
    private var restsUntil = Date.distantPast
    private var isClosed = false

    /// Uses `folder`, which is created where it is missing; `client` must refuse private addresses as for feeds.
    init(folder: URL, client: any HTTPClient, configuration: ArtConfiguration = ArtConfiguration()) {
        self.folder = ArtFolder(url: folder)
        self.client = client
        self.configuration = configuration
        // Where the folder can't be made, nothing can be saved, and everything gets its placeholder.
        try? HomeFolders.prepare(folder)
    }

    /// The answer to a GET or HEAD for a picture.
    ///
    /// - Parameters:
    ///   - source: the picture's address in the feed; `nil` where it names none.
    ///   - fallbackText: the title, for the placeholder.
    ///   - size: the wanted side in pixels.
    func respond(
        source: URL?,
        fallbackText: String,
        size: Int,
        request: HTTPServerRequest
    ) async -> HTTPServerResponse {
        guard request.method == .get || request.method == .head else {
            var failure = APIFailure(.methodNotAllowed, .methodNotAllowed, "Pictures can only be read.")
            failure.fields["Allow"] = "GET, HEAD"
            return failure.response
        }
        let size = Self.sizes.first { $0 >= size } ?? 1024
        if let source, let answer = await picture(source, size, request) { return answer }
        return placeholder(fallbackText, size, request)
    }

    /// Ends what is being fetched in the background.
    func close() async {
        isClosed = true
        let tasks = Array(refreshes.values)
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    private func placeholder(_ text: String, _ size: Int, _ request: HTTPServerRequest) -> HTTPServerResponse {
        let svg = ArtPlaceholder(text).svg(size: size)
        let tag = EntityTag("p" + SHA256Digest.of(svg).hexadecimal.prefix(16), isWeak: false)
        // Short, because the picture may come back any time.
        let fields: HTTPFields = [
            "Content-Type": "image/svg+xml", "Cache-Control": "private, max-age=300", "ETag": tag.description,
            "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'",
        ]
        if let condition = request.fields["If-None-Match"], EntityTagCondition(condition).weaklyMatches(tag) {
            return HTTPServerResponse(.notModified, fields: fields)
        }
        return HTTPServerResponse(.ok, fields: fields, body: HTTPBody(svg))
    }
}

// MARK: - Pictures

extension ArtLibrary {
    private func picture(_ source: URL, _ size: Int, _ request: HTTPServerRequest) async -> HTTPServerResponse? {
        let key = ArtFolder.key(source)
        var record = await folder.record(key)
        if record.map({ $0.askAgain <= configuration.now() }) ?? true {
            if configuration.now() < restsUntil {
                // The disk failed a moment ago.
            } else if record?.picture != nil {
                // What is there is shown now; the next request gets the newer one.
                refresh(source, key)
            } else {
                record = try? await fetch(source, key)
            }
        }
        folder.touch(key, configuration.now())
        guard let picture = record?.picture else { return nil }
        let path = folder.path(key, picture, size: size)
        do {
            if folder.fileSize(path) == nil { try await render(key, picture, size) }
        } catch is CancellationError {
            return nil
        } catch {
            // A rendering was lost: the next request fetches the picture anew.
            try? await folder.save(ArtRecord(askAgain: configuration.now()), key)
            return nil
        }
        guard let bytes = folder.fileSize(path) else { return nil }
        var response = HTTPServerResponse.file(
            path: path,
            size: bytes,
            modified: nil,
            entityTag: EntityTag("\(picture.tag)-\(size)", isWeak: false),
            contentType: picture.kind.contentType,
            request: request
        )
        response.fields["Cache-Control"] = "private, max-age=86400"
        response.fields["X-Content-Type-Options"] = "nosniff"
        return response
    }

    /// Makes a smaller rendering out of the largest.
    private func render(_ key: String, _ picture: ArtRecord.Picture, _ size: Int) async throws {
        let target = folder.path(key, picture, size: size)
        let (folder, renderer) = (folder, renderer)
        try await renderings.value(for: target) {
            let largest = try await folder.bytes(folder.path(key, picture, size: 1024))
            let rendered = try await renderer.render(largest, fitting: size, as: picture.kind)
            try await folder.save(rendered.bytes, to: target)
        }
    }

    private func refresh(_ source: URL, _ key: String) {
        guard refreshes[key] == nil, !isClosed else { return }
        // Cancelled by `close`; ends by itself within the time limit.
        refreshes[key] = Task {
            _ = try? await fetch(source, key)
            refreshes[key] = nil
        }
    }
}

// MARK: - Fetching

extension ArtLibrary {
    /// Fetches a picture once for everybody who waits, and notes how it went.
    private func fetch(_ source: URL, _ key: String) async throws -> ArtRecord {
        try await fetches.value(for: key) { [self] in
            await takeTurn()
            do {
                let record = try await fetchNow(source, key)
                await endTurn()
                return record
            } catch {
                await endTurn()
                throw error
            }
        }
    }

    private func fetchNow(_ source: URL, _ key: String) async throws -> ArtRecord {
        let old = await folder.record(key)
        // Somebody may have fetched it while this one waited for its turn.
        if let old, old.askAgain > configuration.now() { return old }
        var record = old ?? ArtRecord(askAgain: configuration.now())
        do {
            record.picture = try await download(source, key, old?.picture)
            record.failures = 0
            record.askAgain = configuration.now().addingTimeInterval(configuration.freshness)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            try Task.checkCancellation()
            record.failures += 1
            record.askAgain = configuration.now().addingTimeInterval(Self.patience(error, record.failures))
        }
        do {
            try await folder.save(record, key)
        } catch {
            restsUntil = configuration.now().addingTimeInterval(60)
            throw error
        }
        if let before = old?.picture, let now = record.picture, before.tag != now.tag {
            folder.remove(key, before, sizes: Self.sizes)
        }
        await makeRoom()
        return record
    }

    /// How long a server is left alone: a day where nothing will change by itself, else 10 minutes, growing fourfold.
    static func patience(_ error: any Error, _ failures: Int) -> TimeInterval {
        guard (error as? any SentenceError)?.isRetryable == true else { return 86_400 }
        return min(86_400, 600 * pow(4, Double(min(failures, 10) - 1)))
    }

    private func download(
        _ source: URL,
        _ key: String,
        _ old: ArtRecord.Picture?
    ) async throws -> ArtRecord.Picture {
        let isUsable = old.map { folder.fileSize(folder.path(key, $0, size: 1024)) != nil } ?? false
        let response = try await client.send(request(source, isUsable ? old : nil), options)
        if response.status == .notModified, isUsable, let old { return old }
        guard response.status == .ok else { throw PictureError.refused(status: response.status.rawValue) }
        let bytes = try await response.body.collect(upTo: configuration.maximumBytes)
        let rendered = try await renderer.render(bytes, fitting: 1024)
        let picture = ArtRecord.Picture(
            tag: String(SHA256Digest.of(bytes).hexadecimal.prefix(16)),
            kind: rendered.kind,
            entityTag: response.fields["ETag"],
            modified: response.fields["Last-Modified"]
        )
        try await folder.save(rendered.bytes, to: folder.path(key, picture, size: 1024))
        return picture
    }

    private func request(_ source: URL, _ known: ArtRecord.Picture?) -> HTTPRequest {
        var request = HTTPRequest(.get, source)
        request.fields["Accept"] = "image/webp,image/jpeg,image/png,image/gif;q=0.9,image/*;q=0.1"
        request.fields["If-None-Match"] = known?.entityTag
        request.fields["If-Modified-Since"] = known?.modified
        return request
    }

    private var options: HTTPRequestOptions {
        var options = HTTPRequestOptions()
        options.redirects = .follow
        options.idleTimeout = min(.seconds(15), configuration.timeout)
        options.totalTimeout = configuration.timeout
        options.maximumBodyLength = configuration.maximumBytes
        return options
    }

    private func takeTurn() async {
        running += 1
        if running > configuration.maximumFetches { await withCheckedContinuation { waiting.append($0) } }
    }

    private func endTurn() {
        running -= 1
        if !waiting.isEmpty { waiting.removeFirst().resume() }
    }

    private func makeRoom() async {
        savedSinceEviction += 1
        guard savedSinceEviction >= 100 else { return }
        savedSinceEviction = 0
        await folder.evict(limit: configuration.cacheLimit)
    }
}
