import Foundation
import HTTP
import Podcasts

/// Fetches a feed once: a conditional GET with limits, read as it comes.
///
/// A small body equal to the last one is not parsed again. A larger one flows through the parser while it is digested,
/// and its entries go on in batches, so that memory does not grow with the feed.
struct FeedFetcher: Sendable {
    /// Takes entries as they are read.
    ///
    /// What it throws ends the fetch and is thrown on.
    typealias Sink = (_ entries: [ParsedEntry]) async throws -> Void

    let client: any HTTPClient
    let configuration: RefreshConfiguration
    let now: @Sendable () -> Date

    /// How an exchange began.
    enum Opened {
        case answer(FeedAnswer)
        case unchanged(HTTPResponse)
        case failed(FetchFailure)
    }

    /// Feed formats first, then whatever there is: some servers choose by this field, others refuse what they don't know.
    static let feedTypes = """
        application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.8, */*;q=0.1
        """
    static let anyType = "*/*"

    /// Fetches and reads a feed.
    ///
    /// - Throws: `CancellationError`, or what `sink` threw; all else is in the result.
    func fetch(_ request: FetchRequest, into sink: Sink) async throws -> Fetched {
        let fetched = try await attempt(request, accept: Self.feedTypes, into: sink)
        guard let failure = fetched.failure, failure.mayBeAboutTypes else { return fetched }
        let second = try await attempt(request, accept: Self.anyType, into: sink)
        // The first answer's reason is the one that a person can check.
        return second.failure == nil ? second : fetched
    }

    private func attempt(_ request: FetchRequest, accept: String, into sink: Sink) async throws -> Fetched {
        switch try await open(request, accept: accept) {
        case .failed(let failure): return .failed(failure)
        case .unchanged(let response): return unchanged(response, request, digest: request.bodyDigest)
        case .answer(let answer): return try await read(answer, request, into: sink)
        }
    }

    /// Sends the request and reads the beginning of the body.
    func open(_ request: FetchRequest, accept: String) async throws -> Opened {
        guard let url = URL(string: request.url), let host = url.host else { return .failed(.badAddress) }
        do {
            let response = try await client.send(httpRequest(request, url, accept: accept), options)
            let isConditional = request.isConditional
            if let failure = FetchFailure(response, host: host, isConditional: isConditional, now: now()) {
                return .failed(failure)
            }
            if response.status == .notModified { return .unchanged(response) }
            return .answer(try await FeedAnswer(response, host: host, spool: configuration.maximumSpool))
        } catch let error as HTTPError {
            return .failed(FetchFailure(error, host: host))
        }
    }

    private func httpRequest(_ request: FetchRequest, _ url: URL, accept: String) -> HTTPRequest {
        var fields: HTTPFields = ["Accept": accept]
        fields["If-None-Match"] = request.entityTag
        fields["If-Modified-Since"] = request.lastModified
        return HTTPRequest(.get, url, fields: fields)
    }

    private var options: HTTPRequestOptions {
        var options = HTTPRequestOptions()
        options.redirects = .follow
        options.maximumRedirects = configuration.maximumRedirects
        options.totalTimeout = configuration.timeout
        options.maximumBodyLength = configuration.maximumBody
        return options
    }

    /// Reads the answer as a feed.
    func read(_ answer: FeedAnswer, _ request: FetchRequest, into sink: Sink) async throws -> Fetched {
        if let digest = answer.digest, digest == request.bodyDigest {
            return unchanged(answer.response, request, digest: digest)
        }
        guard !answer.beginning.isEmpty else { return .failed(.empty(host: answer.host)) }
        var reading = FeedReading(answer, configuration: configuration)
        var fetched = Fetched(try await reading.run(into: sink))
        describe(&fetched, answer.response)
        guard fetched.failure == nil, reading.isComplete else { return fetched }
        fetched.entityTag = answer.response.fields["ETag"]
        fetched.lastModified = answer.response.fields["Last-Modified"]
        fetched.bodyDigest = reading.digest
        return fetched
    }

    /// Validators that the answer leaves out stay in force.
    private func unchanged(_ response: HTTPResponse, _ request: FetchRequest, digest: [UInt8]?) -> Fetched {
        var fetched = Fetched(.unchanged)
        describe(&fetched, response)
        let isNotModified = response.status == .notModified
        fetched.entityTag = response.fields["ETag"] ?? (isNotModified ? request.entityTag : nil)
        fetched.lastModified = response.fields["Last-Modified"] ?? (isNotModified ? request.lastModified : nil)
        fetched.bodyDigest = digest
        return fetched
    }

    private func describe(_ fetched: inout Fetched, _ response: HTTPResponse) {
        fetched.freshness = FreshnessHints(response.fields, now: now())
        fetched.redirects = response.redirects
    }
}

extension FetchFailure {
    /// Whether the server may have chosen its answer by the types that were asked for.
    var mayBeAboutTypes: Bool {
        switch self {
        case .webPage, .notAFeed: true
        case .unexpectedStatus(_, let status): status == 406 || status == 415
        default: false
        }
    }
}
