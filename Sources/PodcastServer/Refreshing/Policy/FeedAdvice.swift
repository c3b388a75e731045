/// What a person can do about a feed that does not come in.
enum FeedAdvice {
    /// One sentence for a code of ``FetchFailure``.
    static func sentence(code: String, failures: Int) -> String {
        switch code {
        case "unauthorized":
            "Subscribe again with the user and the password in the address: https://user:password@host/feed."
        case "forbidden": "Open the show's web page to see whether it still offers the feed to everybody."
        case "gone": "Unsubscribe, or look on the show's web page for a new feed."
        case "not-found":
            failures < 5
                ? "Nothing yet: a publisher's mistake is often repaired within a day."
                : "Look on the show's web page for the feed's new address and subscribe to that."
        case "web-page", "not-a-feed", "unexpected-status", "bad-address", "bad-redirect", "redirect-loop":
            "Look on the show's web page for the feed's new address and subscribe to that."
        case "private-address": "Start the server with --allow-private-addresses if the feed is on your own network."
        case "insecure": "Tell the publisher; until the certificate is repaired nothing can be fetched safely."
        case "too-large": "Tell the publisher, or subscribe to a feed with fewer episodes if the show has one."
        case "busy": "Nothing: the host asked for a pause and is asked again after it."
        default: "Nothing yet: it is tried again by itself; refresh it by hand when you think that it works again."
        }
    }
}
