import Essentials
import HTTP
import PodcastAPI

/// Why the publisher's file can't be passed on.
enum MediaError: SentenceError, Equatable {
    /// The publisher's server answered with a status that is no file.
    case refused(host: String, status: Int, retryAfter: String?)
    /// A page of text came instead of something that plays.
    case errorPage(host: String)
    /// A file without bytes.
    case empty(host: String)
    /// Another version of the file came while the old one was being sent.
    case changed(host: String)
    /// The range asked for begins behind the end.
    case unsatisfiable(length: Int64?)

    var sentence: String {
        switch self {
        case .refused(let host, 401, _), .refused(let host, 403, _):
            "\(host) refuses to give this file without a permission that this server does not have."
        case .refused(let host, 404, _), .refused(let host, 410, _):
            "\(host) does not have this file any more."
        case .refused(let host, 429, _), .refused(let host, 503, _):
            "\(host) is too busy to give this file; try again later."
        case .refused(let host, let status, _):
            "\(host) could not give this file (status \(status))."
        case .errorPage(let host): "\(host) gave a web page where audio or video should be."
        case .empty(let host): "\(host) gave a file without content."
        case .changed(let host): "The file at \(host) was replaced while it was being sent; start again."
        case .unsatisfiable: "The part asked for is behind the end of the file."
        }
    }

    var isRetryable: Bool {
        switch self {
        case .refused(_, let status, _): status >= 500 || status == 429 || status == 408
        case .changed: true
        case .errorPage, .empty, .unsatisfiable: false
        }
    }
}

extension APIFailure {
    /// The answer for a file that the publisher's server does not give.
    ///
    /// 504 for silence, 503 when it asks to come back later, 416 for a range behind the end, 502 for the rest: a 404 of
    /// theirs is not a 404 of ours, the entry exists.
    init(fetching error: any Error) {
        switch error {
        case MediaError.unsatisfiable(let length):
            self.init(.rangeNotSatisfiable, .badRequest, MediaError.unsatisfiable(length: length).sentence)
            fields["Content-Range"] = length.map { ContentRange(range: nil, size: $0).description }
        case MediaError.refused(_, let status, let retryAfter) where status == 429 || status == 503:
            self.init(.serviceUnavailable, .fetchFailed, (error as? MediaError)?.sentence ?? "")
            fields["Retry-After"] = retryAfter
        case HTTPError.timedOut(let host):
            self.init(.gatewayTimeout, .fetchFailed, HTTPError.timedOut(host: host).sentence)
        case let error as any SentenceError where error is MediaError || error is HTTPError:
            self.init(.badGateway, .fetchFailed, error.sentence)
        default: self.init(error)
        }
    }
}
