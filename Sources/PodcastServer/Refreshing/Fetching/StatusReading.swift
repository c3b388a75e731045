import Foundation
import HTTP

extension FetchFailure {
    /// The failure that a status says; `nil` for one that carries a feed or says that it is unchanged.
    ///
    /// - Parameter isConditional: whether the request allowed `304`.
    init?(_ response: HTTPResponse, host: String, isConditional: Bool, now: Date) {
        let retryAfter = response.fields["Retry-After"].flatMap(RetryAfter.init)?.delay(from: now)
        switch response.status.rawValue {
        case 200, 203: return nil
        case 304 where isConditional: return nil
        case 201...299: self = .empty(host: host)
        case 300...399: self = .badRedirect(host: host)
        case 401, 407: self = .unauthorized(host: host)
        case 403: self = .forbidden(host: host)
        case 404: self = .notFound(host: host)
        case 410: self = .gone(host: host)
        case 429: self = .busy(host: host, retryAfter: retryAfter)
        case 503 where retryAfter != nil: self = .busy(host: host, retryAfter: retryAfter)
        case 500...599: self = .serverError(host: host, status: response.status.rawValue)
        default: self = .unexpectedStatus(host: host, status: response.status.rawValue)
        }
    }
}
