import Foundation
import HTTP
import Podcasts

/// What is asked of a feed's server.
struct FetchRequest: Sendable, Equatable {
    /// The feed's address.
    var url: String
    /// The validators of the last body read, as they came: a weak `ETag` too, and both where there were both.
    var entityTag: String?
    var lastModified: String?
    /// The digest of the last body read.
    var bodyDigest: [UInt8]?

    init(url: String) { self.url = url }

    /// Whether the server may answer that nothing changed.
    var isConditional: Bool { entityTag != nil || lastModified != nil }
}

/// What came of a fetch.
struct Fetched: Sendable {
    enum Result: Sendable {
        /// A feed was read; its entries went where they were to go.
        case feed(ParsedFeed)
        /// The server said so, or the body is the last one.
        case unchanged
        case failed(FetchFailure)
    }

    var result: Result
    /// What to send next time.
    var entityTag: String?
    var lastModified: String?
    var bodyDigest: [UInt8]?
    var freshness = FreshnessHints()
    var redirects: [HTTPResponse.Redirect] = []

    init(_ result: Result) { self.result = result }

    static func failed(_ failure: FetchFailure) -> Fetched { Fetched(.failed(failure)) }

    var failure: FetchFailure? {
        if case .failed(let failure) = result { failure } else { nil }
    }
}
