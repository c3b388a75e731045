public import Foundation

/// `GET /api/statistics?from=&to=&zone=`: how much a user listened.
public struct Statistics: Codable, Sendable, Equatable {
    /// Listening in some time, or to some feed.
    public struct Sum: Codable, Sendable, Equatable {
        /// Seconds spent listening.
        public var listened: Double
        /// Seconds of the recordings that were heard: more than ``listened`` at a higher speed.
        public var heard: Double
        /// Episodes heard to their end.
        public var finished: Int

        /// Makes a sum.
        public init(listened: Double = 0, heard: Double = 0, finished: Int = 0) {
            self.listened = listened
            self.heard = heard
            self.finished = finished
        }
    }

    /// One day.
    public struct Day: Codable, Sendable, Equatable {
        /// `2026-11-30`, in the zone asked for.
        public var day: String
        /// What was heard.
        public var sum: Sum

        /// Makes a day.
        public init(day: String, sum: Sum) {
            self.day = day
            self.sum = sum
        }
    }

    /// One feed.
    public struct Show: Codable, Sendable, Equatable {
        /// The feed's id; absent where the user is no longer subscribed.
        public var feed: String?
        /// Its title.
        public var title: String
        /// What was heard.
        public var sum: Sum

        /// Makes a row.
        public init(feed: String?, title: String, sum: Sum) {
            self.feed = feed
            self.title = title
            self.sum = sum
        }
    }

    /// Over the time asked for.
    public var total: Sum
    /// Days on which something was heard, in order.
    public var days: [Day]
    /// Feeds that were heard, the most first.
    public var feeds: [Show]
    /// Since when there are statistics; absent while there are none.
    public var since: Date?

    /// Makes an answer.
    public init(total: Sum, days: [Day], feeds: [Show], since: Date?) {
        self.total = total
        self.days = days
        self.feeds = feeds
        self.since = since
    }
}
