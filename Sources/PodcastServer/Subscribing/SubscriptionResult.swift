/// What subscribing to an address or importing a list did.
struct SubscriptionResult: Sendable, Equatable {
    /// A line that could not be subscribed to.
    struct Failure: Sendable, Equatable {
        /// The address as it was given.
        var url: String
        /// Its title there.
        var title: String?
        /// One sentence.
        var message: String
    }

    /// Feeds that the user is now subscribed to.
    var added: [Int64] = []
    /// Feeds that the user was subscribed to before.
    var existing: [Int64] = []
    var failed: [Failure] = []

    mutating func count(_ subscribed: Subscribed) {
        if subscribed.isNewSubscription {
            added.append(subscribed.feed)
        } else if !added.contains(subscribed.feed), !existing.contains(subscribed.feed) {
            existing.append(subscribed.feed)
        }
    }
}
