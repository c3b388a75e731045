import HTTP

extension FetchFailure {
    /// One sentence with what to do.
    public var sentence: String {
        switch self {
        case .unauthorized(let host):
            "\(host) asks for a name and a password, which Tonearm can't send yet; look for a private feed address without one."
        case .forbidden(let host): "\(host) refuses to give out this feed; check whether the address is still valid."
        case .notFound(let host): "\(host) has no feed at this address any more; look for its new address."
        case .gone(let host): "\(host) says that this feed is gone for good, so it is no longer fetched."
        case .busy(let host, _): "\(host) asks to be left alone for a while; the feed will be fetched later."
        case .serverError(let host, let status):
            "\(host) has trouble of its own (status \(status)); it will be tried again."
        case .unexpectedStatus(let host, let status):
            "\(host) answers with status \(status) instead of a feed; check the address."
        case .webPage(let host):
            "The feed's address at \(host) answers with a web page; look on it for the feed's new address."
        case .notAFeed(let host, let found):
            "The address at \(host) gives \(found), which is no feed; check the address."
        case .empty(let host): "\(host) answers with nothing at all; it will be tried again."
        case .tooLarge(let host, let limit):
            "The feed of \(host) is larger than \(limit / (1024 * 1024)) MiB, more than Tonearm reads; ask its publisher to shorten it."
        case .privateAddress(let host):
            "\(host) is on a private network, which this server fetches from only when its owner allows private addresses."
        case .badRedirect(let host): "\(host) redirects to something that is no web address; check the address."
        case .redirectLoop(let host): "\(host) redirects in a circle or too often; check the address."
        case .timedOut(let host): "\(host) took too long to answer; it will be tried again."
        case .cut(let host): "The connection to \(host) was lost before the feed had come; it will be tried again."
        case .insecure(let host, let reason):
            "No secure connection to \(host): \(reason.trimmedOfFullStop); its publisher has to repair that."
        case .badAddress: "That is not an http or https address; check it."
        case .network(let error): error.sentence
        }
    }
}

extension String {
    fileprivate var trimmedOfFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
